import { type GlucoseUnit, readingValueNames } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { sqlArray, sqlRows } from '../../db/binary-array.ts'
import { attributeReadings } from './attribution.ts'
import { processAssignedReadings } from './change-of-wearer.ts'
import { clearUnitAlarms, isCriticalGlucose, loadGlucoseLimits } from './glucose-unit.ts'
import { updateBedside } from './intake.ts'
import { type AttributedReading, toAttributedReading } from './store.ts'

type Key = { _id: string; measured_at: string }

/**
 * Applies the unit that a person stated for some glucoses. A registered device stores the unit, and all its waiting
 * readings are interpreted in it; a reading of an unregistered device is interpreted alone. Returns the readings that
 * have a value now.
 */
export async function setGlucoseUnit(
  bedside: HospitalContext,
  keys: readonly Key[],
  unit: GlucoseUnit,
): Promise<AttributedReading[]> {
  const { tx } = bedside
  const named = sql<SqlBool>`(r.measured_at, r.id) in (select * from ${sqlRows('k', keys, {
    measured_at: ['timestamptz', ({ measured_at }) => measured_at],
    id: ['uuid', ({ _id }) => _id],
  })})`
  const { rows } = await sql<{ device_id: string | null }>`
    select r.device_id from readings r where r.waits_for = 'unit' and ${named}`.execute(tx)
  const deviceIds = [...new Set(rows.flatMap(({ device_id }) => device_id ?? []))]
  if (deviceIds.length > 0)
    await tx
      .updateTable('devices')
      .set({ glucose_unit: unit })
      .where(sql<boolean>`id = any(${sqlArray('uuid', deviceIds)})`)
      .execute()
  return applyUnitToWaiting(
    bedside,
    sql`(r.device_id = any(${sqlArray('uuid', deviceIds)}) or ${named})`,
    unit,
  )
}

/** Interprets the waiting glucoses of a device, now that its record has a unit. */
export function applyDeviceUnit(
  bedside: HospitalContext,
  deviceId: string,
  unit: GlucoseUnit,
): Promise<AttributedReading[]> {
  return applyUnitToWaiting(bedside, sql`r.device_id = ${deviceId}`, unit)
}

async function applyUnitToWaiting(
  bedside: HospitalContext,
  which: RawBuilder<SqlBool>,
  unit: GlucoseUnit,
): Promise<AttributedReading[]> {
  const { tx } = bedside
  const { rows } = await sql<Record<string, unknown>>`
    select r.* from readings r where r.waits_for = 'unit' and ${which}
    order by r.measured_at, r.id for update`.execute(tx)
  const waiting = rows.map((row): AttributedReading => {
    const reading = toAttributedReading(row)
    return { ...reading, values: removeNulls(reading.values), waitsFor: null, reportedUnit: unit }
  })
  await attributeReadings(bedside, waiting, [])
  const read = waiting.filter(({ waitsFor }) => waitsFor !== 'unit')
  if (read.length === 0) return []
  await sql`
    update readings r
    set blood_glucose = u.value, patient_id = u.patient_id, device_id = u.device_id, waits_for = u.waits_for
    from ${sqlRows('u', read, {
      measured_at: ['timestamptz', (one) => one.measuredAt],
      id: ['uuid', (one) => one.id],
      value: ['double precision', (one) => one.values.blood_glucose],
      patient_id: ['uuid', (one) => one.patientId],
      device_id: ['uuid', (one) => one.deviceId],
      waits_for: ['text', (one) => one.waitsFor],
    })}
    where r.measured_at = u.measured_at and r.id = u.id`.execute(tx)
  await processAssignedReadings(
    bedside,
    read.filter(({ patientId }) => patientId !== null),
  )
  // What still waits for its time or its patient may be critical, and its unit alarm is about to end.
  await updateBedside(
    bedside,
    read.filter(({ patientId }) => patientId === null),
  )
  await endUnitAlarms(bedside, read)
  return read
}

function removeNulls(values: AttributedReading['values']): AttributedReading['values'] {
  return Object.fromEntries(
    readingValueNames.flatMap((name) => (values[name] === null ? [] : [[name, values[name]]])),
  )
}

const getLikelyPatientId = ({ patientId, presumedPatientId = null }: AttributedReading) =>
  patientId ?? presumedPatientId

/**
 * Ends the unit alarms for which no reading waits any more. An alarm stays open if the value is critical and too late
 * to raise an alarm of its own: the person who stated the unit need not be the one who sees to the patient.
 */
async function endUnitAlarms(bedside: HospitalContext, read: readonly AttributedReading[]): Promise<void> {
  const { getLimits, isLate } = await loadGlucoseLimits(bedside, read.map(getLikelyPatientId))
  const alarming = read.filter(
    (one) =>
      isLate(one) && isCriticalGlucose(one.values.blood_glucose ?? 0, getLimits(getLikelyPatientId(one))),
  )
  await clearUnitAlarms(bedside, read, 'recovered', alarming)
}
