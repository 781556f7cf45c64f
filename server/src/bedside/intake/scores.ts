import {
  type AlarmScore,
  type AlarmSeverity,
  type AlarmTimes,
  computeAgeBand,
  computeNews2,
  listThrees,
  type News2Input,
  news2KeptMs,
  type SpO2Scale,
} from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { storeDecisions } from '../alarms/alarm-decisions.ts'
import { loadAlarmState, type PatientAlarmState } from '../alarms/alarm-state.ts'
import { clearAlarms } from '../alarms/alarm-store.ts'
import { decideOnScore, type Value } from '../alarms/evaluate-alarms.ts'
import { lockScores, news2Vitals, toLatestValue, upsertNewestValues } from './newest-values.ts'
import type { NewestValue } from './reading-values.ts'

/**
 * The score is for adults (RCP, NEWS2 2017) who are not pregnant. A patient of unknown age counts as an adult for
 * limits, but not for the score.
 */
export function isOfScorableAge(dateOfBirth: string | null, at: string): boolean {
  return (
    dateOfBirth !== null && computeAgeBand(dateOfBirth, formatZonedDate(hospitalTimeZone, at)) === 'adult'
  )
}

/** Why there is no score of a patient, whatever is measured; undefined if there can be one. */
function findScoreObstacle(
  { isPregnant, dateOfBirth }: PatientAlarmState,
  now: string,
): 'pregnant' | 'age' | undefined {
  if (isPregnant) return 'pregnant'
  return isOfScorableAge(dateOfBirth, now) ? undefined : 'age'
}

export function isScorable(patient: PatientAlarmState | undefined, now: string): boolean {
  return patient?.mayHaveScore === true && findScoreObstacle(patient, now) === undefined
}

/** The severity of a score and the limit that it reached; a single parameter of 3 reaches no limit. */
export function classifyScore(
  { value, hasSingleThree }: NewestScore,
  { news2_medium, news2_high }: AlarmTimes,
): { severity: AlarmSeverity; limit: number | null } | undefined {
  if (value >= news2_high) return { severity: 'high', limit: news2_high }
  if (value >= news2_medium) return { severity: 'medium', limit: news2_medium }
  return hasSingleThree ? { severity: 'medium', limit: null } : undefined
}

/**
 * Computes a patient's score from the newest values by the scale that applies now, and evaluates its alarm. Of whoever
 * is known to be pregnant, or is not of the age for it, there is none: an earlier one is removed, and its alarm ends.
 */
export async function reevaluateScore(bedside: HospitalContext, patientId: string): Promise<void> {
  const { tx, hospitalId, now, newId } = bedside
  await lockScores(tx, [patientId])
  const { thresholds, states } = await loadAlarmState(tx, [patientId], now, newId)
  const state = states.get(patientId)
  if (!state) return
  const alarm = state.open.get('news2')
  const obstacle = findScoreObstacle(state, now)
  if (obstacle) {
    await sql`delete from latest_values where patient_id = ${patientId} and vital = 'news2'`.execute(tx)
    if (alarm) await clearAlarms(bedside, [alarm.id], obstacle)
    return
  }
  if (!isScorable(state, now)) return
  const [scored] = await readScores(tx, [patientId], now)
  if (!scored) return
  const { times } = thresholds
  // The parts may be older, but the score itself applies from now on.
  const value: Value = {
    value: scored.value,
    second: null,
    at: Date.parse(now),
    deviceId: null,
    score: scored.score,
  }
  const urgent = classifyScore(scored, times)
  const decisions = decideOnScore(state, value, urgent, times.same_alarm_minutes * 60_000)
  await upsertNewestValues(tx, hospitalId, [scored], Date.parse(now))
  await storeDecisions(bedside, [{ patientId, decisions }], times)
  bedside.emit({
    kind: 'latest',
    patients: [{ patient_id: patientId, latest: [toLatestValue(scored)] }],
  })
}

/** `hasSingleThree`: a parameter scores 3, whatever the sum is. */
export type NewestScore = NewestValue & { value: number; hasSingleThree: boolean; score: AlarmScore }

/** The early-warning scores of these patients from the stored values, for patients who have all parts. */
export async function readScores(tx: Tx, patientIds: readonly string[], now: string): Promise<NewestScore[]> {
  if (patientIds.length === 0) return []
  const { rows } = await sql<{
    patient_id: string
    vital: string
    value: number | null
    note: string | null
    measured_at: string
    scale: SpO2Scale
  }>`
    select patient_id, vital, value, note, measured_at, coalesce((
        select c.scale from spo2_scales c where c.patient_id = latest_values.patient_id
        order by c.at desc, c.id desc limit 1), 1) as scale
    from latest_values
    where patient_id = any(${sqlArray('uuid', patientIds)}) and vital = any(${sqlArray('text', [...news2Vitals])})
      and measured_at > ${new Date(Date.parse(now) - news2KeptMs).toISOString()}
      and patient_id in (select patient_id from latest_values
        where patient_id = any(${sqlArray('uuid', patientIds)}) and vital = 'consciousness')`.execute(tx)
  return [...Map.groupBy(rows, (row) => row.patient_id)].flatMap(([patientId, parts]) => {
    const part = (vital: string) => parts.find((one) => one.vital === vital)
    const number = (vital: string) => part(vital)?.value ?? null
    const oxygen = number('oxygen')
    const input = {
      respiration_rate: number('respiration_rate'),
      spo2: number('spo2'),
      oxygen: oxygen === null ? null : oxygen === 1,
      systolic: number('blood_pressure'),
      pulse: number('pulse'),
      consciousness: (part('consciousness')?.note ?? null) as News2Input['consciousness'] | null,
      temperature: number('temperature'),
    }
    const scale = parts[0]?.scale ?? 1
    const result = computeNews2(input, scale)
    if (!result) return []
    const threes = listThrees(result).map((parameter) =>
      parameter === 'consciousness'
        ? { parameter, value: null, letter: input.consciousness }
        : { parameter, value: Number(input[parameter]), letter: null },
    )
    const inOrder = parts.toSorted(
      (one, other) => Date.parse(one.measured_at) - Date.parse(other.measured_at),
    )
    const [oldest, newest] = [inOrder[0], inOrder.at(-1)]
    if (!oldest || !newest) return []
    return [
      {
        patientId,
        deviceId: null,
        vital: 'news2' as const,
        value: result.total,
        second: scale,
        // The screen shows how old the oldest part is.
        note: oldest.measured_at,
        at: Date.parse(newest.measured_at),
        heardAt: null,
        hasOpenAlarm: false,
        source: 'system' as const,
        is_derived: true,
        hasSingleThree: result.hasSingleThree,
        score: { scale, threes },
      },
    ]
  })
}
