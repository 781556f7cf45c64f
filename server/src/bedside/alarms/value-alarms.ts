import { type AlarmTimes, computeAgeBand, type Thresholds, trendVitals } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import {
  type Latest,
  listLimitedValues,
  liveness,
  news2Vitals,
  readScores,
  type ScoredLatest,
  storeLatest,
  storeNewerValues,
  toLatestValues,
} from '../intake/newest-values.ts'
import { classifyScore, isScorable, toLatestValue } from '../intake/scores.ts'
import type { AttributedReading } from '../intake/store.ts'
import { type PatientDecisions, storeDecisions } from './alarm-decisions.ts'
import { loadAlarmState, type PatientAlarmState } from './alarm-state.ts'
import { decideOnScore, decideOnTiedValue, decideOnValue } from './evaluate-alarms.ts'
import { evaluateUnattributed } from './unattributed.ts'

export async function storeNewestValues(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  const mine = readings.filter(
    (one): one is AttributedReading & { patientId: string } => one.patientId !== null,
  )
  const values = mine.flatMap(toLatestValues)
  const waiting = readings.flatMap(listValuesInDoubt)
  if (values.length > 0) {
    const taken = await storeNewerValues(bedside.tx, bedside.hospitalId, values, Date.parse(bedside.now))
    await evaluateAlarms(bedside, { ...taken, inDoubt: [...pickLastInDoubt(values), ...waiting] })
  } else await evaluateAlarms(bedside, { newer: [], tied: [], kept: [], inDoubt: waiting })
  await evaluateUnattributed(bedside, readings)
}

/**
 * From each message, the last value per patient and vital whose clock is in doubt: it may be current though it seems
 * older than others. One clock keeps its order within a message; between two messages it may have been set.
 */
function pickLastInDoubt(values: readonly Latest[]): Latest[] {
  const last = new Map<string, Latest>()
  for (const value of values) {
    if (value.heardAt === null) continue
    const key = `${value.arrivalIndex} ${value.patientId} ${value.vital}`
    if ((last.get(key)?.at ?? Number.NEGATIVE_INFINITY) <= value.at) last.set(key, value)
  }
  return [...last.values()]
}

/** The values of a reading that waits for its time: the patient whose it most likely is may need help now. */
function listValuesInDoubt(one: AttributedReading): Latest[] {
  const { presumedPatientId: patientId = null } = one
  return one.patientId === null && patientId !== null ? toLatestValues({ ...one, patientId }) : []
}

/**
 * `newer` values are newer than the stored one, `tied` ones have its time, `kept` are stored now, and those in doubt may
 * be current.
 */
type ArrivedValues = Record<'newer' | 'tied' | 'kept' | 'inDoubt', readonly Latest[]>

async function evaluateAlarms(bedside: HospitalContext, arrived: ArrivedValues): Promise<void> {
  const { newer, tied, kept, inDoubt } = arrived
  if (kept.length + tied.length + inDoubt.length === 0) return
  const { tx, hospitalId, now, newId } = bedside
  const patientIds = [...new Set([...kept, ...tied, ...inDoubt].map((one) => one.patientId))]
  const { thresholds, watched } = await loadAlarmState(tx, patientIds, now, newId)
  const { isLive } = liveness(now, thresholds.times)
  const decided = decideOnValues(arrived, thresholds, watched, now)

  const newerParts = newer.filter(({ vital }) => news2Vitals.has(vital))
  const scorable = new Set(
    newerParts.flatMap(({ patientId }) => (isScorable(watched.get(patientId), now) ? patientId : [])),
  )
  const scores = await readScores(tx, [...scorable], now)
  await storeLatest(tx, hospitalId, scores, Date.parse(now))
  const current = new Set(newerParts.filter(isLive).map(({ patientId }) => patientId))
  decided.push(
    ...decideOnScores(
      scores.filter(({ patientId }) => current.has(patientId)),
      watched,
      thresholds.times,
    ),
  )
  await storeDecisions(bedside, decided, thresholds.times)

  const byPatient = Map.groupBy([...kept, ...scores], (one) => one.patientId)
  if (byPatient.size === 0) return
  const came = computeExtremes([...newer, ...tied])
  bedside.emit({
    kind: 'latest',
    patients: [...byPatient].map(([patient_id, latest]) => ({
      patient_id,
      latest: latest.map(toLatestValue),
      came: came.get(patient_id) ?? [],
    })),
  })
}

type States = ReadonlyMap<string, PatientAlarmState>

function decideOnValues(
  { newer, tied, inDoubt }: ArrivedValues,
  { limits, persistence, dead_bands, times }: Thresholds,
  states: States,
  now: string,
): PatientDecisions[] {
  const { isLive, mayBeLive } = liveness(now, times)
  const today = formatZonedDate(hospitalTimeZone, now)
  const bands = new Map(
    [...states].map(([id, { dateOfBirth }]) => [id, computeAgeBand(dateOfBirth, today)] as const),
  )
  const decided: PatientDecisions[] = []
  const decide = (latest: Latest, at: number, decideOnNumber: typeof decideOnValue) => {
    const { patientId, deviceId } = latest
    const state = states.get(patientId)
    const band = bands.get(patientId)
    if (!state || !band) return
    for (const [vital, value, second] of listLimitedValues(latest)) {
      const own = state.own.get(vital)
      const monitoring = {
        vital,
        limits: own === undefined ? limits[band][vital] : (own ?? undefined),
        damping: {
          persistence: persistence[vital],
          deadBand: dead_bands[vital],
          sameAlarmMs: times.same_alarm_minutes * 60_000,
        },
      }
      const decisions = decideOnNumber(state, monitoring, { value, second, at, deviceId })
      if (decisions.length > 0) decided.push({ patientId, decisions })
    }
  }
  const isTied = new Set(tied)
  const live = new Set([...newer, ...tied].filter(isLive))
  // Sorted by time; values with the same time keep their order.
  for (const latest of [...live].sort((one, other) => one.at - other.at))
    decide(latest, latest.at, isTied.has(latest) ? decideOnTiedValue : decideOnValue)
  for (const latest of inDoubt)
    if (mayBeLive(latest) && !live.has(latest)) decide(latest, latest.heardAt ?? latest.at, decideOnTiedValue)
  return decided
}

function decideOnScores(
  scores: readonly ScoredLatest[],
  states: States,
  times: AlarmTimes,
): PatientDecisions[] {
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

/** The smallest and the largest value of each vital with a trend, among values that arrived together. */
function computeExtremes(values: readonly Latest[]) {
  const byPatient = Map.groupBy(values, ({ patientId }) => patientId)
  return new Map(
    [...byPatient].map(([patientId, ofPatient]) => [
      patientId,
      trendVitals.flatMap((vital) => {
        const measured = ofPatient.flatMap((one) => (one.vital === vital ? (one.value ?? []) : []))
        return measured.length === 0
          ? []
          : [{ vital, low: Math.min(...measured), high: Math.max(...measured) }]
      }),
    ]),
  )
}
