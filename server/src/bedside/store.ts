import { hash } from 'node:crypto'
import { type ReadingKind, type ReadingTiming, type ReadingValueName, readingKinds } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../core/database.ts'
import type { Measurement } from './measurement.ts'

/** Why a reading waits for a person: nobody wore the device then, its time is doubtful, or nobody knows who or what it is. */
export type WaitsFor = 'wearer' | 'time' | 'person' | 'device'

/** A measurement with all that could be found out about it. Instants are ISO 8601. */
export type Placed = Measurement & {
  id: string
  measuredAt: string
  receivedAt: string
  timing: ReadingTiming
  deviceId: string | null
  patientId: string | null
  waitsFor: WaitsFor | null
  enteredBy?: string
  corrects?: string
  note?: string | null
}

/**
 * The id of a reading is made of what it says, and of nothing that changes when it is sent again: its hospital, the
 * device or patient it names, its values and the time by the device's own clock.
 */
export function idOf(hospitalId: string, measurement: Measurement): string {
  const { kind, values, mac, nationalId, hn, toldAt, gatewayScanTime } = measurement
  const content = [hospitalId, kind, mac, nationalId ?? null, hn ?? null, toldAt, gatewayScanTime ?? null]
  const given = fieldsOf(kind).map((name) => values[name] ?? null)
  const digest = hash('sha256', JSON.stringify([content, given]), 'buffer')
  // Version 8 of RFC 9562: a digest of one's own.
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

export function fieldsOf(kind: ReadingKind): ReadingValueName[] {
  const { needs, may } = readingKinds[kind]
  return [...needs, ...may] as ReadingValueName[]
}

/** A kept reading, as its row is, once more as it came. */
export function placedOfRow(row: Record<string, unknown>): Placed {
  const { id, kind, source, measured_at, received_at, timing, device_id, device_type, mac, patient_id } = row
  return {
    id,
    kind,
    source,
    values: row,
    mac,
    deviceType: device_type,
    toldAt: measured_at,
    measuredAt: measured_at,
    receivedAt: received_at,
    timing,
    deviceId: device_id,
    patientId: patient_id,
    waitsFor: row['waits_for'],
  } as Placed
}

type ColumnType =
  | 'uuid'
  | 'text'
  | 'timestamptz'
  | 'smallint'
  | 'integer'
  | 'real'
  | 'double precision'
  | 'boolean'

const textValues = new Set<ReadingValueName>(['marker', 'consciousness'])
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

function typeOf(name: ReadingValueName): ColumnType {
  if (textValues.has(name)) return 'text'
  if (smallValues.has(name)) return 'smallint'
  if (name === 'oxygen') return 'boolean'
  if (name === 'steps') return 'integer'
  return name === 'lat' || name === 'lang' ? 'double precision' : 'real'
}

type Cell = string | number | boolean | null | undefined
type Column = [name: string, type: ColumnType, values: readonly Cell[]]

/** What most readings have nothing of: left out where none of those kept together has any. */
function rareColumns(group: readonly Placed[]): Column[] {
  const columns: Column[] = [
    ['gateway_scan_time', 'timestamptz', group.map((one) => one.gatewayScanTime ?? null)],
    ['entered_by', 'uuid', group.map((one) => one.enteredBy ?? null)],
    ['corrects', 'uuid', group.map((one) => one.corrects ?? null)],
    ['waits_for', 'text', group.map((one) => one.waitsFor)],
    ['note', 'text', group.map((one) => one.note ?? null)],
  ]
  return columns.some(([, , values]) => values.some((value) => value !== null)) ? columns : []
}

/**
 * Keeps readings, each once; the ids of those that were not there yet. A statement a kind, so that a blood pressure
 * carries no column of a sleep. One that is kept at a corrected time already is there, whatever its time seems to be now.
 */
export async function insertReadings(
  tx: Tx,
  hospitalId: string,
  readings: readonly Placed[],
): Promise<Set<string>> {
  const stored = new Set<string>()
  const groups = Map.groupBy(readings, ({ kind, source, timing }) => `${kind} ${source} ${timing}`)
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const { kind, source, timing } = first
    const columns: Column[] = [
      ['measured_at', 'timestamptz', group.map((one) => one.measuredAt)],
      ['id', 'uuid', group.map((one) => one.id)],
      ['patient_id', 'uuid', group.map((one) => one.patientId)],
      ['device_id', 'uuid', group.map((one) => one.deviceId)],
      ['device_type', 'smallint', group.map((one) => one.deviceType)],
      ['received_at', 'timestamptz', group.map((one) => one.receivedAt)],
      ['device_time', 'timestamptz', group.map((one) => one.toldAt)],
      ['mac', 'text', group.map((one) => one.mac)],
      ...rareColumns(group),
      ...fieldsOf(kind).map(
        (name): Column => [name, typeOf(name), group.map((one) => one.values[name] ?? null)],
      ),
    ]
    const names = sql.join(columns.map(([name]) => sql.ref(name)))
    const { rows } = await sql<{ id: string }>`
      insert into readings (hospital_id, kind, source, timing, ${names})
      select ${hospitalId}, ${kind}, ${source}, ${timing}, r.*
      from unnest(${sql.join(columns.map(arrayOf))}) as r (${names})
      where not exists (select from corrected_times c
        where c.hospital_id = ${hospitalId} and c.id = r.id and c.measured_at <> r.measured_at)
      on conflict do nothing
      returning id`.execute(tx)
    for (const { id } of rows) stored.add(id)
  }
  return stored
}

