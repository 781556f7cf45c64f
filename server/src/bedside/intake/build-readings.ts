import type { HospitalContext } from '../../core/hospital-context.ts'
import type { DeviceStatusReport, GlucoseMeal, Measurement, ShownClock } from '../measurement.ts'
import {
  assessMessageClock,
  findClocks,
  isCertainOfCall,
  isPrompt,
  type KnownClock,
  listLaggingClocks,
  type SenderClockLag,
  storeClockLags,
  toRightClock,
  updateClockLag,
} from './clocks.ts'
import {
  arePlausibleTimes,
  assessCallClock,
  type ClockAssessment,
  determineMeasuredTimes,
  unknownClock,
} from './measured-at.ts'
import { computeNumberedId, computeReadingId } from './reading-id.ts'
import { type AttributedReading, findStoredWithoutNumber, storeCorrectedTimes } from './store.ts'
import { lockWearers } from './wearings.ts'

/**
 * What one call or one message brought: measurements that arrived at one instant (milliseconds), and the status that
 * their devices reported. `clock`: what the sender's clock showed when the message was made. `hasCallClock`: the call
 * states that as of its sending; a sender that tries the same call again may state it as of the first time.
 */
export type Arrival = {
  receivedAt: number
  measurements: readonly Measurement[]
  statusReports: readonly DeviceStatusReport[]
  hasCallClock: boolean
  clock?: ShownClock | undefined
  meal?: GlucoseMeal | undefined
}

/**
 * The clocks of the arrivals, in order. If each message shows that its own clock is right, the database is not asked.
 */
export async function assessClocks(
  { tx, hospitalId }: HospitalContext,
  arrivals: readonly Arrival[],
): Promise<ClockAssessment[]> {
  const late = arrivals.filter(isLate)
  // Only a device has its own row that says when its clock was right.
  const promptCalls = arrivals.flatMap(({ clock, receivedAt, hasCallClock }) =>
    clock && hasCallClock && isPrompt(receivedAt - clock.shown) ? [clock.mac] : [],
  )
  const rightAgain = new Set(await listLaggingClocks(tx, [...new Set(promptCalls)]))
  if (late.length === 0 && rightAgain.size === 0) return arrivals.map((arrival) => assessClock(arrival))
  // One transaction at a time reads how clocks lag and stores it. The lock is taken before `attributeReadings` takes it
  // shared: two transactions that hold it shared would wait for each other.
  await lockWearers(tx)
  const macs = late.flatMap(({ clock, measurements }) => [
    ...(clock ? [clock.mac] : []),
    ...measurements.flatMap(({ mac }) => mac ?? []),
  ])
  const known = await findClocks(tx, [...new Set(macs)])
  const newLags = new Map<string, SenderClockLag>()
  for (const { clock, receivedAt } of arrivals)
    if (clock && rightAgain.has(clock.mac) && isPrompt(receivedAt - clock.shown))
      newLags.set(clock.mac, toRightClock(clock.mac, receivedAt))
  const clocks = arrivals.map((arrival) => assessClock(arrival, known, newLags))
  await storeClockLags(tx, hospitalId, [...newLags.values()])
  return clocks
}

function isLate({ clock, receivedAt, hasCallClock }: Arrival): boolean {
  if (!clock) return false
  const lag = receivedAt - clock.shown
  return !isPrompt(lag) && !(hasCallClock && isCertainOfCall(lag))
}

/** `newLags` has the lags of the arrivals before this one, and gets that of this one. */
function assessClock(
  { clock, receivedAt, measurements, hasCallClock }: Arrival,
  known: ReadonlyMap<string, KnownClock> = new Map(),
  newLags = new Map<string, SenderClockLag>(),
): ClockAssessment {
  if (!clock) return unknownClock
  const { mac, shown } = clock
  const lag = receivedAt - shown
  if (hasCallClock && isCertainOfCall(lag)) return assessCallClock(shown, receivedAt)
  if (isPrompt(lag)) {
    newLags.delete(mac)
    return { behind: 0, trust: 'known' }
  }
  const own = known.get(mac) ?? { rightAt: null, lagging: undefined }
  const lagging = updateClockLag(newLags.get(mac) ?? own.lagging, {
    lag,
    receivedAt,
    isCall: hasCallClock,
  })
  // The clock of an unregistered gateway is unknown; those of the devices that it heard may be known.
  const deviceRightAts = measurements.flatMap(
    (measurement) => known.get(measurement.mac ?? '')?.rightAt ?? [],
  )
  const rightAt = own.rightAt ?? (deviceRightAts.length > 0 ? Math.max(...deviceRightAts) : null)
  const assessment = assessMessageClock(lagging, rightAt, shown, lag)
  newLags.set(mac, { ...lagging, mac, isInDoubt: assessment.trust === 'doubtful' })
  return assessment
}

