import { type AlarmTimes, computeAgeBand, isCharted, mapVitals, type Thresholds } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { type ArrivedValues, news2Vitals, upsertNewestValues } from '../intake/newest-values.ts'
import { checkLateness, listLimitedValues, type NewestValue } from '../intake/reading-values.ts'
import { classifyScore, isScorable, type NewestScore, readScores } from '../intake/scores.ts'
import { type OwnerDecisions, storeDecisions } from './alarm-decisions.ts'
import { loadAlarmState, type PatientAlarmState } from './alarm-state.ts'
import { decideOnScore, decideOnTiedValue, decideOnValue, immediatePersistence } from './evaluate-alarms.ts'

/**
 * Evaluates the alarms of values that arrived; computes and stores the scores of which they are parts, and evaluates
 * them.
 */
export async function evaluateValueAlarms(
  bedside: HospitalContext,
  arrived: ArrivedValues,
): Promise<NewestScore[]> {
  const { newer, tied, kept, inDoubt } = arrived
  if (kept.length + tied.length + inDoubt.length === 0) return []
  const { tx, hospitalId, now, newId } = bedside
  const patientIds = [...new Set([...kept, ...tied, ...inDoubt].map((one) => one.patientId))]
  const { thresholds, states } = await loadAlarmState(tx, patientIds, now, newId)
  const { isOnTime } = checkLateness(now, thresholds.times)
  const decided = decideOnValues(arrived, thresholds, states, now)

  const newerParts = newer.filter(({ vital }) => news2Vitals.has(vital))
  const affectedIds = [...new Set(newerParts.map(({ patientId }) => patientId))]
  const scores = await readScores(
    tx,
    affectedIds.filter((id) => isScorable(states.get(id), now)),
    now,
  )
  await upsertNewestValues(tx, hospitalId, scores, Date.parse(now))
  const current = new Set(newerParts.filter(isOnTime).map(({ patientId }) => patientId))
  decided.push(
    ...decideOnScores(
      scores.filter(({ patientId }) => current.has(patientId)),
      states,
      thresholds.times,
    ),
  )
  await storeDecisions(bedside, decided, thresholds.times)
  return scores
}

type States = ReadonlyMap<string, PatientAlarmState>

function decideOnValues(
  { newer, tied, inDoubt }: ArrivedValues,
  { limits, persistence, dead_bands, times }: Thresholds,
  states: States,
  now: string,
): OwnerDecisions[] {
  const { isOnTime, mayBeOnTime } = checkLateness(now, times)
  const today = formatZonedDate(hospitalTimeZone, now)
  const bands = new Map(
    [...states].map(([id, { dateOfBirth }]) => [id, computeAgeBand(dateOfBirth, today)] as const),
  )
  const dampings = mapVitals((vital) => ({
    persistence: persistence[vital],
    deadBand: dead_bands[vital],
    sameAlarmMs: times.same_alarm_minutes * 60_000,
  }))
  const decided: OwnerDecisions[] = []
  const decide = (newest: NewestValue, at: number, evaluate: typeof decideOnValue) => {
    const { patientId, deviceId } = newest
    const state = states.get(patientId)
    const band = bands.get(patientId)
    if (!state || !band) return
    for (const [vital, value, second] of listLimitedValues(newest)) {
      const own = state.own.get(vital)
      const monitoring = {
        vital,
        limits: own === undefined ? limits[band][vital] : (own ?? undefined),
        // Whoever charts a value has looked at the patient, and charts the next one hours later.
        damping: isCharted(newest.source)
          ? { ...dampings[vital], persistence: immediatePersistence }
          : dampings[vital],
      }
      const decisions = evaluate(state, monitoring, { value, second, at, deviceId })
      if (decisions.length > 0) decided.push({ patientId, decisions })
    }
  }
  const isTied = new Set(tied)
  const onTime = new Set([...newer, ...tied].filter(isOnTime))
  // Values with the same time keep their order of arrival.
  for (const value of [...onTime].sort((one, other) => one.at - other.at))
    decide(value, value.at, isTied.has(value) ? decideOnTiedValue : decideOnValue)
  for (const value of inDoubt)
    if (mayBeOnTime(value) && !onTime.has(value)) decide(value, value.heardAt ?? value.at, decideOnTiedValue)
  return decided
}

export function decideOnScores(
  scores: readonly NewestScore[],
  states: States,
  times: AlarmTimes,
): OwnerDecisions[] {
  return scores.flatMap((scored) => {
    const { patientId, value, at, score } = scored
    const state = states.get(patientId)
    if (!state) return []
    const decisions = decideOnScore(
      state,
      { value, second: null, at, deviceId: null, score },
      classifyScore(scored, times),
      times.same_alarm_minutes * 60_000,
    )
    return decisions.length > 0 ? [{ patientId, decisions }] : []
  })
}
