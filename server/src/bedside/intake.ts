import {
  type AlarmSeverity,
  type AlarmTimes,
  ageBandOn,
  emergencyRules,
  type LatestValue,
  type LatestVital,
  type LimitedVital,
  limitedVitals,
  trendVitals,
} from 'contract'
import { dateIn, hospitalTimeZone, isoOf } from '../core/moments.ts'
import { callAgain, type Decided, keepDecisions, type Raised, raiseAlarms, tellOf } from './alarm-book.ts'
import type { Bedside } from './context.ts'
import { keepLatest, type Latest, latestOf, news2Vitals, type Scored, scoresOf, takeNewer } from './latest.ts'
import type { DeviceSign, Measurement } from './measurement.ts'
import { placeInTime } from './place-in-time.ts'
import { idOf } from './reading-id.ts'
import { keepSigns, type Sign } from './signs.ts'
import {
  correctTimes,
  insertReadings,
  type Placed,
  patientsBy,
  type WaitsFor,
  type Wearing,
  wearingsOf,
} from './store.ts'
import { decideOnScore, decideOnTied, decideOnValue } from './watch.ts'
import { thresholdsOf, watchOver } from './watched.ts'

/** What became of a measurement, in the order in which they came. */
export type Fate = { status: 'stored' | 'known' | 'waiting'; id: string }

/**
 * Measurements that came at one moment (milliseconds), and what their devices said of themselves. `isSentFresh`: the
 * sender said in this very call what its clock shows now.
 */
export type Arrival = {
  receivedAt: number
  measurements: readonly Measurement[]
  signs: readonly DeviceSign[]
  isSentFresh: boolean
}

/**
 * The way of a reading: when it was taken, who wore the device then, kept once, the newest value, alarms. All in the
 * caller's transaction, so that nothing is acknowledged before all of it is committed. Answers what became of what
 * each arrival brought, in its order. `turn` is waited for when the readings are kept and nothing is decided yet.
 */
