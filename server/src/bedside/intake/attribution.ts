import type { HospitalContext } from '../../core/hospital-context.ts'
import type { Arrival } from './build-readings.ts'
import { applyGlucoseUnit } from './glucose-unit.ts'
import {
  type AttributedReading,
  computeTakenSpan,
  findPatientsByNumber,
  findWearings,
  lockWearersShared,
  type WaitReason,
  type Wearing,
} from './store.ts'

/** Devices by MAC, with the spans in which they were worn. */
export type Devices = ReadonlyMap<string, readonly Wearing[]>

/** The device that has the MAC now. */
export function pickDeviceInUse(spans: readonly Wearing[] = []): string | null {
  return spans.find((span) => span.retiredAt === null)?.deviceId ?? null
}

/** Sets for each reading its device and its patient, or what it waits for. Returns the devices of all arrivals. */
export async function attributeReadings(
  { tx }: HospitalContext,
  readings: readonly AttributedReading[],
  arrivals: readonly Arrival[],
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
