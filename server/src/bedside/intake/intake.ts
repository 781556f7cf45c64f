import { ageBandOn, emergencyRules, trendVitals } from 'contract'
import { dateIn, hospitalTimeZone, isoOf } from '../../core/time.ts'
import { thresholdsOf, watchOver } from '../alarms/alarm-state.ts'
import {
  callAgain,
  type Decided,
  keepDecisions,
  type Raised,
  raiseAlarms,
  tellOf,
} from '../alarms/alarm-store.ts'
import { decideOnScore, decideOnTied, decideOnValue } from '../alarms/evaluate-alarms.ts'
import type { Bedside } from '../context.ts'
import type { DeviceSign, Measurement, ShownClock } from '../measurement.ts'
import { watchUnattributed } from '../unattributed.ts'
import { whoseOf } from '../whose.ts'
import {
  clockOfMessage,
  findClocks,
  isPrompt,
  type KnownClock,
  keepLagging,
  type Lagged,
  lagOn,
} from './clocks.ts'
import { keepSigns, type Sign } from './device-status.ts'
import { raiseUnitAlarms, readGlucose } from './glucose-unit.ts'
import {
  keepLatest,
  type Latest,
  latestOf,
  limitedIn,
  liveness,
  news2Vitals,
  scoresOf,
  takeNewer,
} from './latest.ts'
import { areInOrder, type Clock, clockOfCall, placeInTime, unsaid } from './measured-at.ts'
import { idOf } from './reading-id.ts'
import { isScored, severityOfScore, shownValue } from './scores.ts'
import {
  correctTimes,
  holdWearers,
  insertReadings,
  type Placed,
  patientsBy,
  shareWearers,
  takenBetween,
  type WaitsFor,
  type Wearing,
  wearingsOf,
} from './store.ts'

/** The result of a measurement: stored, known (stored before), or waiting for a person. */
export type Fate = { status: 'stored' | 'known' | 'waiting'; id: string }

/**
 * Measurements that arrived at one instant (milliseconds), and the status that their devices reported. `isSentFresh`:
 * the sender stated in this very call what its clock shows now. `clock`: what it showed when the message was made.
 */
export type Arrival = {
  receivedAt: number
  measurements: readonly Measurement[]
  signs: readonly DeviceSign[]
  isSentFresh: boolean
  clock?: ShownClock | undefined
}

/**
 * All steps of the intake: when a reading was taken, who wore the device then, storing it once, the newest value,
 * alarms. All in the caller's transaction, so that nothing is acknowledged before all of it is committed. Returns the
 * results of each arrival, in order. `turn` is awaited when the readings are stored and nothing is evaluated yet.
 */
export async function takeIn(
  bedside: Bedside,
  arrivals: readonly Arrival[],
  turn?: () => Promise<void>,
): Promise<Fate[][]> {
  const clocks = await clocksOf(bedside, arrivals)
  const placed = await placeAll(bedside, arrivals, clocks)
  const devices = await attribute(bedside, placed, arrivals)
  const stored = await insertReadings(bedside.tx, bedside.hospitalId, placed)
  const fresh = placed.filter((one) => stored.has(one))
  await turn?.()
  await keepNewest(bedside, fresh)
  await keepSigns(bedside, [...signsIn(fresh, bedside.now), ...signsSaid(arrivals, clocks, devices)])
  await raiseEmergencies(bedside, fresh)
  await raiseUnitAlarms(bedside, fresh)
  const fateOf = (one: Placed): Fate => {
    if (!stored.has(one)) return { status: 'known', id: one.id }
    return { status: one.patientId === null ? 'waiting' : 'stored', id: one.id }
  }
  let end = 0
  return arrivals.map(({ measurements }) => {
    const begin = end
    end += measurements.length
    return placed.slice(begin, end).map(fateOf)
  })
}

/** Updates newest values and evaluates alarms for readings that were just stored, or just assigned to a patient. */
export async function follow(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  await keepNewest(bedside, readings)
  await keepSigns(bedside, signsIn(readings, bedside.now))
}

