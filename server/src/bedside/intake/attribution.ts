import type { HospitalContext } from '../../core/hospital-context.ts'
import type { Arrival } from './build-readings.ts'
import { applyGlucoseUnit } from './glucose-unit.ts'
import { findPatientsByNumber } from './patients-in-message.ts'
import { type AttributedReading, computeTakenSpan, type WaitReason } from './store.ts'
import { findWearings, lockWearersShared, type Wearing } from './wearings.ts'

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
  const { macs, nationalIds, hns, taken } = collectMentions(readings, arrivals)
  if (readings.length > 0) await lockWearersShared(tx)
  const devices = await findWearings(tx, macs, readings.length > 0 ? taken : undefined)
  const byNationalId = await findPatientsByNumber(tx, 'national_id', nationalIds)
  const byHn = await findPatientsByNumber(tx, 'hn', hns)
  for (const reading of readings) {
    const { mac, nationalId, hn } = reading
    const isNamed = typeof nationalId === 'string' || typeof hn === 'string'
    const namedPatientId = pickSamePerson(byNationalId.get(nationalId ?? ''), byHn.get(hn ?? ''))
    const spans = mac === null ? [] : (devices.get(mac) ?? [])
    attributeReading(reading, spans, isNamed ? { patientId: namedPatientId } : undefined)
  }
  return devices
}

/** The devices and numbers that the arrivals mention, and the time in which all readings may have been taken. */
function collectMentions(readings: readonly AttributedReading[], arrivals: readonly Arrival[]) {
  const taken = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
  const macs = new Set(arrivals.flatMap(({ statusReports }) => statusReports.map(({ mac }) => mac)))
  const nationalIds = new Set<string>()
  const hns = new Set<string>()
  for (const reading of readings) {
    const { mac, nationalId, hn } = reading
    const { from, to } = computeTakenSpan(reading)
    taken.from = Math.min(taken.from, from)
    taken.to = Math.max(taken.to, to)
    if (mac !== null) macs.add(mac)
    if (typeof nationalId === 'string') nationalIds.add(nationalId)
    if (typeof hn === 'string') hns.add(hn)
  }
  return { macs: [...macs], nationalIds: [...nationalIds], hns: [...hns], taken }
}

/**
 * `spans` are those of the reading's device. `named`: the message names a patient; the id is null if nobody has the
 * number, or several have it.
 */
function attributeReading(
  reading: AttributedReading,
  spans: readonly Wearing[],
  named: { patientId: string | null } | undefined,
): void {
  const wearing = pickWearing(spans, reading.measuredAt)
  const wearingOnArrival = typeof reading.heardAt === 'number' ? pickWearing(spans, reading.heardAt) : wearing
  reading.deviceId = wearing?.deviceId ?? wearingOnArrival?.deviceId ?? pickDeviceInUse(spans)
  // If its clock is in doubt, the reading may have been taken before a hand-over or after it.
  if (mayHaveOtherWearer(spans, computeTakenSpan(reading))) reading.timing = 'uncertain'
  const patientId = named ? named.patientId : (wearing?.patientId ?? null)
  // If the time is in doubt, so is the wearer; a patient whom the message names does not depend on the time.
  const isPatientCertain =
    reading.timing !== 'uncertain' || (named !== undefined && reading.measuredAt === reading.reportedAt)
  if (patientId !== null && isPatientCertain) reading.patientId = patientId
  else {
    reading.waitsFor = determineWaitReason(reading, named)
    if (reading.waitsFor === 'time')
      reading.presumedPatientId = named ? named.patientId : (wearingOnArrival?.patientId ?? patientId)
  }
  // A glucose without a unit takes that of its device; with none it waits, even if the patient is known.
  const device = wearing ?? spans.find((span) => span.retiredAt === null)
  applyGlucoseUnit(reading, reading.reportedUnit ?? device?.glucoseUnit ?? null)
}

/**
 * The patient whom both numbers name, or whom one names if nobody has the other. Null if they name two patients, or if
 * several patients have one national ID: then a person must choose.
 */
function pickSamePerson(some: readonly string[] = [], others: readonly string[] = []): string | null {
  const both = some.filter((id) => others.includes(id))
  const named = some.length > 0 && others.length > 0 ? both : [...some, ...others]
  return named.length === 1 ? (named[0] ?? null) : null
}

function determineWaitReason(
  { timing, deviceId }: AttributedReading,
  named: { patientId: string | null } | undefined,
): WaitReason {
  if (named) return named.patientId === null ? 'person' : 'time'
  if (deviceId === null) return 'device'
  return timing === 'uncertain' ? 'time' : 'wearer'
}

/** Who wore the device at an instant. A span includes its start and excludes its end. */
export function pickWearing(spans: readonly Wearing[], at: number): Wearing | undefined {
  return spans.find(
    (span) => span.patientId !== null && span.from <= at && (span.to === null || at < span.to),
  )
}

/** Whether a device changed its wearer in the time in which a reading may have been taken. */
function mayHaveOtherWearer(spans: readonly Wearing[], { from, to }: { from: number; to: number }): boolean {
  const worn = spans.filter(
    (span) => span.patientId !== null && span.from <= to && (span.to === null || from < span.to),
  )
  const [only] = worn
  if (!only) return false
  return worn.length > 1 || only.from > from || (only.to !== null && only.to <= to)
}
