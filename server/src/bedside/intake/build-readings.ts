import type { HospitalContext } from '../../core/hospital-context.ts'
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
import {
  arePlausibleTimes,
  assessCallClock,
  type ClockAssessment,
  determineMeasuredAt,
  unknownClock,
} from './measured-at.ts'
import { computeReadingId } from './reading-id.ts'
import { type AttributedReading, lockWearers, storeCorrectedTimes } from './store.ts'

/**
 * What one call or one message brought: measurements that arrived at one instant (milliseconds), and the status that
 * their devices reported. `hasCallClock`: the sender stated in this very call what its clock shows now. `clock`: what it
 * showed when the message was made.
 */
export type Arrival = {
  receivedAt: number
  measurements: readonly Measurement[]
  statusReports: readonly DeviceStatusReport[]
  hasCallClock: boolean
  clock?: ShownClock | undefined
}

/**
 * The clocks of the arrivals, in order. If each message shows that its own clock is right, the database is not asked.
 */
export async function assessClocks(
  { tx, hospitalId }: HospitalContext,
  arrivals: readonly Arrival[],
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
  { clock, receivedAt, measurements, hasCallClock }: Arrival,
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

export async function buildReadings(
  { tx, hospitalId }: HospitalContext,
  arrivals: readonly Arrival[],
  clocks: readonly ClockAssessment[],
): Promise<AttributedReading[]> {
  const placed = arrivals.flatMap((arrival, nth) => {
    const ofArrival = buildArrivalReadings(hospitalId, arrival, clocks[nth] ?? unknownClock)
    for (const one of ofArrival) one.arrivalIndex = nth
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
function buildArrivalReadings(
  hospitalId: string,
  { receivedAt, measurements, clock: shown }: Arrival,
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
