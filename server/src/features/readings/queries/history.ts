import {
  type PageRequest,
  type Reading,
  type ReadingKind,
  type ReadingRow,
  type ReadingSource,
  type ReadingValueName,
  readingKinds,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { pickReadingValues } from '../../../bedside/charting.ts'
import { type AttributedReading, getValueColumn, listKindFields } from '../../../bedside/intake/store.ts'
import { sqlArray, sqlRows } from '../../../db/binary-array.ts'
import { isChartedReading } from '../../../db/charted-readings.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectDeviceLabelOrNull, selectStaffLabel, selectStaffLabelOrNull } from '../../../db/labels.ts'
import { buildLimit, countRows } from '../../../db/listing/pages.ts'
import type { OpenRecord } from '../../../identity/record-access.ts'
import { isKind, type TimeSpan } from '../rules.ts'

/** Which readings to read. */
export type ReadingQuery = TimeSpan & {
  patientId: OpenRecord
  kinds: readonly ReadingKind[]
  sources?: readonly ReadingSource[] | undefined
  /** Only readings with one of these values are read. */
  fields?: readonly ReadingValueName[] | undefined
  withReplaced?: boolean | undefined
  /** Whether the readings of one act of charting are one row. */
  byAct?: boolean | undefined
}

/** Readings are counted up to this number. */
export const maxCountedReadings = 10_000

export function buildReadingCondition(query: ReadingQuery, of: 'r' | 'other' = 'r'): RawBuilder<SqlBool> {
  const { patientId, kinds, sources, fields, from, to, withReplaced } = query
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql`${column('patient_id')} = ${patientId} and ${column('kind')} = any(${sqlArray('text', kinds)})
    ${from === undefined ? sql`` : sql`and ${column('measured_at')} >= ${from}`}
    ${to === undefined ? sql`` : sql`and ${column('measured_at')} < ${to}`}
    ${sources ? sql`and ${column('source')} = any(${sqlArray('text', sources)})` : sql``}
    ${fields ? sql`and num_nonnulls(${sql.join(fields.map((name) => column(getValueColumn(name))))}) > 0` : sql``}
    ${withReplaced ? sql`` : sql`and ${column('replaced_at')} is null`}`
}

/** An act of charting is one row: that of its last matching reading, or of the last valid one if there is any. */
function buildLeadCondition(query: ReadingQuery): RawBuilder<SqlBool> {
  if (!query.byAct) return buildReadingCondition(query)
  return sql`${buildReadingCondition(query)} and (r.act_id is null or not exists (
    select from readings other
    where other.measured_at = r.measured_at and other.act_id = r.act_id
      and (other.replaced_at is null, other.id) > (r.replaced_at is null, r.id) and ${buildReadingCondition(query, 'other')}))`
}

export const listReadingColumns = (kinds: readonly ReadingKind[]) => [
  ...new Set(kinds.flatMap(listKindFields)),
]

export type ReadingRecord = Omit<Reading, '_id' | 'device' | 'entered_by' | 'assigned'> & {
  id: string
  device: Reading['device']
  entered_by: Reading['entered_by']
  assigned: Reading['assigned']
}

export function selectReadings(kinds: readonly ReadingKind[], where: RawBuilder<SqlBool>, more = sql``) {
  return sql<ReadingRecord>`
    select r.id, r.patient_id, r.kind, r.measured_at, r.received_at, r.gateway_scan_time, r.timing, r.source,
      ${selectDeviceLabelOrNull('d')} as device,
      r.device_type, r.corrects, r.replaced_at, r.act_id, r.note,
      ${selectStaffLabelOrNull('s')} as entered_by,
      case when g.id is not null then json_build_object('by', ${selectStaffLabel('g')}, 'at', ${selectIsoText('r.assigned_at')}) end as assigned,
      ${sql.join(listReadingColumns(kinds).map((name) => sql`${sql.ref(`r.${getValueColumn(name)}`)} as ${sql.ref(name)}`))}${more}
    from readings r
      left join devices d on d.id = r.device_id
      left join staff s on s.id = r.entered_by
      left join staff g on g.id = r.assigned_by
    where ${where}`
}

/** On the wire a reading has only the values that it has. */
export function toReading({ id, ...row }: ReadingRecord): Reading {
  return {
    _id: id,
    patient_id: row.patient_id,
    kind: row.kind,
    measured_at: row.measured_at,
    received_at: row.received_at,
    gateway_scan_time: row.gateway_scan_time,
    timing: row.timing,
    source: row.source,
    device: row.device,
    device_type: row.device_type,
    entered_by: row.entered_by,
    assigned: row.assigned,
    corrects: row.corrects,
    replaced_at: row.replaced_at,
    act_id: row.act_id,
    note: row.note,
    ...pickReadingValues(row),
  }
}

export async function listReadings(tx: Tx, query: ReadingQuery, request: PageRequest) {
  const where = buildLeadCondition(query)
  const newestFirst = sql`order by r.measured_at desc, r.id ${buildLimit(request)}`
  const actsOfPage = sql`select r.measured_at, r.act_id from readings r where ${where} ${newestFirst}`
  const [{ rows }, counted, acts] = await Promise.all([
    sql<ReadingRecord>`${selectReadings(query.kinds, where)} ${newestFirst}`.execute(tx),
    countRows(tx, sql`readings r where ${where}`, maxCountedReadings),
    query.byAct ? readActs(tx, actsOfPage, query) : noActs,
  ])
  return { rows: rows.map((row) => attachAct(toReading(row), acts)), ...counted }
}

type Acts = ReadonlyMap<string | null, Reading[]>
const noActs: Acts = new Map()

/** All readings of acts of charting, of any kind. `acts` selects the time and the id of each act. */
async function readActs(tx: Tx, acts: RawBuilder<unknown>, { withReplaced }: ReadingQuery): Promise<Acts> {
  const isInActs = sql<SqlBool>`r.act_id is not null and (r.measured_at, r.act_id) in (${acts})
    ${withReplaced ? sql`` : sql`and r.replaced_at is null`}`
  const { rows } = await sql<ReadingRecord>`${selectReadings(allKinds, isInActs)} order by r.id`.execute(tx)
  return Map.groupBy(rows.map(toReading), ({ act_id }) => act_id)
}

function attachAct(row: Reading, acts: Acts): ReadingRow {
  const act = row.act_id === null ? undefined : acts.get(row.act_id)
  return act ? { ...row, act } : row
}

const batchSize = 1000

/** All matching readings, oldest first, in batches. */
export async function* streamReadings(tx: Tx, query: ReadingQuery): AsyncGenerator<ReadingRow[]> {
  let after: { at: string; id: string } | undefined
  for (;;) {
    const { rows } = await sql<ReadingRecord>`${selectReadings(query.kinds, buildLeadCondition(query))}
      ${after ? sql`and (r.measured_at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by r.measured_at, r.id limit ${batchSize}`.execute(tx)
    const charted = rows.filter(({ act_id }) => act_id !== null)
    const keys = sql`select * from ${sqlRows('k', charted, {
      measured_at: ['timestamptz', (row) => row.measured_at],
      act_id: ['uuid', (row) => row.act_id],
    })}`
    const acts = charted.length > 0 ? await readActs(tx, keys, query) : noActs
    if (rows.length > 0) yield rows.map((row) => attachAct(toReading(row), acts))
    const last = rows.at(-1)
    if (rows.length < batchSize || !last) return
    after = { at: last.measured_at, id: last.id }
  }
}

export const allKinds = Object.keys(readingKinds).filter(isKind)

export type Key = { _id: string; measured_at: string }

export async function listReadingsByKey(tx: Tx, keys: readonly Key[]): Promise<Reading[]> {
  if (keys.length === 0) return []
  const { rows } =
    await sql<ReadingRecord>`${selectReadings(allKinds, buildKeyCondition(keys))} order by r.measured_at, r.id`.execute(
      tx,
    )
  return rows.map(toReading)
}

export function buildKeyCondition(keys: readonly Key[]): RawBuilder<SqlBool> {
  return sql`(r.measured_at, r.id) in (select * from ${sqlRows('k', keys, {
    measured_at: ['timestamptz', (key) => key.measured_at],
    id: ['uuid', (key) => key._id],
  })})`
}

/** A manual reading of a patient, locked so that two corrections cannot both replace it. */
export async function lockManual(tx: Tx, patientId: OpenRecord, key: Key): Promise<Reading | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from readings r
    where ${buildKeyCondition([key])} and r.patient_id = ${patientId} and ${isChartedReading} for update`.execute(
    tx,
  )
  return rows.length > 0 ? (await listReadingsByKey(tx, [key]))[0] : undefined
}

export async function markReplaced(tx: Tx, key: Key, now: string): Promise<void> {
  await tx
    .updateTable('readings')
    .set({ replaced_at: now })
    .where('measured_at', '=', key.measured_at)
    .where('id', '=', key._id)
    .execute()
}

/** A stored reading in the form in which the intake has it. */
export function toIntakeReading(reading: Reading): AttributedReading {
  const measuredAt = Date.parse(reading.measured_at)
  return {
    id: reading._id,
    kind: reading.kind,
    values: pickReadingValues(reading),
    source: reading.source,
    mac: reading.device?.mac ?? null,
    deviceType: reading.device_type as AttributedReading['deviceType'],
    reportedAt: measuredAt,
    measuredAt,
    receivedAt: Date.parse(reading.received_at),
    timing: reading.timing,
    deviceId: reading.device?._id ?? null,
    patientId: reading.patient_id,
    waitsFor: null,
  }
}

/** The height is in cm; null if no height was ever measured. */
export async function readNewestHeight(tx: Tx, patientId: OpenRecord): Promise<number | null> {
  const height = await tx
    .selectFrom('latest_values')
    .select('value')
    .where('patient_id', '=', patientId)
    .where('vital', '=', 'height')
    .executeTakeFirst()
  return height?.value ?? null
}
