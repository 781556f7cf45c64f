import { type AlarmSeverity, type AlarmTimes, computeAgeBand, type LatestValue } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso, formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { storeDecisions } from '../alarms/alarm-decisions.ts'
import { loadAlarmState, type PatientAlarmState } from '../alarms/alarm-state.ts'
import { decideOnScore, type Value } from '../alarms/evaluate-alarms.ts'
import { type Latest, lockScores, readScores, type ScoredLatest, storeLatest } from './newest-values.ts'

/**
 * The score is for adults (RCP, NEWS2 2017). A patient of unknown age counts as an adult for limits, but not for the
 * score.
 */
export function isScorable(patient: PatientAlarmState | undefined, now: string): boolean {
  if (!patient) return false
  const { dateOfBirth, mayHaveScore } = patient
  const today = formatZonedDate(hospitalTimeZone, now)
  return mayHaveScore && dateOfBirth !== null && computeAgeBand(dateOfBirth, today) === 'adult'
}

/** The severity of a score and the limit that it reached; a single parameter of 3 reaches no limit. */
export function classifyScore(
  { value, hasSingleThree }: ScoredLatest,
  { news2_medium, news2_high }: AlarmTimes,
): { severity: AlarmSeverity; limit: number | null } | undefined {
  if (value >= news2_high) return { severity: 'high', limit: news2_high }
  if (value >= news2_medium) return { severity: 'medium', limit: news2_medium }
  return hasSingleThree ? { severity: 'medium', limit: null } : undefined
}

/** Computes a patient's score from the newest values by the scale that applies now, and evaluates its alarm. */
export async function reevaluateScore(bedside: HospitalContext, patientId: string): Promise<void> {
  const { tx, hospitalId, now, newId } = bedside
  await lockScores(tx, [patientId])
  const { thresholds, watched } = await loadAlarmState(tx, [patientId], now, newId)
  const patient = watched.get(patientId)
  if (!patient || !isScorable(patient, now)) return
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
  const decisions = decideOnScore(patient, value, urgent, times.same_alarm_minutes * 60_000)
  await storeLatest(tx, hospitalId, [scored], Date.parse(now))
  await storeDecisions(bedside, [{ patientId, decisions }], times)
  bedside.emit({
    kind: 'latest',
    patients: [{ patient_id: patientId, latest: [toLatestValue(scored)] }],
  })
}

/** A newest value in the form that screens get. */
export function toLatestValue({ vital, value, second, note, at, source, is_derived }: Latest): LatestValue {
  return { vital, value, second, note, measured_at: formatIso(at), source, is_derived }
}
