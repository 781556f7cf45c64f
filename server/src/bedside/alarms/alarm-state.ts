import {
  type AlarmRule,
  type AlarmSeverity,
  ageBands,
  type LimitedVital,
  type Limits,
  standardDeadBands,
  standardLimits,
  standardPersistence,
  standardTimes,
  type Thresholds,
} from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { AlarmState } from './evaluate-alarms.ts'
import { sqlRules } from './sql-rules.ts'

export const standardThresholds: Thresholds = {
  limits: standardLimits,
  persistence: standardPersistence,
  dead_bands: standardDeadBands,
  times: standardTimes,
}

/** The hospital's alarm settings: the newest version of its thresholds, or the panel's defaults. */
export async function getThresholds(tx: Tx): Promise<{ thresholds: Thresholds; version: number }> {
  const kept = await tx
    .selectFrom('threshold_versions')
    .select(['version', 'thresholds'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { version: kept?.version ?? 0, thresholds: fillThresholds(kept?.thresholds) }
}

/** Names that a later version of the panel adds get the panel's defaults. */
function fillThresholds(kept: unknown): Thresholds {
  const { limits, persistence, dead_bands, times } = (kept ?? {}) as Partial<Thresholds>
  return {
    limits: fillLimits(limits),
    persistence: { ...standardPersistence, ...persistence },
    dead_bands: { ...standardDeadBands, ...dead_bands },
    times: { ...standardTimes, ...times },
  }
}

/** Each age by itself: a vital sign that was added since has the panel's limits at every age. */
function fillLimits(kept: Partial<Thresholds['limits']> = {}): Thresholds['limits'] {
  return Object.fromEntries(
    ageBands.map((band) => [band, { ...standardLimits[band], ...kept[band] }]),
  ) as Thresholds['limits']
}

/**
 * A patient's alarm state and settings. `own` holds the vitals with limits of their own; null is not monitored at all.
 */
export type PatientAlarmState = AlarmState & {
  dateOfBirth: string | null
  own: Map<LimitedVital, Limits | null>
  /** Consciousness has been recorded; without it there is no early-warning score. */
  mayHaveScore: boolean
  /** The open visit says so. */
  isPregnant: boolean
}

type StoredAlarm = [
  id: string,
  patientId: string,
  rule: AlarmRule,
  severity: AlarmSeverity,
  endedAtMs: number | null,
  /** Null if it is in the future: the panel's clock was set back. */
  lastAtMs: number | null,
  isAcknowledged: boolean,
  isSnoozed: boolean,
]

type Row = {
  thresholds: unknown
  people: [id: string, dateOfBirth: string | null, isPregnant: boolean, mayHaveScore: boolean][] | null
  settings: [patientId: string, vital: LimitedVital, mode: string, ...limits: (number | null)[]][] | null
  open: StoredAlarm[] | null
  recovered: StoredAlarm[] | null
  breaches: [patientId: string, rule: AlarmRule, times: number, sinceMs: number][] | null
}

/** Rules whose alarms no value raises, keeps open or ends. */
const rulesWithoutValue = sqlRules('emergency', 'device')

/** No value can continue an alarm that ended longer ago: the longest time that a hospital can set, and lateness. */
export const recoveredKeptMs = 3 * 60 * 60_000

/**
 * The hospital's settings, and the state of these patients' alarms that the next value needs. One statement, since the
 * round trip costs more than the work. Settings and breaches are read for the whole hospital: they are few, and an
 * index lookup per patient would cost more. Alarms that a value can change stay locked until the transaction ends, so
 * that nobody closes one while it is being evaluated.
 */
export async function loadAlarmState(
  tx: Tx,
  patientIds: readonly string[],
  now: string,
  newId: () => string,
): Promise<{ thresholds: Thresholds; states: Map<string, PatientAlarmState> }> {
  const ids = sqlArray('uuid', patientIds)
  const alarm = sql`json_build_array(id, patient_id, rule, severity, extract(epoch from ended_at) * 1000,
    case when last_at <= ${now} then extract(epoch from last_at) * 1000 end, acknowledged_at is not null, coalesce(snoozed_until > ${now}, false))`
  const { rows } = await sql<Row>`
    select
      (select thresholds from threshold_versions order by version desc limit 1) as thresholds,
      (select json_agg(json_build_array(p.id, p.date_of_birth, p.is_pregnant, exists (
          select from latest_values l where l.patient_id = p.id and l.vital = 'consciousness')))
        from patients p where p.id = any(${ids})) as people,
      (select json_agg(json_build_array(patient_id, vital, mode, critical_low, low, high, critical_high))
        from notify_settings
        where is_current and mode <> 'default' and (until is null or until > ${now})) as settings,
      (select json_agg(${alarm})
        from (
          select * from alarms
          where cleared_at is null and patient_id = any(${ids})
            and rule <> all(${rulesWithoutValue})
          order by id
          for no key update) as uncleared) as open,
      (select json_agg(${alarm})
        from (
          select distinct on (patient_id, rule) * from alarms
          where clearing = 'recovered' and patient_id = any(${ids})
            and rule <> all(${rulesWithoutValue})
            and cleared_at > ${new Date(Date.parse(now) - recoveredKeptMs).toISOString()}
          order by patient_id, rule, cleared_at desc) as newest) as recovered,
      (select json_agg(json_build_array(patient_id, rule, times, extract(epoch from since) * 1000))
        from breaches) as breaches`.execute(tx)
  const [known] = rows
  const states = new Map<string, PatientAlarmState>(
    known?.people?.map(([id, dateOfBirth, isPregnant, mayHaveScore]) => [
      id,
      {
        dateOfBirth,
        isPregnant,
        mayHaveScore,
        own: new Map(),
        open: new Map(),
        recovered: new Map(),
        breaches: new Map(),
        newId,
      },
    ]),
  )
  for (const [patientId, vital, mode, ...own] of known?.settings ?? []) {
    const [critical_low = null, low = null, high = null, critical_high = null] = own
    const limits = mode === 'own' ? { critical_low, low, high, critical_high } : null
    states.get(patientId)?.own.set(vital, limits)
  }
  for (const list of ['open', 'recovered'] as const) {
    const alarms = known?.[list] ?? []
    for (const [id, patientId, rule, severity, endedAt, last, isAcknowledged, isSnoozed] of alarms) {
      const lastAt = last ?? Number.NEGATIVE_INFINITY
      const alarm = { id, rule, severity, lastAt, endedAt, isAcknowledged, isSnoozed }
      states.get(patientId)?.[list].set(rule, alarm)
    }
  }
  for (const [patientId, rule, times, since] of known?.breaches ?? []) {
    // A time in the future, if the panel's clock was set back: it has lasted since now at least.
    states.get(patientId)?.breaches.set(rule, { times, since: Math.min(since, Date.parse(now)) })
  }
  return { thresholds: fillThresholds(known?.thresholds), states }
}
