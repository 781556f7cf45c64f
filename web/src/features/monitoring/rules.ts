import { type Alarm, alarmSeverities, type Tile, type TileDevice } from 'contract'
import { isIntermittent } from '../../clinical/newest-values.ts'
import type { Call } from '../../clinical/pages/use-page-turning.ts'
import type { WallView } from './wall-query.ts'

/** Whether a device needs somebody: its battery is low, or it should be connected and is not. */
export function isFaulty({ kind, status, battery }: TileDevice, lowBattery: number): boolean {
  const isLow = battery !== null && battery <= lowBattery
  return isLow || (status !== 'connected' && !isIntermittent(kind))
}

type PatientAlarms = {
  /** The most severe. */
  worst: Alarm
  /**
   * What needs somebody first: an alarm that nobody has acknowledged, even beside a more severe one that somebody has.
   */
  foremost: Alarm
  count: number
}
export type AlarmsByPatient = ReadonlyMap<string, PatientAlarms>

/** The alarms of each patient, from a list sorted by urgency. */
export function groupAlarmsByPatient(alarms: readonly Alarm[]): AlarmsByPatient {
  const byPatient = new Map<string, PatientAlarms>()
  for (const alarm of alarms) {
    if (!alarm.patient) continue
    const known = byPatient.get(alarm.patient._id)
    const isNext = known?.foremost.state !== 'active' && alarm.state === 'active'
    byPatient.set(alarm.patient._id, {
      worst: known && !isMoreSevere(alarm, known.worst) ? known.worst : alarm,
      foremost: known && !isNext ? known.foremost : alarm,
      count: (known?.count ?? 0) + 1,
    })
  }
  return byPatient
}

const isMoreSevere = (one: Alarm, than: Alarm) =>
  alarmSeverities.indexOf(one.severity) < alarmSeverities.indexOf(than.severity)

/** The tiles of the chosen patients, in the chosen order. The server already sorts by ward and bed. */
export function arrangeTiles(
  tiles: readonly Tile[],
  { severity, sort }: Pick<WallView, 'severity' | 'sort'>,
  alarms: AlarmsByPatient,
): readonly Tile[] {
  const chosen = tiles.filter(({ patient }) => {
    const worst = alarms.get(patient._id)?.worst.severity
    return severity === undefined || (severity === 'any' ? worst !== undefined : worst === severity)
  })
  if (sort === 'bed') return chosen
  const rank = ({ patient }: Tile) => {
    const alarm = alarms.get(patient._id)?.foremost
    if (!alarm) return alarmSeverities.length * 2
    return alarmSeverities.indexOf(alarm.severity) + (alarm.state === 'active' ? 0 : alarmSeverities.length)
  }
  return chosen.toSorted((one, other) => rank(one) - rank(other))
}

/** Lists unacknowledged alarms with the places of their tiles: the most severe first, then the newest. */
export function listCalls(tiles: readonly Tile[], alarms: AlarmsByPatient): Call[] {
  const rank = ({ severity }: Alarm) => alarmSeverities.indexOf(severity)
  return tiles
    .flatMap(({ patient }, place) => {
      const alarm = alarms.get(patient._id)?.foremost
      return alarm?.state === 'active' ? [{ alarm, place }] : []
    })
    .toSorted(
      (one, other) =>
        rank(one.alarm) - rank(other.alarm) || other.alarm.raised_at.localeCompare(one.alarm.raised_at),
    )
    .map(({ alarm: { _id, severity }, place }) => ({
      // An alarm that has become more severe calls again.
      key: `${_id} ${severity}`,
      place,
      severity,
    }))
}