function arrayOf([, type, values]: Column): RawBuilder<unknown> {
  return sql`${type === 'text' ? values : arrayText(values)}::${sql.raw(type)}[]`
}

/** An array as the database writes it, for values that need no quotes; the driver looks for quotes in each. */
export function arrayText(values: readonly Cell[]): string {
  return `{${values.map((value) => value ?? 'null').join(',')}}`
}

/**
 * The times of readings whose clock is not the panel's: those of their first arrival, whenever they are sent again,
 * and of one that first came while the clocks agreed, what it told.
 */
export async function correctTimes(
  tx: Tx,
  hospitalId: string,
  corrected: readonly Pick<Placed, 'id' | 'measuredAt' | 'toldAt'>[],
): Promise<Map<string, string>> {
  if (corrected.length === 0) return new Map()
  const ids = corrected.map(({ id }) => id)
  await sql`
    insert into corrected_times (hospital_id, id, measured_at)
    select ${hospitalId}, c.id, c.measured_at
    from unnest(${ids}::uuid[], ${corrected.map((one) => one.measuredAt)}::timestamptz[],
      ${corrected.map((one) => one.toldAt)}::timestamptz[]) as c (id, measured_at, told_at)
    where not exists (select from readings r where r.measured_at = c.told_at and r.id = c.id)
    order by c.id
    on conflict do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('corrected_times')
    .select(['id', 'measured_at'])
    .where('id', 'in', ids)
    .execute()
  const kept = new Map(rows.map(({ id, measured_at }) => [id, measured_at]))
  return new Map(corrected.map(({ id, toldAt }) => [id, kept.get(id) ?? toldAt]))
}

/** A device, and one span in which it was somebody's; `to` is null while it still is. Milliseconds. */
export type Wearing = {
  mac: string
  deviceId: string
  retiredAt: number | null
  patientId: string | null
  from: number
  to: number | null
}

/** Every span of the devices with these addresses that touches the time between two instants. */
export async function wearingsOf(
  tx: Tx,
  macs: readonly string[],
  from: string,
  to: string,
): Promise<Map<string, Wearing[]>> {
  if (macs.length === 0) return new Map()
  const { rows } = await sql<{
    mac: string
    device_id: string
    retired_at: string | null
    patient_id: string | null
    begins: string | null
    ends: string | null
  }>`
    select d.mac, d.id as device_id, d.retired_at, a.patient_id, lower(a.during) as begins, upper(a.during) as ends
    from devices d
      left join device_assignments a on a.device_id = d.id and a.hospital_id = d.hospital_id
        and a.during && tstzrange(${from}, ${to}, '[]')
    where d.mac = any(${[...macs]}::text[])`.execute(tx)
  const wearings = rows.map((row) => ({
    mac: row.mac,
    deviceId: row.device_id,
    retiredAt: row.retired_at === null ? null : Date.parse(row.retired_at),
    patientId: row.patient_id,
    from: row.begins === null ? 0 : Date.parse(row.begins),
    to: row.ends === null ? null : Date.parse(row.ends),
  }))
  return Map.groupBy(wearings, ({ mac }) => mac)
}

/** Patients by a number of theirs, as a message names them. */
export async function patientsBy(
  tx: Tx,
  field: 'national_id' | 'hn',
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patients')
    .select(['id', field])
    .where(field, 'in', [...numbers])
    .orderBy('number')
    .execute()
  const found = new Map<string, string>()
  const doubled = new Set<string>()
  for (const row of rows) {
    const number = row[field] ?? ''
    if (found.has(number)) doubled.add(number)
    found.set(number, row.id)
  }
  // Two records of one number: nobody but a person can say which.
  for (const number of doubled) found.delete(number)
  return found
}