async function keepNewest(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  const mine = readings.filter((one): one is Placed & { patientId: string } => one.patientId !== null)
  const values = mine.flatMap(latestOf)
  const waiting = readings.flatMap(valuesInDoubt)
  if (values.length > 0) {
    const taken = await takeNewer(bedside.tx, bedside.hospitalId, values, Date.parse(bedside.now))
    await decide(bedside, { ...taken, inDoubt: [...lastInDoubt(values), ...waiting] })
  } else await decide(bedside, { newer: [], tied: [], kept: [], inDoubt: waiting })
  await watchUnattributed(bedside, readings)
}

/**
 * From each message, the last value per patient and vital whose clock is in doubt: it may be current though it seems
 * older than others. One clock keeps its order within a message; between two messages it may have been set.
 */
function lastInDoubt(values: readonly Latest[]): Latest[] {
  const last = new Map<string, Latest>()
  for (const value of values) {
    if (value.heardAt === null) continue
    const key = `${value.arrival} ${value.patientId} ${value.vital}`
    if ((last.get(key)?.at ?? Number.NEGATIVE_INFINITY) <= value.at) last.set(key, value)
  }
  return [...last.values()]
}

/** The values of a reading that waits for its time: the patient whose it most likely is may need help now. */
function valuesInDoubt(one: Placed): Latest[] {
  const { presumedPatientId: patientId = null } = one
  return one.patientId === null && patientId !== null ? latestOf({ ...one, patientId }) : []
}

