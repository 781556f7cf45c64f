import { computeAgeBand, emergencyRules, trendVitals } from 'contract'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { formatIso, formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { type PatientDecisions, storeDecisions } from '../alarms/alarm-decisions.ts'
import { findAlarmOwner } from '../alarms/alarm-owner.ts'
import { getThresholds, loadAlarmState } from '../alarms/alarm-state.ts'
import { type NewAlarm, publishAlarms, raiseAlarms, realertAlarms } from '../alarms/alarm-store.ts'
import { decideOnScore, decideOnTiedValue, decideOnValue } from '../alarms/evaluate-alarms.ts'
import { evaluateUnattributed } from '../alarms/unattributed.ts'
import type { DeviceStatusReport, Measurement, ShownClock } from '../measurement.ts'
import {
  assessMessageClock,
  findClocks,
  isPrompt,
  type KnownClock,
  type SenderClockLag,
  storeClockLags,
  updateClockLag,
} from './clocks.ts'
import { type DeviceStatusUpdate, storeDeviceStatus } from './device-status.ts'
import { applyGlucoseUnit, raiseUnitAlarms } from './glucose-unit.ts'
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
import {
  arePlausibleTimes,
  assessCallClock,
  type ClockAssessment,
  determineMeasuredAt,
  unknownClock,
} from './measured-at.ts'
import { computeReadingId } from './reading-id.ts'
import { classifyScore, isScorable, toLatestValue } from './scores.ts'
import {
  type AttributedReading,
  computeTakenSpan,
  findPatientsByNumber,
  findWearings,
  insertReadings,
  lockWearers,
  lockWearersShared,
  storeCorrectedTimes,
  type WaitReason,
  type Wearing,
} from './store.ts'

/** The result of a measurement: stored, known (stored before), or waiting for a person. */
export type IngestResult = { status: 'stored' | 'known' | 'waiting'; id: string }

/**
 * Measurements that arrived at one instant (milliseconds), and the status that their devices reported. `hasCallClock`:
 * the sender stated in this very call what its clock shows now. `clock`: what it showed when the message was made.
 */
export type IngestBatch = {
  receivedAt: number
  measurements: readonly Measurement[]
  statusReports: readonly DeviceStatusReport[]
  hasCallClock: boolean
  clock?: ShownClock | undefined
}

/**
 * All steps of the intake: when a reading was taken, who wore the device then, storing it once, the newest value,
 * alarms. All in the caller's transaction, so that nothing is acknowledged before all of it is committed. Returns the
 * results of each arrival, in order. `turn` is awaited when the readings are stored and nothing is evaluated yet.
 */
export async function ingest(
  bedside: HospitalContext,
  arrivals: readonly IngestBatch[],
  turn?: () => Promise<void>,
): Promise<IngestResult[][]> {
  const clocks = await assessClocks(bedside, arrivals)
  const placed = await buildReadings(bedside, arrivals, clocks)
  const devices = await attributeReadings(bedside, placed, arrivals)
  const stored = await insertReadings(bedside.tx, bedside.hospitalId, placed)
  const fresh = placed.filter((one) => stored.has(one))
  await turn?.()
  await storeNewestValues(bedside, fresh)
  await storeDeviceStatus(bedside, [
    ...deriveDeviceStatus(fresh, bedside.now),
    ...collectReportedStatus(arrivals, clocks, devices),
  ])
  await raiseEmergencies(bedside, fresh)
  await raiseUnitAlarms(bedside, fresh)
  const toResult = (one: AttributedReading): IngestResult => {
    if (!stored.has(one)) return { status: 'known', id: one.id }
    return { status: one.patientId === null ? 'waiting' : 'stored', id: one.id }
  }
  let end = 0
  return arrivals.map(({ measurements }) => {
    const begin = end
    end += measurements.length
    return placed.slice(begin, end).map(toResult)
  })
}

/** Updates newest values and evaluates alarms for readings that were just stored, or just assigned to a patient. */
export async function updateBedside(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  await storeNewestValues(bedside, readings)
  await storeDeviceStatus(bedside, deriveDeviceStatus(readings, bedside.now))
}

async function storeNewestValues(
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

/** A device whose reading arrives was online when it was taken, or on arrival if its clock is in doubt. */
function deriveDeviceStatus(readings: readonly AttributedReading[], now: string): DeviceStatusUpdate[] {
  const nowMs = Date.parse(now)
  const signs: DeviceStatusUpdate[] = []
  for (const { deviceId, measuredAt, heardAt, isPrompt = false, values } of readings) {
    const at = Math.min(heardAt ?? measuredAt, nowMs)
    const { lat = null, lang = null } = values
    const before = signs.at(-1)
    // Most devices measure several values at once.
    if (deviceId === null || (before?.deviceId === deviceId && before.at === at && lat === null)) continue
    signs.push({ deviceId, at, status: 'connected', battery: null, signal: null, lat, lang, isPrompt })
  }
  return signs
}

function collectReportedStatus(
  arrivals: readonly IngestBatch[],
  clocks: readonly ClockAssessment[],
  devices: Devices,
): DeviceStatusUpdate[] {
  return arrivals.flatMap(({ receivedAt, statusReports, clock }, nth) => {
    const { behind, trust } = clocks[nth] ?? unknownClock
    return statusReports.flatMap(({ mac, reportedAt, status, battery = null, signal = null }) => {
      const deviceId = pickDeviceInUse(devices.get(mac))
      if (deviceId === null) return []
      const told = reportedAt === null || trust === 'doubtful' ? receivedAt : reportedAt + behind
      const at = Math.min(told, receivedAt)
      const isPrompt = clock?.mac === mac && trust === 'known' && behind === 0
      return [{ deviceId, at, status, battery, signal, lat: null, lang: null, isPrompt }]
    })
  })
}

/**
 * The clocks of the arrivals, in order. If each message shows that its own clock is right, the database is not asked.
 */
async function assessClocks(
  { tx, hospitalId }: HospitalContext,
  arrivals: readonly IngestBatch[],
): Promise<ClockAssessment[]> {
  const lagging = arrivals.filter(({ clock, receivedAt }) => clock && !isPrompt(receivedAt - clock.shown))
  if (lagging.length === 0) return arrivals.map((arrival) => assessClock(arrival))
  await lockWearers(tx)
  const macs = lagging.flatMap(({ clock, measurements }) => [
    ...(clock ? [clock.mac] : []),
    ...measurements.flatMap(({ mac }) => mac ?? []),
  ])
  const known = await findClocks(tx, [...new Set(macs)])
  const lagged = new Map<string, SenderClockLag>()
  const clocks = arrivals.map((arrival) => assessClock(arrival, known, lagged))
  await storeClockLags(tx, hospitalId, [...lagged.values()])
  return clocks
}

function assessClock(
  { clock, receivedAt, measurements, hasCallClock }: IngestBatch,
  known: ReadonlyMap<string, KnownClock> = new Map(),
  lagged = new Map<string, SenderClockLag>(),
): ClockAssessment {
  const [first] = measurements
  if (hasCallClock && typeof first?.sentAt === 'number') return assessCallClock(first.sentAt, receivedAt)
  if (!clock) return unknownClock
  const { mac, shown } = clock
  const lag = receivedAt - shown
  if (isPrompt(lag)) {
    lagged.delete(mac)
    return { behind: 0, trust: 'known' }
  }
  const own = known.get(mac) ?? { rightAt: null, lagging: undefined }
  const lagging = updateClockLag(lagged.get(mac) ?? own.lagging, lag, receivedAt)
  // The clock of an unregistered gateway is unknown; those of the devices that it heard may be known.
  const rightAts = measurements.flatMap((one) => known.get(one.mac ?? '')?.rightAt ?? [])
  const rightAt = own.rightAt ?? (rightAts.length > 0 ? Math.max(...rightAts) : null)
  const judged = assessMessageClock(lagging, rightAt, shown, lag)
  lagged.set(mac, { ...lagging, mac, isInDoubt: judged.trust === 'doubtful' })
  return judged
}

async function buildReadings(
  { tx, hospitalId }: HospitalContext,
  arrivals: readonly IngestBatch[],
  clocks: readonly ClockAssessment[],
): Promise<AttributedReading[]> {
  const placed = arrivals.flatMap((arrival, nth) => {
    const ofArrival = buildBatchReadings(hospitalId, arrival, clocks[nth] ?? unknownClock)
    for (const one of ofArrival) one.arrival = nth
    return ofArrival
  })
  const moved = placed.filter((one) => one.measuredAt !== one.reportedAt)
  if (moved.length === 0) return placed
  await lockWearers(tx)
  const times = await storeCorrectedTimes(tx, hospitalId, moved)
  for (const one of moved) one.measuredAt = times.get(one.id) ?? one.measuredAt
  return placed
}

/** Sets the times of what arrived together, for each device by its own clock. */
function buildBatchReadings(
  hospitalId: string,
  { receivedAt, measurements, clock: shown }: IngestBatch,
  clock: ClockAssessment,
): AttributedReading[] {
  const placed = measurements.map((measurement): AttributedReading => {
    const { kind, values, source, mac, deviceType, reportedAt, reportedGlucose = null } = measurement
    const { nationalId = null, hn = null, sentAt = null, gatewayScanTime = null } = measurement
    return {
      id: computeReadingId(hospitalId, measurement),
      kind,
      values,
      source,
      mac,
      deviceType,
      reportedGlucose,
      nationalId,
      hn,
      reportedAt,
      sentAt,
      gatewayScanTime,
      measuredAt: reportedAt,
      receivedAt,
      timing: 'told',
      deviceId: null,
      patientId: null,
      waitsFor: null,
      isPrompt: shown !== undefined && clock.trust === 'known' && clock.behind === 0,
    }
  })
  const its = measurements.some(({ hasOwnClock }) => hasOwnClock) ? unknownClock : clock
  if (its.trust !== 'known') for (const one of placed) one.heardAt = receivedAt
  if (arePlausibleTimes(listReportedTimes(placed), its, receivedAt)) return placed
  for (const ones of Map.groupBy(placed, ({ mac, nationalId, hn }) => mac ?? nationalId ?? hn).values()) {
    const times = determineMeasuredAt(listReportedTimes(ones), its, receivedAt)
    for (const [nth, one] of ones.entries()) {
      const { at, timing } = times[nth] ?? { at: one.reportedAt, timing: 'told' }
      one.measuredAt = at
      one.timing = timing
      if (timing === 'uncertain') one.heardAt = receivedAt
    }
  }
  return placed
}

const listReportedTimes = (readings: readonly AttributedReading[]) =>
  readings.map(({ reportedAt }) => reportedAt)

/** Devices by MAC, with the spans in which they were worn. */
type Devices = ReadonlyMap<string, readonly Wearing[]>

/** The device that has the MAC now. */
function pickDeviceInUse(spans: readonly Wearing[] = []): string | null {
  return spans.find((span) => span.retiredAt === null)?.deviceId ?? null
}

/** Sets for each reading its device and its patient, or what it waits for. Returns the devices of all arrivals. */
export async function attributeReadings(
  { tx }: HospitalContext,
  readings: readonly AttributedReading[],
  arrivals: readonly IngestBatch[],
): Promise<Devices> {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  const macs = new Set(arrivals.flatMap(({ statusReports }) => statusReports.map(({ mac }) => mac)))
  const nationalIds = new Set<string>()
  const hns = new Set<string>()
  for (const one of readings) {
    const { mac, nationalId, hn } = one
    const taken = computeTakenSpan(one)
    from = Math.min(from, taken.from)
    to = Math.max(to, taken.to)
    if (mac !== null) macs.add(mac)
    if (typeof nationalId === 'string') nationalIds.add(nationalId)
    if (typeof hn === 'string') hns.add(hn)
  }
  if (readings.length > 0) await lockWearersShared(tx)
  const wearings = await findWearings(tx, [...macs], readings.length > 0 ? { from, to } : undefined)
  const byNationalId = await findPatientsByNumber(tx, 'national_id', [...nationalIds])
  const byHn = await findPatientsByNumber(tx, 'hn', [...hns])
  for (const one of readings) {
    const spans = one.mac === null ? [] : (wearings.get(one.mac) ?? [])
    const wearing = pickWearing(spans, one.measuredAt)
    const present = typeof one.heardAt === 'number' ? pickWearing(spans, one.heardAt) : wearing
    // If the clock is in doubt, it may have been taken before a hand-over or after it.
    if (mayBeAnothers(spans, computeTakenSpan(one))) one.timing = 'uncertain'
    const isNamed = typeof one.nationalId === 'string' || typeof one.hn === 'string'
    const named = pickSamePerson(byNationalId.get(one.nationalId ?? ''), byHn.get(one.hn ?? ''))
    one.deviceId = wearing?.deviceId ?? present?.deviceId ?? pickDeviceInUse(spans)
    const patientId = isNamed ? named : (wearing?.patientId ?? null)
    // If the time is in doubt, so is the wearer; a patient who is named in the message does not depend on the time.
    const isTimeTold = one.timing !== 'uncertain' || (isNamed && one.measuredAt === one.reportedAt)
    if (patientId !== null && isTimeTold) one.patientId = patientId
    else {
      one.waitsFor = determineWaitReason(one, isNamed, patientId !== null, spans.length > 0)
      if (one.waitsFor === 'time') one.presumedPatientId = isNamed ? named : (present?.patientId ?? patientId)
    }
    const device = wearing ?? spans.find((span) => span.retiredAt === null)
    applyGlucoseUnit(one, one.reportedUnit ?? device?.glucoseUnit ?? null)
  }
  return wearings
}

/**
 * The patient whom two numbers name, or the one number that has a patient. Null if they name two patients, or if one
 * national ID has several, of whom only a person can choose.
 */
function pickSamePerson(some: readonly string[] = [], others: readonly string[] = []): string | null {
  const both = some.filter((id) => others.includes(id))
  const named = some.length > 0 && others.length > 0 ? both : [...some, ...others]
  return named.length === 1 ? (named[0] ?? null) : null
}

function determineWaitReason(
  one: AttributedReading,
  isNamed: boolean,
  isSomebody: boolean,
  isKnownDevice: boolean,
): WaitReason {
  if (isNamed) return isSomebody ? 'time' : 'person'
  if (!isKnownDevice) return 'device'
  return one.timing === 'uncertain' ? 'time' : 'wearer'
}

/** Who wore the device at an instant. A span includes its start and excludes its end. */
export function pickWearing(spans: readonly Wearing[], at: number): Wearing | undefined {
  return spans.find(
    (span) => span.patientId !== null && span.from <= at && (span.to === null || at < span.to),
  )
}

/** Whether a device changed its wearer in the time in which a reading may have been taken. */
function mayBeAnothers(spans: readonly Wearing[], { from, to }: { from: number; to: number }): boolean {
  const worn = spans.filter(
    (span) => span.patientId !== null && span.from <= to && (span.to === null || from < span.to),
  )
  const [only] = worn
  if (!only) return false
  return worn.length > 1 || only.from > from || (only.to !== null && only.to <= to)
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

/** A reading and its alarm have one name. */
export const isEmergencyKind = (kind: string): boolean =>
  emergencyRules.some((emergency) => emergency === kind)

/** Raises alarms for falls and calls for help, however late they arrive: nobody may have been there. */
export async function raiseEmergencies(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  const emergencies = readings.filter(({ kind }) => isEmergencyKind(kind))
  if (emergencies.length === 0) return
  const { times } = (await getThresholds(bedside.tx)).thresholds
  const alarms = emergencies.map(
    (one): NewAlarm => ({
      id: bedside.newId(),
      ...findAlarmOwner(one, one.patientId),
      rule: one.kind === 'fall' ? 'fall' : 'sos',
      severity: 'high',
      at: formatIso(one.measuredAt),
      heardAt: one.timing === 'uncertain' ? formatIso(one.receivedAt) : null,
      lat: one.values.lat ?? null,
      lang: one.values.lang ?? null,
    }),
  )
  const again = await realertAlarms(bedside, alarms, times)
  await publishAlarms(bedside, [...again, ...(await raiseAlarms(bedside, alarms, times))])
}
