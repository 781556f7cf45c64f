import { type AlarmSeverity, type AlarmTimes, ageBandOn, type LatestValue } from 'contract'
import { dateIn, hospitalTimeZone, isoOf } from '../../core/time.ts'
import { type WatchedPatient, watchOver } from '../alarms/alarm-state.ts'
import { keepDecisions } from '../alarms/alarm-store.ts'
import { decideOnScore, type Value } from '../alarms/evaluate-alarms.ts'
import type { Bedside } from '../context.ts'
import { keepLatest, type Latest, lockScores, type Scored, scoresOf } from './latest.ts'

/**
 * The score is for adults (RCP, NEWS2 2017). A patient of unknown age counts as an adult for limits, but not for the
 * score.
 */
export function isScored({ dateOfBirth, mayHaveScore }: WatchedPatient, now: string): boolean {
  const today = dateIn(hospitalTimeZone, now)
  return mayHaveScore && dateOfBirth !== null && ageBandOn(dateOfBirth, today) === 'adult'
}

/** The severity of a score and the limit that it reached; a single parameter of 3 reaches no limit. */
export function severityOfScore(
  { value, hasSingleThree }: Scored,
  { news2_medium, news2_high }: AlarmTimes,
): { severity: AlarmSeverity; limit: number | null } | undefined {
  if (value >= news2_high) return { severity: 'high', limit: news2_high }
  if (value >= news2_medium) return { severity: 'medium', limit: news2_medium }
  return hasSingleThree ? { severity: 'medium', limit: null } : undefined
}

/** Computes a patient's score from the newest values by the scale that applies now, and evaluates its alarm. */
export async function rescore(bedside: Bedside, patientId: string): Promise<void> {
  const { tx, hospitalId, now, newId } = bedside
  await lockScores(tx, [patientId])
  const { thresholds, watched } = await watchOver(tx, [patientId], now, newId)
  const patient = watched.get(patientId)
  if (!patient || !isScored(patient, now)) return
  const [scored] = await scoresOf(tx, [patientId], now)
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
  const urgent = severityOfScore(scored, times)
  const decisions = decideOnScore(patient, value, urgent, times.same_alarm_minutes * 60_000)
  await keepLatest(tx, hospitalId, [scored], Date.parse(now))
  await keepDecisions(bedside, [{ patientId, decisions }], times)
  bedside.announce({
    kind: 'latest',
    patients: [{ patient_id: patientId, latest: [shownValue(scored)] }],
  })
}

/** A newest value in the form that screens get. */
export function shownValue({ vital, value, second, note, at, source, is_derived }: Latest): LatestValue {
  return { vital, value, second, note, measured_at: isoOf(at), source, is_derived }
}
