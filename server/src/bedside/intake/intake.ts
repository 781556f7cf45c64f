import type { HospitalContext } from '../../core/hospital-context.ts'
import { evaluateUnattributed } from '../alarms/unattributed.ts'
import { evaluateValueAlarms } from '../alarms/value-alarms.ts'
import { storeGlucoseMeals } from '../glucose-meals.ts'
import { attributeReadings } from './attribution.ts'
import { type Arrival, assessClocks, buildReadings } from './build-readings.ts'
import { type DeviceStatusUpdate, storeDeviceStatus } from './device-status.ts'
import { raiseEmergencies } from './emergencies.ts'
import { raiseUnitAlarms } from './glucose-unit.ts'
import { type ArrivedValues, emitNewestValues, hasPatient, storeNewestValues } from './newest-values.ts'
import { listReadingValues, type NewestValue } from './reading-values.ts'
import { collectReportedStatus, deriveDeviceStatus } from './status-updates.ts'
import { type AttributedReading, insertReadings } from './store.ts'

/** The result of a measurement: stored, known (stored before), or waiting for a person. */
export type IngestResult = { status: 'stored' | 'known' | 'waiting'; id: string }

/** Readings that are stored and not evaluated yet, in their order. `fresh` are those that were not stored before. */
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
  const freshReadings = [...fresh]
  // First, since it writes into the patients: whoever acts on a patient locks them before their values and alarms.
  await storeDeviceStatus(bedside, statusUpdates)
  await applyGlucoseMeals(bedside, arrivals, freshReadings)
  const arrived = await evaluateValues(bedside, freshReadings)
  emitLateArrivals(bedside, freshReadings, arrived)
  await raiseEmergencies(bedside, freshReadings)
  await raiseUnitAlarms(bedside, freshReadings)
  const toResult = (reading: AttributedReading): IngestResult => {
    if (!fresh.has(reading)) return { status: 'known', id: reading.id }
    return { status: reading.patientId === null ? 'waiting' : 'stored', id: reading.id }
  }
  // `readings` has those of each arrival, one after the other.
  let end = 0
  return arrivals.map(({ measurements }) => {
    const begin = end
    end += measurements.length
    return readings.slice(begin, end).map(toResult)
  })
}

/**
 * The meals that meters said of their tests: of fresh readings, and of those that are stored already. No alarm depends
 * on a meal, so that only the newest values and the screens follow.
 */
async function applyGlucoseMeals(
  bedside: HospitalContext,
  arrivals: readonly Arrival[],
  fresh: readonly AttributedReading[],
): Promise<void> {
  const withMeals = await storeGlucoseMeals(
    bedside,
    arrivals.flatMap(({ meal }) => meal ?? []),
  )
  if (withMeals.length === 0) return
  const freshById = new Map(fresh.map((one) => [one.id, one]))
  for (const { id, values } of withMeals) {
    const one = freshById.get(id)
    if (one) one.values = { ...one.values, marker: values.marker }
  }
  const stored = withMeals.filter(({ id }) => !freshById.has(id))
  emitNewestValues(bedside, await storeNewestValues(bedside, stored), [])
  emitOutdated(bedside.emit, [...new Set(stored.flatMap(({ patientId }) => patientId ?? []))])
}

/** The newest values of the patients, and the alarms of these values and of those whose patient is unknown. */
async function evaluateValues(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<ArrivedValues> {
  const arrived = await storeNewestValues(bedside, readings)
  const scores = await evaluateValueAlarms(bedside, arrived)
  emitNewestValues(bedside, arrived, scores)
  // The event `latest` changes a tile that is there. Whoever had none is shown once the walls are read again.
  emitOutdated(bedside.emit, arrived.newlyMonitored)
  await evaluateUnattributed(bedside, readings)
  return arrived
}

/**
 * Stage 2 for readings that a person has entered, or assigned to a patient. Raising the alarms of falls, of calls for
 * help and of glucoses without a unit is left to the caller.
 */
export async function updateBedside(
  bedside: HospitalContext,
  readings: readonly AttributedReading[],
): Promise<void> {
  await storeDeviceStatus(bedside, deriveDeviceStatus(readings, bedside.now))
  const arrived = await evaluateValues(bedside, readings)
  emitLateReadings(bedside, readings, arrived)
}

/**
 * The event `latest` has the newest values alone. An older reading is shown when open charts read the patient again.
 */
function emitLateReadings(
  { emit }: HospitalContext,
  readings: readonly AttributedReading[],
  { kept }: ArrivedValues,
): void {
  const isKept = ({ patientId, vital, at }: NewestValue) =>
    kept.some((one) => one.patientId === patientId && one.vital === vital && one.at === at)
  const late = readings.filter(hasPatient).filter((reading) => {
    const values = listReadingValues(reading)
    return values.length === 0 || !values.every(isKept)
  })
  emitOutdated(emit, late.map(getPatientId))
}

/**
 * The same for what devices send, which is much more: charts read the patient again at each newest value anyway, and
 * what is no vital sign, such as steps, is not waited for.
 */
function emitLateArrivals(
  { emit }: HospitalContext,
  readings: readonly AttributedReading[],
  { kept }: ArrivedValues,
): void {
  const withNewest = new Set(kept.map(({ patientId }) => patientId))
  const late = readings
    .filter(hasPatient)
    .filter((reading) => !withNewest.has(reading.patientId) && listReadingValues(reading).length > 0)
  emitOutdated(emit, late.map(getPatientId))
}

const getPatientId = ({ patientId }: { patientId: string }) => patientId

function emitOutdated(emit: HospitalContext['emit'], patientIds: readonly string[]): void {
  if (patientIds.length === 0) return
  emit({ kind: 'patients-outdated', patient_ids: [...new Set(patientIds)] })
}