/** A device whose reading arrives was online when it was taken, or on arrival if its clock is in doubt. */
function signsIn(readings: readonly Placed[], now: string): Sign[] {
  const nowMs = Date.parse(now)
  const signs: Sign[] = []
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

function signsSaid(arrivals: readonly Arrival[], clocks: readonly Clock[], devices: Devices): Sign[] {
  return arrivals.flatMap(({ receivedAt, signs, clock }, nth) => {
    const { behind, trust } = clocks[nth] ?? unsaid
    return signs.flatMap(({ mac, toldAt, status, battery = null, signal = null }) => {
      const deviceId = deviceInUse(devices.get(mac))
      if (deviceId === null) return []
      const told = toldAt === null || trust === 'doubtful' ? receivedAt : toldAt + behind
      const at = Math.min(told, receivedAt)
      const isPrompt = clock?.mac === mac && trust === 'known' && behind === 0
      return [{ deviceId, at, status, battery, signal, lat: null, lang: null, isPrompt }]
    })
  })
}

/**
 * The clocks of the arrivals, in order. If each message shows that its own clock is right, the database is not asked.
 */
async function clocksOf({ tx, hospitalId }: Bedside, arrivals: readonly Arrival[]): Promise<Clock[]> {
  const lagging = arrivals.filter(({ clock, receivedAt }) => clock && !isPrompt(receivedAt - clock.shown))
  if (lagging.length === 0) return arrivals.map((arrival) => clockOf(arrival))
  await holdWearers(tx)
  const macs = lagging.flatMap(({ clock, measurements }) => [
    ...(clock ? [clock.mac] : []),
    ...measurements.flatMap(({ mac }) => mac ?? []),
  ])
  const known = await findClocks(tx, [...new Set(macs)])
  const lagged = new Map<string, Lagged>()
  const clocks = arrivals.map((arrival) => clockOf(arrival, known, lagged))
  await keepLagging(tx, hospitalId, [...lagged.values()])
  return clocks
}

function clockOf(
  { clock, receivedAt, measurements, isSentFresh }: Arrival,
  known: ReadonlyMap<string, KnownClock> = new Map(),
  lagged = new Map<string, Lagged>(),
): Clock {
  const [first] = measurements
  if (isSentFresh && typeof first?.sentAt === 'number') return clockOfCall(first.sentAt, receivedAt)
  if (!clock) return unsaid
  const { mac, shown } = clock
  const lag = receivedAt - shown
  if (isPrompt(lag)) {
    lagged.delete(mac)
    return { behind: 0, trust: 'known' }
  }
  const own = known.get(mac) ?? { rightAt: null, lagging: undefined }
  const lagging = lagOn(lagged.get(mac) ?? own.lagging, lag, receivedAt)
  // The clock of an unregistered gateway is unknown; those of the devices that it heard may be known.
  const rightAts = measurements.flatMap((one) => known.get(one.mac ?? '')?.rightAt ?? [])
  const rightAt = own.rightAt ?? (rightAts.length > 0 ? Math.max(...rightAts) : null)
  const judged = clockOfMessage(lagging, rightAt, shown, lag)
  lagged.set(mac, { ...lagging, mac, isInDoubt: judged.trust === 'doubtful' })
  return judged
}

async function placeAll(
  { tx, hospitalId }: Bedside,
  arrivals: readonly Arrival[],
  clocks: readonly Clock[],
): Promise<Placed[]> {
  const placed = arrivals.flatMap((arrival, nth) => {
    const ofArrival = placedOf(hospitalId, arrival, clocks[nth] ?? unsaid)
    for (const one of ofArrival) one.arrival = nth
    return ofArrival
  })
  const moved = placed.filter((one) => one.measuredAt !== one.toldAt)
  if (moved.length === 0) return placed
  await holdWearers(tx)
  const times = await correctTimes(tx, hospitalId, moved)
  for (const one of moved) one.measuredAt = times.get(one.id) ?? one.measuredAt
  return placed
}

/** Sets the times of what arrived together, for each device by its own clock. */
function placedOf(
  hospitalId: string,
  { receivedAt, measurements, clock: shown }: Arrival,
  clock: Clock,
): Placed[] {
  const placed = measurements.map((measurement): Placed => {
    const { kind, values, source, mac, deviceType, toldAt, toldGlucose = null } = measurement
    const { nationalId = null, hn = null, sentAt = null, gatewayScanTime = null } = measurement
    return {
      id: idOf(hospitalId, measurement),
      kind,
      values,
      source,
      mac,
      deviceType,
      toldGlucose,
      nationalId,
      hn,
      toldAt,
      sentAt,
      gatewayScanTime,
      measuredAt: toldAt,
      receivedAt,
      timing: 'told',
      deviceId: null,
      patientId: null,
      waitsFor: null,
      isPrompt: shown !== undefined && clock.trust === 'known' && clock.behind === 0,
    }
  })
  const its = measurements.some(({ hasOwnClock }) => hasOwnClock) ? unsaid : clock
  if (its.trust !== 'known') for (const one of placed) one.heardAt = receivedAt
  if (areInOrder(toldBy(placed), its, receivedAt)) return placed
  for (const ones of Map.groupBy(placed, ({ mac, nationalId, hn }) => mac ?? nationalId ?? hn).values()) {
    const times = placeInTime(toldBy(ones), its, receivedAt)
    for (const [nth, one] of ones.entries()) {
      const { at, timing } = times[nth] ?? { at: one.toldAt, timing: 'told' }
      one.measuredAt = at
      one.timing = timing
      if (timing === 'uncertain') one.heardAt = receivedAt
    }
  }
  return placed
}

const toldBy = (readings: readonly Placed[]) => readings.map(({ toldAt }) => toldAt)

/** Devices by MAC, with the spans in which they were worn. */
type Devices = ReadonlyMap<string, readonly Wearing[]>

/** The device that has the MAC now. */
function deviceInUse(spans: readonly Wearing[] = []): string | null {
  return spans.find((span) => span.retiredAt === null)?.deviceId ?? null
}

/** Sets for each reading its device and its patient, or what it waits for. Returns the devices of all arrivals. */
export async function attribute(
  { tx }: Bedside,
  readings: readonly Placed[],
  arrivals: readonly Arrival[],
): Promise<Devices> {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  const macs = new Set(arrivals.flatMap(({ signs }) => signs.map(({ mac }) => mac)))
  const nationalIds = new Set<string>()
  const hns = new Set<string>()
  for (const one of readings) {
    const { mac, nationalId, hn } = one
    const taken = takenBetween(one)
    from = Math.min(from, taken.from)
    to = Math.max(to, taken.to)
    if (mac !== null) macs.add(mac)
    if (typeof nationalId === 'string') nationalIds.add(nationalId)
    if (typeof hn === 'string') hns.add(hn)
  }
  if (readings.length > 0) await shareWearers(tx)
  const wearings = await wearingsOf(tx, [...macs], readings.length > 0 ? { from, to } : undefined)
  const byNationalId = await patientsBy(tx, 'national_id', [...nationalIds])
  const byHn = await patientsBy(tx, 'hn', [...hns])
  for (const one of readings) {
    const spans = one.mac === null ? [] : (wearings.get(one.mac) ?? [])
    const wearing = wearingAt(spans, one.measuredAt)
    const present = typeof one.heardAt === 'number' ? wearingAt(spans, one.heardAt) : wearing
    // If the clock is in doubt, it may have been taken before a hand-over or after it.
    if (mayBeAnothers(spans, takenBetween(one))) one.timing = 'uncertain'
    const isNamed = typeof one.nationalId === 'string' || typeof one.hn === 'string'
    const named = samePerson(byNationalId.get(one.nationalId ?? ''), byHn.get(one.hn ?? ''))
    one.deviceId = wearing?.deviceId ?? present?.deviceId ?? deviceInUse(spans)
    const patientId = isNamed ? named : (wearing?.patientId ?? null)
    // If the time is in doubt, so is the wearer; a patient who is named in the message does not depend on the time.
    const isTimeTold = one.timing !== 'uncertain' || (isNamed && one.measuredAt === one.toldAt)
    if (patientId !== null && isTimeTold) one.patientId = patientId
    else {
      one.waitsFor = waitsFor(one, isNamed, patientId !== null, spans.length > 0)
      if (one.waitsFor === 'time') one.presumedPatientId = isNamed ? named : (present?.patientId ?? patientId)
    }
    const device = wearing ?? spans.find((span) => span.retiredAt === null)
    readGlucose(one, one.toldUnit ?? device?.glucoseUnit ?? null)
  }
  return wearings
}

/**
 * The patient whom two numbers name, or the one number that has a patient. Null if they name two patients, or if one
 * national ID has several, of whom only a person can choose.
 */
function samePerson(some: readonly string[] = [], others: readonly string[] = []): string | null {
  const both = some.filter((id) => others.includes(id))
  const named = some.length > 0 && others.length > 0 ? both : [...some, ...others]
  return named.length === 1 ? (named[0] ?? null) : null
}

function waitsFor(one: Placed, isNamed: boolean, isSomebody: boolean, isKnownDevice: boolean): WaitsFor {
  if (isNamed) return isSomebody ? 'time' : 'person'
  if (!isKnownDevice) return 'device'
  return one.timing === 'uncertain' ? 'time' : 'wearer'
}

/** Who wore the device at an instant. A span includes its start and excludes its end. */
export function wearingAt(spans: readonly Wearing[], at: number): Wearing | undefined {
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

async function decide(
  bedside: Bedside,
  { newer, tied, kept, inDoubt }: Record<'newer' | 'tied' | 'kept' | 'inDoubt', readonly Latest[]>,
): Promise<void> {
  if (kept.length + tied.length + inDoubt.length === 0) return
  const { tx, hospitalId, now, newId } = bedside
  const patientIds = [...new Set([...kept, ...tied, ...inDoubt].map((one) => one.patientId))]
  const { thresholds, watched } = await watchOver(tx, patientIds, now, newId)
  const { limits, persistence, dead_bands, times } = thresholds
  const sameAlarmMs = times.same_alarm_minutes * 60_000
  const { isLive, mayBeLive } = liveness(now, times)
  const live = newer.filter(isLive)
  const decidedOn = new Set([...live, ...tied.filter(isLive)])
  const maybeLive = inDoubt.filter((one) => mayBeLive(one) && !decidedOn.has(one))
  const today = dateIn(hospitalTimeZone, now)
  const bands = new Map(
    [...watched].map(([id, { dateOfBirth }]) => [id, ageBandOn(dateOfBirth, today)] as const),
  )
  const isAlarmAlone = new Set([...tied, ...maybeLive])
  const decided: Decided[] = []
  const decideOn = (latest: Latest) => {
    const patient = watched.get(latest.patientId)
    const band = bands.get(latest.patientId)
    if (!patient || !band) return
    for (const [vital, number, second] of limitedIn(latest)) {
      const own = patient.own.get(vital)
      const held = own === undefined ? limits[band][vital] : (own ?? undefined)
      const at = decidedOn.has(latest) ? latest.at : (latest.heardAt ?? latest.at)
      const value = { value: number, second, at, deviceId: latest.deviceId }
      const damping = { persistence: persistence[vital], deadBand: dead_bands[vital], sameAlarmMs }
      const decisions = (isAlarmAlone.has(latest) ? decideOnTied : decideOnValue)(
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
  for (const value of [...decidedOn].sort((one, other) => one.at - other.at)) decideOn(value)
  for (const value of maybeLive) decideOn(value)
  const scored = new Set(
    newer.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId),
  )
  for (const id of scored) {
    const patient = watched.get(id)
    if (!patient || !isScored(patient, now)) scored.delete(id)
  }
  const scores = await scoresOf(tx, [...scored], now)
  const called = new Set(live.filter(({ vital }) => news2Vitals.has(vital)).map(({ patientId }) => patientId))
  for (const scored of scores) {
    const { patientId, at, score } = scored
    const patient = watched.get(patientId)
    if (!patient || !called.has(patientId)) continue
    const value = { value: scored.value, second: null, at, deviceId: null, score }
    const decisions = decideOnScore(patient, value, severityOfScore(scored, times), sameAlarmMs)
    if (decisions.length > 0) decided.push({ patientId, decisions })
  }
  await keepLatest(tx, hospitalId, scores, Date.parse(now))
  await keepDecisions(bedside, decided, times)

  const byPatient = Map.groupBy([...kept, ...scores], (one) => one.patientId)
  if (byPatient.size === 0) return
  const came = extremesByPatient([...newer, ...tied])
  bedside.announce({
    kind: 'latest',
    patients: [...byPatient].map(([patient_id, latest]) => ({
      patient_id,
      latest: latest.map(shownValue),
      came: came.get(patient_id) ?? [],
    })),
  })
}

/** The smallest and the largest value of each vital with a trend, among values that arrived together. */
function extremesByPatient(values: readonly Latest[]) {
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
export const isEmergency = (kind: string): boolean => emergencyRules.some((emergency) => emergency === kind)

/** Raises alarms for falls and calls for help, however late they arrive: nobody may have been there. */
export async function raiseEmergencies(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  const emergencies = readings.filter(({ kind }) => isEmergency(kind))
  if (emergencies.length === 0) return
  const { times } = (await thresholdsOf(bedside.tx)).thresholds
  const alarms = emergencies.map(
    (one): Raised => ({
      id: bedside.newId(),
      ...whoseOf(one, one.patientId),
      rule: one.kind === 'fall' ? 'fall' : 'sos',
      severity: 'high',
      at: isoOf(one.measuredAt),
      heardAt: one.timing === 'uncertain' ? isoOf(one.receivedAt) : null,
      lat: one.values.lat ?? null,
      lang: one.values.lang ?? null,
    }),
  )
  const again = await callAgain(bedside, alarms, times)
  await tellOf(bedside, [...again, ...(await raiseAlarms(bedside, alarms, times))])
}
