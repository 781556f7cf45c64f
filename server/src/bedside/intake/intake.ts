import type { HospitalContext } from '../../core/hospital-context.ts'
import { storeNewestValues } from '../alarms/value-alarms.ts'
import { attributeReadings } from './attribution.ts'
import { type Arrival, assessClocks, buildReadings } from './build-readings.ts'
import { type DeviceStatusUpdate, storeDeviceStatus } from './device-status.ts'
import { raiseEmergencies } from './emergencies.ts'
import { raiseUnitAlarms } from './glucose-unit.ts'
import { collectReportedStatus, deriveDeviceStatus } from './status-updates.ts'
import { type AttributedReading, insertReadings } from './store.ts'

/** The result of a measurement: stored, known (stored before), or waiting for a person. */
export type IngestResult = { status: 'stored' | 'known' | 'waiting'; id: string }

/** Readings that are stored and not evaluated yet. `fresh` are those that were not stored before. */
export type StoredArrivals = {
  arrivals: readonly Arrival[]
  readings: readonly AttributedReading[]
  fresh: ReadonlySet<AttributedReading>
  statusUpdates: readonly DeviceStatusUpdate[]
}

/** Stage 1 of the intake: when each reading was taken, who wore the device then, and storing it once. */
export async function storeArrivals(
  bedside: HospitalContext,
  arrivals: readonly Arrival[],
): Promise<StoredArrivals> {
  const clocks = await assessClocks(bedside, arrivals)
  const readings = await buildReadings(bedside, arrivals, clocks)
  const devices = await attributeReadings(bedside, readings, arrivals)
  const fresh = await insertReadings(bedside.tx, bedside.hospitalId, readings)
  const statusUpdates = [
    ...deriveDeviceStatus([...fresh], bedside.now),
    ...collectReportedStatus(arrivals, clocks, devices),
  ]
  return { arrivals, readings, fresh, statusUpdates }
}

/** Stage 2: the newest values, the state of the devices, alarms. Returns the results of each arrival, in order. */
export async function evaluateArrivals(
  bedside: HospitalContext,
  { arrivals, readings, fresh, statusUpdates }: StoredArrivals,
): Promise<IngestResult[][]> {
  const inOrder = readings.filter((one) => fresh.has(one))
  await storeNewestValues(bedside, inOrder)
  await storeDeviceStatus(bedside, statusUpdates)
  await raiseEmergencies(bedside, inOrder)
  await raiseUnitAlarms(bedside, inOrder)
  const toResult = (one: AttributedReading): IngestResult => {
    if (!fresh.has(one)) return { status: 'known', id: one.id }
    return { status: one.patientId === null ? 'waiting' : 'stored', id: one.id }
  }
  let end = 0
  return arrivals.map(({ measurements }) => {
    const begin = end
    end += measurements.length
    return readings.slice(begin, end).map(toResult)
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
