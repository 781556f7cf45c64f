import {
  type GlucoseUnit,
  quantities,
  type ReadingKind,
  type ReadingTiming,
  type ReadingValueName,
  readingKindNames,
  readingKinds,
  readingValueNames,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { type ElementType, sqlArray, sqlRows } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { Measurement } from '../measurement.ts'

/**
 * Why a reading waits for a person: nobody wore the device then, its time is in doubt, the patient or the device is
 * unknown, or its unit is unknown.
 */
export type WaitReason = 'wearer' | 'time' | 'person' | 'device' | 'unit'

/** A measurement with all that could be found out about it. */
export type AttributedReading = Measurement & {
  id: string
  measuredAt: number
  receivedAt: number
  timing: ReadingTiming
  deviceId: string | null
  patientId: string | null
  waitsFor: WaitReason | null
  /** The time of arrival, if its clock is in doubt: it may have been taken then (milliseconds). */
  heardAt?: number | null
  /** It raised an alarm while its patient was unknown, and that alarm is still open. */
  hasOpenAlarm?: boolean
  /** The position of its call or message among those that are taken in together. */
  arrivalIndex?: number
  /** Whether its message shows that the sender's clock is right. */
  isClockRight?: boolean
  /** While it waits for its time or its unit: the patient whose it is, certainly or most likely. */
  presumedPatientId?: string | null
  /** The unit of a glucose, as a person has stated. */
  reportedUnit?: GlucoseUnit
  enteredBy?: string
  corrects?: string
  actId?: string | null
  note?: string | null
}

/**
 * The earliest and the latest time at which a reading may have been taken: its clock may be in doubt (milliseconds).
 */
export function computeTakenSpan({ measuredAt, reportedAt, heardAt, timing }: AttributedReading): {
  from: number
  to: number
} {
  if (typeof heardAt !== 'number') return { from: measuredAt, to: measuredAt }
  const earliest = timing === 'uncertain' ? measuredAt : Math.min(reportedAt, measuredAt)
  return { from: Math.min(earliest, heardAt), to: Math.max(measuredAt, heardAt) }
}

const fieldsByKind = new Map<ReadingKind, ReadingValueName[]>(
  readingKindNames.map((kind) => {
    const { needs, may } = readingKinds[kind]
    return [kind, [...needs, ...may]]
  }),
)

export function listKindFields(kind: ReadingKind): readonly ReadingValueName[] {
  return fieldsByKind.get(kind) ?? []
}

/** The wire calls a position `lat` and `lang`. */
const columnsOfPosition = { lat: 'latitude', lang: 'longitude' } as const

/** The column of the table `readings` that holds a value. */
export function getValueColumn(name: ReadingValueName): string {
  return name === 'lat' || name === 'lang' ? columnsOfPosition[name] : name
}

/** A stored row as the reading that it was on arrival. */
export function toAttributedReading(row: Record<string, unknown>): AttributedReading {
  const { id, kind, source, measured_at, received_at, timing, device_id, device_type, mac, patient_id } = row
  const { told_hn, told_national_id, device_time, is_in_doubt } = row
  const measuredAt = Date.parse(String(measured_at))
  return {
    id,
    kind,
    source,
    values: { ...row, lat: row['latitude'], lang: row['longitude'] },
    mac,
    hn: told_hn,
    nationalId: told_national_id,
    deviceType: device_type,
    reportedGlucose: row['told_glucose'],
    reportedAt: typeof device_time === 'string' ? Date.parse(device_time) : measuredAt,
    measuredAt,
    receivedAt: Date.parse(String(received_at)),
    timing,
    deviceId: device_id,
    patientId: patient_id,
    waitsFor: row['waits_for'],
    heardAt: timing === 'uncertain' || is_in_doubt === true ? Date.parse(String(received_at)) : null,
  } as AttributedReading
}

function getColumnType(name: ReadingValueName): ElementType {
  if (name === 'oxygen') return 'boolean'
  if (name === 'marker' || name === 'beyond' || name === 'consciousness') return 'text'
  return quantities[name].column
}

type Column = {
  name: string
  type: ElementType
  value: (one: AttributedReading) => string | number | boolean | null | undefined
}

const createColumn = (name: string, type: ElementType, value: Column['value']): Column => ({
  name,
  type,
  value,
})

const columns: readonly Column[] = [
  createColumn('measured_at', 'timestamptz', (one) => one.measuredAt),
  createColumn('id', 'uuid', (one) => one.id),
  createColumn('patient_id', 'uuid', (one) => one.patientId),
  createColumn('kind', 'text', (one) => one.kind),
  createColumn('source', 'text', (one) => one.source),
  createColumn('timing', 'text', (one) => one.timing),
  createColumn('device_id', 'uuid', (one) => one.deviceId),
  createColumn('device_type', 'smallint', (one) => one.deviceType),
  createColumn('received_at', 'timestamptz', (one) => one.receivedAt),
  createColumn('device_time', 'timestamptz', (one) => one.reportedAt),
  createColumn('mac', 'text', (one) => one.mac),
  createColumn('is_in_doubt', 'boolean', (one) => (typeof one.heardAt === 'number' ? true : null)),
]
/**
 * Whether to store the name from a message: it says whose a waiting reading may be, and why it belongs to that patient
 * whoever wears the device.
 */
const keepsName = ({ patientId, mac }: AttributedReading): boolean => patientId === null || mac !== null

/** Columns that most readings do not have: left out if none of the readings stored together has a value. */
const rareColumns: readonly Column[] = [
  createColumn('gateway_scan_time', 'timestamptz', (one) => one.gatewayScanTime),
  createColumn('entered_by', 'uuid', (one) => one.enteredBy),
  createColumn('corrects', 'uuid', (one) => one.corrects),
  createColumn('act_id', 'uuid', (one) => one.actId),
  createColumn('waits_for', 'text', (one) => one.waitsFor),
  createColumn('told_hn', 'text', (one) => (keepsName(one) ? one.hn : null)),
  createColumn('told_national_id', 'text', (one) => (keepsName(one) ? one.nationalId : null)),
  createColumn('note', 'text', (one) => one.note),
  createColumn('sequence_number', 'integer', (one) => one.sequenceNumber),
  createColumn('told_glucose', 'double precision', (one) =>
    one.waitsFor === 'unit' ? one.reportedGlucose : null,
  ),
]
const valueColumns = new Map(
  readingValueNames.map((name) => [
    name,
    createColumn(getValueColumn(name), getColumnType(name), ({ values }) => values[name]),
  ]),
)

/** Selects only the columns that these readings can have: a blood pressure has no column of a sleep. */
function selectColumns(readings: readonly AttributedReading[]): Column[] {
  const isAnyRare = readings.some((one) => rareColumns.some(({ value }) => (value(one) ?? null) !== null))
  const names = new Set([...new Set(readings.map(({ kind }) => kind))].sort().flatMap(listKindFields))
  const values = [...names].flatMap((name) => valueColumns.get(name) ?? [])
  return [...columns, ...(isAnyRare ? rareColumns : []), ...values]
}

/** From this many readings on, looking up which ones exist costs more than trying to insert all. */
const manyReadings = 100

/**
 * Stores readings, each once; returns those that were not stored yet. A reading that is stored at a corrected time
 * counts as stored, whatever its time seems to be now.
 */
export async function insertReadings(
  tx: Tx,
  hospitalId: string,
  readings: readonly AttributedReading[],
): Promise<ReadonlySet<AttributedReading>> {
  if (readings.length === 0) return new Set()
  const insert = buildInsert(hospitalId, readings)
  if (readings.length >= manyReadings && (await tryInsertAll(tx, insert, readings.length)))
    return new Set(readings)
  const { rows } = await sql<{ id: string }>`${insert} on conflict do nothing returning id`.execute(tx)
  const ids = new Set(rows.map(({ id }) => id))
  return new Set(readings.filter(({ id }) => ids.delete(id)))
}

function buildInsert(hospitalId: string, readings: readonly AttributedReading[]): RawBuilder<unknown> {
  const given = selectColumns(readings)
  const names = sql.join(given.map(({ name }) => sql.ref(name)))
  const columns = Object.fromEntries(given.map(({ name, type, value }) => [name, [type, value] as const]))
  return sql`
    insert into readings (hospital_id, ${names})
    select ${hospitalId}, r.* from ${sqlRows('r', readings, columns)}
    where not exists (select from corrected_times c
      where c.hospital_id = ${hospitalId} and c.id = r.id and c.measured_at <> r.measured_at)`
}

const isUniqueViolation = (error: unknown) => (error as { code?: unknown } | null)?.code === '23505'

/** Tries to insert so many readings as new ones. Returns false, with nothing inserted, if one of them exists. */
async function tryInsertAll(tx: Tx, insert: RawBuilder<unknown>, count: number): Promise<boolean> {
  await sql`savepoint readings`.execute(tx)
  try {
    const { numAffectedRows } = await insert.execute(tx)
    if (Number(numAffectedRows) === count) {
      await sql`release savepoint readings`.execute(tx)
      return true
    }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
  }
  await sql`rollback to savepoint readings; release savepoint readings`.execute(tx)
  return false
}

/** The ids of these readings that are stored without a number, at their told times or at corrected ones. */
export async function findStoredWithoutNumber(
  tx: Tx,
  readings: readonly Pick<AttributedReading, 'id' | 'reportedAt'>[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select n.id from ${sqlRows('n', readings, {
      id: ['uuid', ({ id }) => id],
      reported_at: ['timestamptz', ({ reportedAt }) => reportedAt],
    })}
    where exists (select from readings r where r.measured_at = n.reported_at and r.id = n.id)
      or exists (select from corrected_times c where c.id = n.id)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Sets the times of readings whose clock differs from the panel's: a reading that is sent again keeps the time of its
 * first arrival; one that first arrived while the clocks agreed keeps its told time. The caller holds the lock on the
 * wearers.
 */
export async function storeCorrectedTimes(
  tx: Tx,
  hospitalId: string,
  corrected: readonly Pick<AttributedReading, 'id' | 'measuredAt' | 'reportedAt'>[],
): Promise<Map<string, number>> {
  if (corrected.length === 0) return new Map()
  const ids = corrected.map(({ id }) => id)
  await sql`
    insert into corrected_times (hospital_id, id, measured_at)
    select ${hospitalId}, c.id, c.measured_at
    from ${sqlRows('c', corrected, {
      id: ['uuid', (one) => one.id],
      measured_at: ['timestamptz', (one) => one.measuredAt],
      reported_at: ['timestamptz', (one) => one.reportedAt],
    })}
    where not exists (select from readings r where r.measured_at = c.reported_at and r.id = c.id)
    order by c.id
    on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('corrected_times')
    .select(['id', 'measured_at'])
    .where(sql<boolean>`id = any(${sqlArray('uuid', ids)})`)
    .execute()
  const kept = new Map(rows.map(({ id, measured_at }) => [id, Date.parse(measured_at)]))
  return new Map(corrected.map(({ id, reportedAt }) => [id, kept.get(id) ?? reportedAt]))
}
