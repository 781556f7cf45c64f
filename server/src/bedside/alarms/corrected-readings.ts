import {
  type AlarmRule,
  alarmBounds,
  computeExactMeanPressure,
  type LatestValue,
  type LatestVital,
  toLimitRule,
} from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { sqlRows } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { updateBedside } from '../intake/intake.ts'
import { news2Vitals } from '../intake/newest-values.ts'
import {
  computeEffectiveTime,
  listLimitedValues,
  listReadingValues,
  type NewestValue,
} from '../intake/reading-values.ts'
import { isScorable, readScores } from '../intake/scores.ts'
import type { AttributedReading } from '../intake/store.ts'
import { storeDecisions } from './alarm-decisions.ts'
import { loadAlarmState } from './alarm-state.ts'
import { decideOnNoValue } from './evaluate-alarms.ts'
import { decideOnScores, evaluateValueAlarms } from './value-alarms.ts'

/**
 * Evaluates what takes the place of wrong readings, which are out of the newest values already. An open alarm whose
 * last value was wrong is decided anew, however late: by the corrected value, or else by the newest one that is left.
 * If none is left, its cause is over.
 */
export async function evaluateCorrection(
  bedside: HospitalContext,
  patientId: OpenRecord,
  wrong: readonly AttributedReading[],
  corrected: readonly AttributedReading[],
): Promise<void> {
  const alarms = await forgetLastValues(bedside.tx, patientId, wrong)
  if (corrected.length > 0) {
    const alarming = new Set(alarms.map(({ reading }) => reading))
    await updateBedside(
      bedside,
      corrected.map((one) => ({ ...one, hasOpenAlarm: alarming.has(one.corrects ?? '') })),
    )
  }
  if (alarms.length === 0) return
  const left = await listValuesLeft(bedside.tx, patientId, alarms)
  await evaluateValueAlarms(bedside, { newer: left, kept: left, tied: [], inDoubt: [], newlyMonitored: [] })
  await decideOnRest(bedside, patientId, alarms)
}

/** An open alarm whose last value was that of a wrong reading; the vital sign is null if the value was a score. */
type WrongAlarm = { id: string; reading: string; vital: LatestVital | null }

/** Takes wrong values from the open alarms whose last values they are. Any value can decide about these alarms then. */
async function forgetLastValues(
  tx: Tx,
  patientId: OpenRecord,
  wrong: readonly AttributedReading[],
): Promise<WrongAlarm[]> {
  const values = wrong.flatMap((one) => listAlarmValues(one, patientId))
  if (values.length === 0) return []
  const { rows } = await sql<WrongAlarm>`
    with wrong as materialized (
      select a.id, w.reading, w.vital
      from ${sqlRows('w', values, {
        reading: ['uuid', ({ reading }) => reading],
        rule: ['text', ({ rule }) => rule],
        vital: ['text', ({ vital }) => vital],
        at: ['timestamptz', ({ at }) => at],
      })}
        join alarms a on a.rule = w.rule and (a.last_at = w.at or (w.vital is null and a.last_at > w.at))
      where a.patient_id = ${patientId} and a.cleared_at is null
      order by a.id
      for update of a
    ), forgotten as (
      update alarms set last_value = null, last_at = null where id in (select id from wrong)
    )
    select * from wrong`.execute(tx)
  return rows
}

/** Each rule whose alarm may have a value of the reading as its last one. A score has the time of its newest part. */
function listAlarmValues(
  reading: AttributedReading,
  patientId: OpenRecord,
): { reading: string; rule: AlarmRule; vital: LatestVital | null; at: number }[] {
  const from = { reading: reading.id, at: computeEffectiveTime(reading) }
  const values = listReadingValues({ ...reading, patientId })
  return [
    ...values.flatMap((one) =>
      listLimitedValues(one).flatMap(([limited]) =>
        alarmBounds.map((bound) => ({ ...from, rule: toLimitRule(limited, bound), vital: one.vital })),
      ),
    ),
    ...(values.some(({ vital }) => news2Vitals.has(vital))
      ? [{ ...from, rule: 'news2' as const, vital: null }]
      : []),
  ]
}

/** The newest values of the vital signs about whose alarms no corrected value has decided. */
async function listValuesLeft(
  tx: Tx,
  patientId: OpenRecord,
  alarms: readonly WrongAlarm[],
): Promise<NewestValue[]> {
  const { rows } = await sql<
    LatestValue & { device_id: string | null; systolic: number | null; diastolic: number | null }
  >`
    select l.vital, l.value, l.second, l.note, l.measured_at, l.source, l.is_derived, l.device_id,
      p.value as systolic, p.second as diastolic
    from latest_values l
      left join latest_values p on p.hospital_id = l.hospital_id and p.patient_id = l.patient_id
        and p.vital = 'blood_pressure' and l.vital = 'map' and l.is_derived and p.measured_at = l.measured_at
    where l.patient_id = ${patientId} and exists (
      select from ${sqlRows('w', alarms, {
        id: ['uuid', ({ id }) => id],
        vital: ['text', ({ vital }) => vital],
      })}
        join alarms a on a.id = w.id
      where w.vital = l.vital and a.cleared_at is null and a.last_at is null)`.execute(tx)
  return rows.map(({ measured_at, device_id, systolic, diastolic, ...value }) => ({
    ...value,
    ...(systolic !== null && diastolic !== null && { exact: computeExactMeanPressure(systolic, diastolic) }),
    patientId,
    deviceId: device_id,
    at: Date.parse(measured_at),
    heardAt: null,
    hasOpenAlarm: true,
  }))
}

/** Decides about alarms of a score none of whose parts decided about an alarm, and about those without any value. */
async function decideOnRest(
  bedside: HospitalContext,
  patientId: OpenRecord,
  alarms: readonly WrongAlarm[],
): Promise<void> {
  const { tx, now, newId } = bedside
  const { thresholds, states } = await loadAlarmState(tx, [patientId], now, newId)
  const { times } = thresholds
  const state = states.get(patientId)
  const ids = new Set(alarms.map(({ id }) => id))
  const rest = [...(state?.open.values() ?? [])].filter(
    ({ id, lastAt }) => ids.has(id) && lastAt === Number.NEGATIVE_INFINITY,
  )
  const isScoreOpen = rest.some(({ rule }) => rule === 'news2')
  const scores = isScoreOpen && isScorable(state, now) ? await readScores(tx, [patientId], now) : []
  const withoutValue = rest.filter(({ rule }) => rule !== 'news2' || scores.length === 0)
  const decisions = withoutValue.flatMap((alarm) => decideOnNoValue(alarm, Date.parse(now)))
  await storeDecisions(bedside, [...decideOnScores(scores, states, times), { patientId, decisions }], times)
}
