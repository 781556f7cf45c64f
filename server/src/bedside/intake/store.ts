import {
  type GlucoseUnit,
  type ReadingKind,
  type ReadingTiming,
  type ReadingValueName,
  readingKindNames,
  readingKinds,
  readingValueNames,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { isoOf } from '../../core/time.ts'
import { columnsOf, type ElementType, sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import type { Measurement } from '../measurement.ts'

/**
 * Why a reading waits for a person: nobody wore the device then, its time is in doubt, the patient or the device is
 * unknown, or its unit is unknown.
 */
export type WaitsFor = 'wearer' | 'time' | 'person' | 'device' | 'unit'

/** A measurement with all that could be found out about it. */
export type Placed = Measurement & {
  id: string
  measuredAt: number
  receivedAt: number
  timing: ReadingTiming
  deviceId: string | null
  patientId: string | null
  waitsFor: WaitsFor | null
  /** The time of arrival, if its clock is in doubt: it may have been taken then (milliseconds). */
  heardAt?: number | null
  /** It raised an alarm while its patient was unknown, and that alarm is still open. */
  isCalling?: boolean
  /** The number of its message among those that are taken in together. */
  arrival?: number
  /** Its message shows that the sender's clock is right. */
  isPrompt?: boolean
  /** While it waits for its time or its unit: the patient whose it is, certainly or most likely. */
  presumedPatientId?: string | null
  /** The unit of a glucose, as a person has stated. */
  toldUnit?: GlucoseUnit
  enteredBy?: string
  corrects?: string
  actId?: string | null
  note?: string | null
}

/**
 * The earliest and the latest time at which a reading may have been taken: its clock may be in doubt (milliseconds).
 */
export function takenBetween({ measuredAt, toldAt, heardAt, timing }: Placed): { from: number; to: number } {
  if (typeof heardAt !== 'number') return { from: measuredAt, to: measuredAt }
  const told = timing === 'uncertain' ? measuredAt : Math.min(toldAt, measuredAt)
  return { from: Math.min(told, heardAt), to: Math.max(measuredAt, heardAt) }
}

const fields = new Map(
  readingKindNames.map((kind) => {
    const { needs, may } = readingKinds[kind]
    return [kind, [...needs, ...may] as ReadingValueName[]]
  }),
)

export function fieldsOf(kind: ReadingKind): readonly ReadingValueName[] {
  return fields.get(kind) ?? []
}

/** A stored row as the reading that it was on arrival. */
export function placedOfRow(row: Record<string, unknown>): Placed {
  const { id, kind, source, measured_at, received_at, timing, device_id, device_type, mac, patient_id } = row
  const { told_hn, told_national_id, device_time, is_in_doubt } = row
  const measuredAt = Date.parse(String(measured_at))
  return {
    id,
    kind,
    source,
    values: row,
    mac,
    hn: told_hn,
    nationalId: told_national_id,
    deviceType: device_type,
    toldGlucose: row['told_glucose'],
    toldAt: device_time === null ? measuredAt : Date.parse(String(device_time)),
    measuredAt,
    receivedAt: Date.parse(String(received_at)),
    timing,
    deviceId: device_id,
    patientId: patient_id,
    waitsFor: row['waits_for'],
    heardAt: timing === 'uncertain' || is_in_doubt === true ? Date.parse(String(received_at)) : null,
  } as Placed
}

const textValues = new Set<ReadingValueName>(['marker', 'beyond', 'consciousness'])
const smallValues = new Set<ReadingValueName>([
  'systolic',
  'diastolic',
  'map',
  'pulse',
  'spo2',
  'respiration_rate',
  'awake',
  'light',
  'deep',
])

function typeOf(name: ReadingValueName): ElementType {
  if (textValues.has(name)) return 'text'
  if (smallValues.has(name)) return 'smallint'
  if (name === 'oxygen') return 'boolean'
  return name === 'steps' ? 'integer' : 'double precision'
}

type Column = {
  name: string
  type: ElementType
  value: (one: Placed) => string | number | boolean | null | undefined
}

const column = (name: string, type: ElementType, value: Column['value']): Column => ({ name, type, value })

const columns: readonly Column[] = [
  column('measured_at', 'timestamptz', (one) => one.measuredAt),
  column('id', 'uuid', (one) => one.id),
  column('patient_id', 'uuid', (one) => one.patientId),
  column('kind', 'text', (one) => one.kind),
  column('source', 'text', (one) => one.source),
  column('timing', 'text', (one) => one.timing),
  column('device_id', 'uuid', (one) => one.deviceId),
  column('device_type', 'smallint', (one) => one.deviceType),
  column('received_at', 'timestamptz', (one) => one.receivedAt),
  column('device_time', 'timestamptz', (one) => one.toldAt),
  column('mac', 'text', (one) => one.mac),
  column('is_in_doubt', 'boolean', (one) => (typeof one.heardAt === 'number' ? true : null)),
]
/**
 * Whether to store the name from a message: it says whose a waiting reading may be, and why it belongs to that patient
 * whoever wears the device.
 */
const isNameKept = ({ patientId, mac }: Placed): boolean => patientId === null || mac !== null

/** Columns that most readings do not have: left out if none of the readings stored together has a value. */
const rareColumns: readonly Column[] = [
  column('gateway_scan_time', 'timestamptz', (one) => one.gatewayScanTime),
  column('entered_by', 'uuid', (one) => one.enteredBy),
  column('corrects', 'uuid', (one) => one.corrects),
  column('act_id', 'uuid', (one) => one.actId),
  column('waits_for', 'text', (one) => one.waitsFor),
  column('told_hn', 'text', (one) => (isNameKept(one) ? one.hn : null)),
  column('told_national_id', 'text', (one) => (isNameKept(one) ? one.nationalId : null)),
  column('note', 'text', (one) => one.note),
  column('told_glucose', 'double precision', (one) => (one.waitsFor === 'unit' ? one.toldGlucose : null)),
]
const valueColumns = new Map(
  readingValueNames.map((name) => [name, column(name, typeOf(name), ({ values }) => values[name])]),
)

/** Only the columns that these readings can have: a blood pressure has no column of a sleep. */
function columnsFor(readings: readonly Placed[]): Column[] {
  const isAnyRare = readings.some((one) => rareColumns.some(({ value }) => (value(one) ?? null) !== null))
  const names = new Set([...new Set(readings.map(({ kind }) => kind))].sort().flatMap(fieldsOf))
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
  readings: readonly Placed[],
): Promise<ReadonlySet<Placed>> {
  if (readings.length === 0) return new Set()
  const insert = insertOf(hospitalId, readings)
  const written =
    (readings.length >= manyReadings ? await triedInsert(tx, insert) : undefined) ??
    (await insert(sql`on conflict do nothing`, tx))
  if (written.count === readings.length) return new Set(readings)
  const ids = new Set(written.ids)
  return new Set(readings.filter(({ id }) => ids.delete(id)))
}

/** `ids` only if not all were inserted. */
type Written = { count: number; ids: string[] | null }
type Insert = (onConflict: RawBuilder<unknown>, tx: Tx) => Promise<Written>

function insertOf(hospitalId: string, readings: readonly Placed[]): Insert {
  const given = columnsFor(readings)
  const names = sql.join(given.map(({ name }) => sql.ref(name)))
  const array = columnsOf(readings)
  const arrays = given.map(({ type, value }) => array(type, value))
  return async (onConflict, tx) => {
    const { rows } = await sql<Written>`
      with written as (
        insert into readings (hospital_id, ${names})
        select ${hospitalId}, r.* from unnest(${sql.join(arrays)}) as r (${names})
        where not exists (select from corrected_times c
          where c.hospital_id = ${hospitalId} and c.id = r.id and c.measured_at <> r.measured_at)
        ${onConflict}
        returning id
      )
      select count(*)::int as count,
        case when count(*) < ${readings.length}::int then (select array_agg(id) from written) end as ids
      from written`.execute(tx)
    return rows[0] ?? { count: 0, ids: null }
  }
}

const isThereAlready = (error: unknown) => (error as { code?: unknown } | null)?.code === '23505'

/** Tries to insert all as new; undefined, with nothing inserted, if one of them exists. */
async function triedInsert(tx: Tx, insert: Insert): Promise<Written | undefined> {
  await sql`savepoint readings`.execute(tx)
  try {
    const written = await insert(sql``, tx)
    await sql`release savepoint readings`.execute(tx)
    return written
  } catch (error) {
    if (!isThereAlready(error)) throw error
    await sql`rollback to savepoint readings; release savepoint readings`.execute(tx)
    return undefined
  }
}

/**
 * Sets the times of readings whose clock differs from the panel's: a reading that is sent again keeps the time of its
 * first arrival; one that first arrived while the clocks agreed keeps its told time. The caller holds the lock on the
 * wearers.
 */
export async function correctTimes(
  tx: Tx,
  hospitalId: string,
  corrected: readonly Pick<Placed, 'id' | 'measuredAt' | 'toldAt'>[],
): Promise<Map<string, number>> {
  if (corrected.length === 0) return new Map()
  const ids = corrected.map(({ id }) => id)
  const column = columnsOf(corrected)
  await sql`
    insert into corrected_times (hospital_id, id, measured_at)
    select ${hospitalId}, c.id, c.measured_at
    from unnest(${column('uuid', (one) => one.id)}, ${column('timestamptz', (one) => one.measuredAt)},
      ${column('timestamptz', (one) => one.toldAt)}) as c (id, measured_at, told_at)
    where not exists (select from readings r where r.measured_at = c.told_at and r.id = c.id)
    order by c.id
    on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('corrected_times')
    .select(['id', 'measured_at'])
    .where('id', 'in', ids)
    .execute()
  const kept = new Map(rows.map(({ id, measured_at }) => [id, Date.parse(measured_at)]))
  return new Map(corrected.map(({ id, toldAt }) => [id, kept.get(id) ?? toldAt]))
}

/** A device, and one span in which a patient wore it; `to` is null while they still do. Milliseconds. */
export type Wearing = {
  mac: string
  deviceId: string
  retiredAt: number | null
  glucoseUnit: GlucoseUnit | null
  patientId: string | null
  from: number
  to: number | null
}

/**
 * Until the transaction ends, no other transaction changes who wears a device, or assigns readings to wearers: a later
 * one finds what this one stored, and this one finds who wears the device. No other transaction stores readings either,
 * so that a reading that arrives twice at once is not stored both at its told time and at a corrected one.
 */
export async function holdWearers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${wearers})`.execute(tx)
}

const wearers = sql`hashtextextended('wearers ' || current_hospital(), 0)`

/**
 * Until the transaction ends, no other transaction changes who wears a device, or moves the time of a reading that this
 * one stores. In a statement of its own: the next statement sees what was committed while this one waited.
 */
export async function shareWearers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${wearers})`.execute(tx)
}

/** The devices with these MACs, and their spans that touch one of the times (milliseconds); without times, no spans. */
export async function wearingsOf(
  tx: Tx,
  macs: readonly string[],
  touching: { from: number; to: number } | undefined,
): Promise<Map<string, Wearing[]>> {
  if (macs.length === 0) return new Map()
  const during = touching ? `[${isoOf(touching.from)},${isoOf(touching.to)}]` : 'empty'
  const { rows } = await sql<{
    mac: string
    device_id: string
    retired_at: string | null
    glucose_unit: GlucoseUnit | null
    patient_id: string | null
    begins: string | null
    ends: string | null
  }>`
    select d.mac, d.id as device_id, d.retired_at, d.glucose_unit, a.patient_id, lower(a.during) as begins, upper(a.during) as ends
    from unnest(${sqlArray('text', macs)}) as told (mac)
      join devices d on d.mac = told.mac
      left join device_assignments a on a.device_id = d.id and a.hospital_id = d.hospital_id
        and a.during && ${during}::tstzrange`.execute(tx)
  const wearings = rows.map((row) => ({
    mac: row.mac,
    deviceId: row.device_id,
    retiredAt: row.retired_at === null ? null : Date.parse(row.retired_at),
    glucoseUnit: row.glucose_unit,
    patientId: row.patient_id,
    from: row.begins === null ? 0 : Date.parse(row.begins),
    to: row.ends === null ? null : Date.parse(row.ends),
  }))
  return Map.groupBy(wearings, ({ mac }) => mac)
}

/** Patients by a number in a message: one patient, or several with one national ID. */
export async function patientsBy(
  tx: Tx,
  field: 'national_id' | 'hn',
  numbers: readonly string[],
): Promise<Map<string, string[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patients')
    .select(['id', field])
    .where(field, 'in', [...numbers])
    .orderBy('number')
    .execute()
  const byNumber = Map.groupBy(rows, (row) => row[field] ?? '')
  return new Map([...byNumber].map(([number, same]) => [number, same.map(({ id }) => id)]))
}
