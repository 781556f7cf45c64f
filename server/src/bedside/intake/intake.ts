import type { HospitalContext } from '../../core/hospital-context.ts'
import { attributeReadings } from './attribution.ts'
import { assessClocks, buildReadings, type IngestBatch } from './build-readings.ts'
import { storeDeviceStatus } from './device-status.ts'
import { raiseEmergencies } from './emergencies.ts'
import { raiseUnitAlarms } from './glucose-unit.ts'
import { storeNewestValues } from './newest-values.ts'
import { collectReportedStatus, deriveDeviceStatus } from './status-updates.ts'
import { type AttributedReading, insertReadings } from './store.ts'

/** The result of a measurement: stored, known (stored before), or waiting for a person. */
export type IngestResult = { status: 'stored' | 'known' | 'waiting'; id: string }

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