export async function takeIn(
  bedside: Bedside,
  arrivals: readonly Arrival[],
  turn?: () => Promise<void>,
): Promise<Fate[][]> {
  const placed = await placeAll(bedside, arrivals)
  const devices = await attribute(bedside, placed, arrivals)
  const stored = await insertReadings(bedside.tx, bedside.hospitalId, placed)
  const fresh = placed.filter((one) => stored.has(one))
  await turn?.()
  await keepNewest(bedside, fresh)
  await keepSigns(bedside, [...signsIn(fresh, bedside.now), ...signsSaid(arrivals, devices)])
  await raiseEmergencies(bedside, fresh)
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

/** Newest values and alarms for readings that have just been kept, or just been given to a patient. */
export async function follow(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  await keepNewest(bedside, readings)
  await keepSigns(bedside, signsIn(readings, bedside.now))
}

async function keepNewest(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  const mine = readings.filter((one): one is Placed & { patientId: string } => one.patientId !== null)
  const values = mine.flatMap(latestOf)
  if (values.length > 0) await decide(bedside, await takeNewer(bedside.tx, bedside.hospitalId, values))
}

/** A device whose reading comes was there when it was taken, not when it came. */
function signsIn(readings: readonly Placed[], now: string): Sign[] {
  const nowMs = Date.parse(now)
  const signs: Sign[] = []
  for (const { deviceId, measuredAt, values } of readings) {
    const at = Math.min(measuredAt, nowMs)
    const { lat = null, lang = null } = values
    const before = signs.at(-1)
    // Most devices measure several things at once.
    if (deviceId === null || (before?.deviceId === deviceId && before.at === at && lat === null)) continue
    signs.push({ deviceId, at, status: 'connected', battery: null, signal: null, lat, lang })
  }
  return signs
}

function signsSaid(arrivals: readonly Arrival[], devices: Devices): Sign[] {
  return arrivals.flatMap(({ receivedAt, signs }) =>
    signs.flatMap(({ mac, toldAt, status, battery = null, signal = null }) => {
      const deviceId = deviceInUse(devices.get(mac))
      const at = Math.min(toldAt ?? receivedAt, receivedAt)
      return deviceId === null ? [] : [{ deviceId, at, status, battery, signal, lat: null, lang: null }]
    }),
  )
}

/** A reading that comes late is kept and shown, and raises no alarm that would call somebody to what is over. */
function liveness(now: string, { late_minutes }: AlarmTimes) {
  const oldest = Date.parse(now) - late_minutes * 60_000
  return ({ at }: Latest) => at >= oldest
}

async function placeAll({ tx, hospitalId }: Bedside, arrivals: readonly Arrival[]): Promise<Placed[]> {
  const placed = arrivals.flatMap(({ receivedAt, measurements, isSentFresh }) => {
    return measurements.map((measurement): Placed => {
      const { kind, values, source, mac, deviceType, toldAt } = measurement
      const { nationalId = null, hn = null, sentAt = null, gatewayScanTime = null } = measurement
      const { at, timing } = placeInTime({ told: toldAt, sent: sentAt, received: receivedAt, isSentFresh })
      return {
        id: idOf(hospitalId, measurement),
        kind,
        values,
        source,
        mac,
        deviceType,
        nationalId,
        hn,
        toldAt,
        sentAt,
        gatewayScanTime,
        measuredAt: at,
        receivedAt,
        timing,
        deviceId: null,
        patientId: null,
        waitsFor: null,
      }
    })
  })
  const corrected = placed.filter((one) => one.timing === 'corrected')
  const times = await correctTimes(tx, hospitalId, corrected)
  for (const one of corrected) one.measuredAt = times.get(one.id) ?? one.measuredAt
  return placed
}

/** The devices of some readings by their addresses, in the spans in which they were worn. */
type Devices = ReadonlyMap<string, readonly Wearing[]>

/** The device that has the address now. */
function deviceInUse(spans: readonly Wearing[] = []): string | null {
  return spans.find((span) => span.retiredAt === null)?.deviceId ?? null
}

/**
 * Notes of readings which device they are from and whose they are, or what they wait for. Answers the devices of all
 * that arrived.
 */
async function attribute(
  { tx }: Bedside,
  readings: readonly Placed[],
  arrivals: readonly Arrival[],
): Promise<Devices> {
  let from = Number.POSITIVE_INFINITY
  let to = Number.NEGATIVE_INFINITY
  const macs = new Set(arrivals.flatMap(({ signs }) => signs.map(({ mac }) => mac)))
  const nationalIds = new Set<string>()
  const hns = new Set<string>()
  for (const { measuredAt, mac, nationalId, hn } of readings) {
    from = Math.min(from, measuredAt)
    to = Math.max(to, measuredAt)
    if (mac !== null) macs.add(mac)
    if (typeof nationalId === 'string') nationalIds.add(nationalId)
    if (typeof hn === 'string') hns.add(hn)
  }
  const wearings = await wearingsOf(tx, [...macs], readings.length > 0 ? { from, to } : undefined)
  const byNationalId = await patientsBy(tx, 'national_id', [...nationalIds])
  const byHn = await patientsBy(tx, 'hn', [...hns])
  for (const one of readings) {
    const spans = one.mac === null ? [] : (wearings.get(one.mac) ?? [])
    const wearing = wearingAt(spans, one.measuredAt)
    const isNamed = typeof one.nationalId === 'string' || typeof one.hn === 'string'
    const named = samePerson(byNationalId.get(one.nationalId ?? ''), byHn.get(one.hn ?? ''))
    one.deviceId = wearing?.deviceId ?? deviceInUse(spans)
    const patientId = isNamed ? named : (wearing?.patientId ?? null)
    // A doubtful time makes it doubtful who wore the device; a name does not change with time.
    if (patientId !== null && (one.timing !== 'uncertain' || isNamed)) one.patientId = patientId
    else one.waitsFor = waitsFor(one, isNamed, spans.length > 0)
  }
  return wearings
}

/** Whom two numbers name, or the one that is somebody's; nobody when they name two people. */
function samePerson(one: string | undefined, other: string | undefined): string | null {
  if (one !== undefined && other !== undefined && one !== other) return null
  return one ?? other ?? null
}

function waitsFor(one: Placed, isNamed: boolean, isKnownDevice: boolean): WaitsFor {
  if (isNamed) return 'person'
  if (!isKnownDevice) return 'device'
  return one.timing === 'uncertain' ? 'time' : 'wearer'
}

/** Who wore the device at an instant. A span begins with its first instant and ends before its last. */
export function wearingAt(spans: readonly Wearing[], at: number): Wearing | undefined {
  return spans.find(
    (span) => span.patientId !== null && span.from <= at && (span.to === null || at < span.to),
  )
}

/** The limited vitals in a newest value: a pressure has two. */
function limitedIn({ vital, value, second }: Latest): [LimitedVital, number, number | null][] {
  if (vital === 'blood_pressure') {
    return [
      ...(value === null ? [] : [['systolic', value, second] as [LimitedVital, number, number | null]]),
      ...(second === null ? [] : [['diastolic', second, null] as [LimitedVital, number, number | null]]),
    ]
  }
  return isLimited(vital) && value !== null ? [[vital, value, null]] : []
}

const limitedNames = new Set<string>(limitedVitals)
const isLimited = (vital: LatestVital | LimitedVital): vital is LimitedVital => limitedNames.has(vital)

async function decide(
  bedside: Bedside,
  { newer, tied, kept }: Record<'newer' | 'tied' | 'kept', readonly Latest[]>,
): Promise<void> {
  if (kept.length + tied.length === 0) return
  const { tx, hospitalId, now, newId } = bedside
  const patientIds = [...new Set([...kept, ...tied].map((one) => one.patientId))]
  const { thresholds, watched } = await watchOver(tx, patientIds, now, newId)
  const { limits, persistence, dead_bands, times } = thresholds
  const sameAlarmMs = times.same_alarm_minutes * 60_000
  const isLive = liveness(now, times)
  const live = newer.filter(isLive)
  const today = dateIn(hospitalTimeZone, now)
  const bands = new Map(
    [...watched].map(([id, { dateOfBirth }]) => [id, ageBandOn(dateOfBirth, today)] as const),
  )
  const isTied = new Set(tied)
  const decided: Decided[] = []
  const decideOn = (latest: Latest) => {
    const patient = watched.get(latest.patientId)
    const band = bands.get(latest.patientId)
    if (!patient || !band) return
    for (const [vital, number, second] of limitedIn(latest)) {
      const own = patient.own.get(vital)
      const held = own === undefined ? limits[band][vital] : (own ?? undefined)
      const value = { value: number, second, at: latest.at, deviceId: latest.deviceId }
      const damping = { persistence: persistence[vital], deadBand: dead_bands[vital], sameAlarmMs }
      const decisions = (isTied.has(latest) ? decideOnTied : decideOnValue)(
        patient,
        vital,
        held,
        damping,
        value,
      )
      if (decisions.length > 0) decided.push({ patientId: latest.patientId, decisions })
    }
  }
  // Sorted by time, a tied one stays behind the other of its instant.
  for (const value of [...live, ...tied.filter(isLive)].sort((one, other) => one.at - other.at))
    decideOn(value)
  // The score is for adults (RCP, NEWS2 2017): one whose age nobody knows is counted among them for limits, not here.
  const scored = new Set(
    newer
      .filter(({ vital, patientId }) => news2Vitals.has(vital) && watched.get(patientId)?.mayHaveScore)
      .map(({ patientId }) => patientId)
      .filter((id) => bands.get(id) === 'adult' && watched.get(id)?.dateOfBirth !== null),
  )
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
  await keepLatest(tx, hospitalId, scores)
  await keepDecisions(bedside, decided, times)

  const byPatient = Map.groupBy([...kept, ...scores], (one) => one.patientId)
  if (byPatient.size === 0) return
  const came = extremesByPatient([...newer, ...tied])
  bedside.announce({
    kind: 'latest',
    patients: [...byPatient].map(([patient_id, latest]) => ({
      patient_id,
      latest: latest.map(shown),
      came: came.get(patient_id) ?? [],
    })),
  })
}

/** How urgent a score is, and the limit that it reached; a single parameter of 3 reaches none. */
function severityOfScore(
  { value, hasSingleThree }: Scored,
  { news2_medium, news2_high }: AlarmTimes,
): { severity: AlarmSeverity; limit: number | null } | undefined {
  if (value >= news2_high) return { severity: 'high', limit: news2_high }
  if (value >= news2_medium) return { severity: 'medium', limit: news2_medium }
  return hasSingleThree ? { severity: 'medium', limit: null } : undefined
}

/** The smallest and the largest of each vital with a trend, of values that came together. */
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

function shown({ vital, value, second, note, at, source, is_derived }: Latest): LatestValue {
  return { vital, value, second, note, measured_at: isoOf(at), source, is_derived }
}

/** A reading and its alarm have one name. */
export const isEmergency = (kind: string): boolean => emergencyRules.some((emergency) => emergency === kind)

/** What is known of where a reading is from, when it is neither a patient's nor a device's. */
function knownBy({ mac, hn, nationalId }: Placed): Pick<Raised, 'mac' | 'named'> {
  return mac === null ? { named: hn ?? nationalId ?? null } : { mac }
}

/** A fall or a call for help is told however late it comes: nobody may have been there. */
export async function raiseEmergencies(bedside: Bedside, readings: readonly Placed[]): Promise<void> {
  const emergencies = readings.filter(({ kind }) => isEmergency(kind))
  if (emergencies.length === 0) return
  const { times } = (await thresholdsOf(bedside.tx)).thresholds
  const alarms = emergencies.map(
    (one): Raised => ({
      id: bedside.newId(),
      patientId: one.patientId,
      deviceId: one.deviceId,
      ...(one.patientId === null && one.deviceId === null && knownBy(one)),
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