/** The measurements of the arrivals as readings with their times. A reading that is sent again keeps its first time. */
export async function buildReadings(
  { tx, hospitalId }: HospitalContext,
  arrivals: readonly Arrival[],
  clocks: readonly ClockAssessment[],
): Promise<AttributedReading[]> {
  const readings = arrivals.flatMap((arrival, arrivalIndex) => {
    const ofArrival = buildArrivalReadings(hospitalId, arrival, clocks[arrivalIndex] ?? unknownClock)
    for (const reading of ofArrival) reading.arrivalIndex = arrivalIndex
    return ofArrival
  })
  await identifyNumbered({ tx, hospitalId }, readings)
  const corrected = readings.filter(({ measuredAt, reportedAt }) => measuredAt !== reportedAt)
  if (corrected.length === 0) return readings
  await lockWearers(tx)
  const times = await storeCorrectedTimes(tx, hospitalId, corrected)
  for (const reading of corrected) reading.measuredAt = times.get(reading.id) ?? reading.measuredAt
  return readings
}

/** Gives numbered readings their ids; what an earlier version stored without its number keeps the id that it had. */
async function identifyNumbered(
  { tx, hospitalId }: Pick<HospitalContext, 'tx' | 'hospitalId'>,
  readings: readonly AttributedReading[],
): Promise<void> {
  const numbered = readings.flatMap((one) =>
    one.sequenceNumber === undefined ? [] : [{ one, sequenceNumber: one.sequenceNumber }],
  )
  if (numbered.length === 0) return
  const stored = await findStoredWithoutNumber(
    tx,
    numbered.map(({ one }) => one),
  )
  for (const { one, sequenceNumber } of numbered)
    if (!stored.has(one.id)) one.id = computeNumberedId(hospitalId, { ...one, sequenceNumber })
}

/** The readings of one arrival; their times are corrected for each device or patient by itself. */
function buildArrivalReadings(
  hospitalId: string,
  { receivedAt, measurements, clock: shownClock }: Arrival,
  senderClock: ClockAssessment,
): AttributedReading[] {
  const isClockRight = shownClock !== undefined && senderClock.trust === 'known' && senderClock.behind === 0
  const readings = measurements.map((measurement): AttributedReading => {
    const { kind, values, source, mac, deviceType, reportedAt, reportedGlucose = null } = measurement
    const {
      nationalId = null,
      hn = null,
      sentAt = null,
      gatewayScanTime = null,
      sequenceNumber,
    } = measurement
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
      isClockRight,
      ...(sequenceNumber !== undefined && { sequenceNumber }),
    }
  })
  // The clock of the sender says nothing of a time that a device took from its own.
  const clock = measurements.some(({ hasOwnClock }) => hasOwnClock) ? unknownClock : senderClock
  if (clock.trust !== 'known') for (const reading of readings) reading.heardAt = receivedAt
  if (arePlausibleTimes(listReportedTimes(readings), clock, receivedAt)) return readings
  const bySource = Map.groupBy(readings, ({ mac, nationalId, hn }) => mac ?? nationalId ?? hn)
  for (const ofSource of bySource.values()) {
    const times = determineMeasuredTimes(listReportedTimes(ofSource), clock, receivedAt)
    for (const [index, reading] of ofSource.entries()) {
      const { at, timing } = times[index] ?? { at: reading.reportedAt, timing: 'told' }
      reading.measuredAt = at
      reading.timing = timing
      if (timing === 'uncertain') reading.heardAt = receivedAt
    }
  }
  return readings
}

const listReportedTimes = (readings: readonly AttributedReading[]) =>
  readings.map(({ reportedAt }) => reportedAt)
