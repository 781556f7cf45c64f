import { computeAgeBand, trendVitals } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { type PatientDecisions, storeDecisions } from '../alarms/alarm-decisions.ts'
import { loadAlarmState } from '../alarms/alarm-state.ts'
import { decideOnScore, decideOnTiedValue, decideOnValue } from '../alarms/evaluate-alarms.ts'
import { evaluateUnattributed } from '../alarms/unattributed.ts'
import {
  type Latest,
  listLimitedValues,
  liveness,
  news2Vitals,
  readScores,
  storeLatest,
  storeNewerValues,
  toLatestValues,
} from './latest.ts'
import { classifyScore, isScorable, toLatestValue } from './scores.ts'
import type { AttributedReading } from './store.ts'

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
    const key = `${value.arrival} ${value.patientId} ${value.vital}`
    if ((last.get(key)?.at ?? Number.NEGATIVE_INFINITY) <= value.at) last.set(key, value)
  }
  return [...last.values()]
}

/** The values of a reading that waits for its time: the patient whose it most likely is may need help now. */
function listValuesInDoubt(one: AttributedReading): Latest[] {
  const { presumedPatientId: patientId = null } = one
  return one.patientId === null && patientId !== null ? toLatestValues({ ...one, patientId }) : []
}

async function evaluateAlarms(
  bedside: HospitalContext,
  { newer, tied, kept, inDoubt }: Record<'newer' | 'tied' | 'kept' | 'inDoubt', readonly Latest[]>,
): Promise<void> {
  if (kept.length + tied.length + inDoubt.length === 0) return
  const { tx, hospitalId, now, newId } = bedside
  const patientIds = [...new Set([...kept, ...tied, ...inDoubt].map((one) => one.patientId))]
  const { thresholds, watched } = await loadAlarmState(tx, patientIds, now, newId)
  const { limits, persistence, dead_bands, times } = thresholds
  const sameAlarmMs = times.same_alarm_minutes * 60_000
  const { isLive, mayBeLive } = liveness(now, times)
  const live = newer.filter(isLive)
  const decidedOn = new Set([...live, ...tied.filter(isLive)])
  const maybeLive = inDoubt.filter((one) => mayBeLive(one) && !decidedOn.has(one))
  const today = formatZonedDate(hospitalTimeZone, now)
  const bands = new Map(
    [...watched].map(([id, { dateOfBirth }]) => [id, computeAgeBand(dateOfBirth, today)] as const),
  )
  const isAlarmAlone = new Set([...tied, ...maybeLive])
  const decided: PatientDecisions[] = []
  const decideOnLatest = (latest: Latest) => {
    const patient = watched.get(latest.patientId)
    const band = bands.get(latest.patientId)
    if (!patient || !band) return
    for (const [vital, number, second] of listLimitedValues(latest)) {
      const own = patient.own.get(vital)
      const held = own === undefined ? limits[band][vital] : (own ?? undefined)
      const at = decidedOn.has(latest) ? latest.at : (latest.heardAt ?? latest.at)
      const value = { value: number, second, at, deviceId: latest.deviceId }
      const damping = { persistence: persistence[vital], deadBand: dead_bands[vital], sameAlarmMs }
      const decisions = (isAlarmAlone.has(latest) ? decideOnTiedValue : decideOnValue)(
        patient,
        vital,
        held,
        damping,
        value,
      )
      if (decisions.length > 0) decided.push({ patientId: latest.patientId, decisions })
    }
  }
  // Sorted by time; values with the same time keep their order.
  for (const value of [...decidedOn].sort((one, other) => one.at - other.at)) decideOnLatest(value)
  for (const value of maybeLive) decideOnLatest(value)
  const scored = new Set(
    newer.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId),
  )
  for (const id of scored) {
    const patient = watched.get(id)
    if (!patient || !isScorable(patient, now)) scored.delete(id)
  }
  const scores = await readScores(tx, [...scored], now)
  const called = new Set(live.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId))
  for (const scored of scores) {
    const { patientId, at, score } = scored
    const patient = watched.get(patientId)
    if (!patient || !called.has(patientId)) continue
    const value = { value: scored.value, second: null, at, deviceId: null, score }
    const decisions = decideOnScore(patient, value, classifyScore(scored, times), sameAlarmMs)
    if (decisions.length > 0) decided.push({ patientId, decisions })
  }
  await storeLatest(tx, hospitalId, scores, Date.parse(now))
  await storeDecisions(bedside, decided, times)

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
