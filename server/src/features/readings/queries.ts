import {
  type ChartPoint,
  maxChartManual,
  type QuantityName,
  quantities,
  type Reading,
  type ReadingKind,
  type ReadingRow,
  type ReadingSource,
  type ReadingValueName,
  type Result,
  readingKinds,
  type readings,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  type AttributedReading,
  getValueColumn,
  listKindFields,
  toAttributedReading,
} from '../../bedside/intake/store.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { staffLabelOrNull } from '../../db/labels.ts'
import { buildLimit, type Paging } from '../../db/listing.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import { isKind, pickReadingValues, type TimeSpan } from './rules.ts'

export async function isPatient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** Which readings to read. */
export type ReadingQuery = TimeSpan & {
  patientId: OpenRecord
  kinds: readonly ReadingKind[]
  sources?: readonly ReadingSource[] | undefined
  /** Only readings with one of these values. */
  fields?: readonly ReadingValueName[] | undefined
  withReplaced?: boolean | undefined
  /** Whether the readings of one act of charting are one row. */
  byAct?: boolean | undefined
}

/** More than these are not counted. */
const maxCountedReadings = 10_000

function buildReadingCondition(looked: ReadingQuery, of: 'r' | 'other' = 'r'): RawBuilder<SqlBool> {
  const { patientId, kinds, sources, fields, from, to, withReplaced } = looked
  const column = (name: string) => sql.ref(`${of}.${name}`)
  return sql`${column('patient_id')} = ${patientId} and ${column('kind')} = any(${sqlArray('text', kinds)})
    ${from === undefined ? sql`` : sql`and ${column('measured_at')} >= ${from}`}
    ${to === undefined ? sql`` : sql`and ${column('measured_at')} < ${to}`}
    ${sources ? sql`and ${column('source')} = any(${sqlArray('text', sources)})` : sql``}
    ${fields ? sql`and num_nonnulls(${sql.join(fields.map((name) => column(getValueColumn(name))))}) > 0` : sql``}
    ${withReplaced ? sql`` : sql`and ${column('replaced_at')} is null`}`
}

/** A row of an act of charting is led by its last matching reading; by a valid one, if there is any. */
function buildLeadCondition(looked: ReadingQuery): RawBuilder<SqlBool> {
  if (!looked.byAct) return buildReadingCondition(looked)
  return sql`${buildReadingCondition(looked)} and (r.act_id is null or not exists (
    select from readings other
    where other.measured_at = r.measured_at and other.act_id = r.act_id
      and (other.replaced_at is null, other.id) > (r.replaced_at is null, r.id) and ${buildReadingCondition(looked, 'other')}))`
}

const listReadingColumns = (kinds: readonly ReadingKind[]) => [...new Set(kinds.flatMap(listKindFields))]

type ReadingRecord = Omit<Reading, '_id' | 'device' | 'entered_by'> & {
  id: string
  device: Reading['device']
  entered_by: Reading['entered_by']
}

function selectReadings(kinds: readonly ReadingKind[], where: RawBuilder<SqlBool>, more = sql``) {
  return sql<ReadingRecord>`
    select r.id, r.patient_id, r.kind, r.measured_at, r.received_at, r.gateway_scan_time, r.timing, r.source,
      case when d.id is not null then json_build_object('_id', d.id, 'mac', d.mac, 'name', d.name) end as device,
      r.device_type, r.corrects, r.replaced_at, r.act_id, r.note,
      ${staffLabelOrNull('s')} as entered_by,
      ${sql.join(listReadingColumns(kinds).map((name) => sql`${sql.ref(`r.${getValueColumn(name)}`)} as ${sql.ref(name)}`))}${more}
    from readings r
      left join devices d on d.id = r.device_id
      left join staff s on s.id = r.entered_by
    where ${where}`
}

/** On the wire a reading has only the values that it has. */
function toReading({ id, ...row }: ReadingRecord): Reading {
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
    corrects: row.corrects,
    replaced_at: row.replaced_at,
    act_id: row.act_id,
    note: row.note,
    ...pickReadingValues(row),
  }
}

export async function listReadings(tx: Tx, looked: ReadingQuery, query: Paging) {
  const where = buildLeadCondition(looked)
  const { rows } = await sql<ReadingRecord>`${selectReadings(looked.kinds, where)}
    order by r.measured_at desc, r.id ${buildLimit(query)}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from readings r where ${where} limit ${maxCountedReadings + 1}) as found
  `.execute(tx)
  const total = counted[0]?.total ?? 0
  const read = rows.map(toReading)
  return {
    rows: looked.byAct ? await attachActs(tx, read, looked) : read,
    total: Math.min(total, maxCountedReadings),
    total_is_at_least: total > maxCountedReadings,
  }
}

/** Rows with all readings that were charted together with each of them, of any kind. */
async function attachActs(tx: Tx, rows: readonly Reading[], looked: ReadingQuery): Promise<ReadingRow[]> {
  const charted = rows.filter(({ act_id }) => act_id !== null)
  if (charted.length === 0) return [...rows]
  const isOfThem = sql<SqlBool>`(r.measured_at, r.act_id) in (
    select * from unnest(${sqlArray(
      'timestamptz',
      charted.map((row) => row.measured_at),
    )},
      ${sqlArray(
        'uuid',
        charted.map((row) => row.act_id),
      )}))
    ${looked.withReplaced ? sql`` : sql`and r.replaced_at is null`}`
  const { rows: found } =
    await sql<ReadingRecord>`${selectReadings(allKinds, isOfThem)} order by r.id`.execute(tx)
  const acts = Map.groupBy(found.map(toReading), ({ act_id }) => act_id)
  return rows.map((row) => {
    const act = row.act_id === null ? undefined : acts.get(row.act_id)
    return act ? { ...row, act } : row
  })
}

/**
 * What a chart reads. Without a `to`, readings with a time in the future, from a clock ahead of the panel's, count for
 * the last part.
 */
type ChartQuery = ReadingQuery & { from: string; end: string }

/**
 * The value of a quantity of a reading. A mean pressure is computed from the other two if the device did not send it.
 */
function selectMeasure(name: QuantityName): RawBuilder<number> {
  return name === 'map'
    ? sql`coalesce(r.map, round((r.systolic + 2 * r.diastolic) / 3.0))`
    : sql.ref(`r.${name}`)
}

const listQuantities = (kinds: readonly ReadingKind[]): QuantityName[] =>
  listReadingColumns(kinds).filter((name): name is QuantityName => name in quantities)

/** A chart of a span: what devices measured in `resolution` parts of it, and each reading charted by hand. */
export async function readChart(tx: Tx, looked: ChartQuery, resolution: number) {
  const charted = await listManual(tx, looked)
  const manual = charted.slice(-maxChartManual)
  const [beyond] = charted.length > manual.length ? charted : []
  const points = await listPoints(tx, looked, resolution, beyond)
  const total = points.reduce((sum, { count }) => sum + count, 0) + manual.length
  return { points, manual, newest: await listNewest(tx, looked, points, manual), total }
}

/** The newest readings charted by hand, oldest first: one more than a chart gets, to see whether there are more. */
async function listManual(tx: Tx, looked: ChartQuery): Promise<Reading[]> {
  const { rows } = await sql<ReadingRecord>`
    ${selectReadings(looked.kinds, sql`${buildReadingCondition(looked)} and r.source = 'manual'`)}
    order by r.measured_at desc, r.id desc limit ${maxChartManual + 1}`.execute(tx)
  return rows.map(toReading).reverse()
}

/**
 * At most `resolution` points, each for an equal part of the span, with the smallest and the largest value that a
 * device measured in it. A part without measurements has no point, so that the chart shows the gap. Readings charted by
 * hand up to `beyond` are included.
 */
async function listPoints(
  tx: Tx,
  looked: ChartQuery,
  resolution: number,
  beyond: Reading | undefined,
): Promise<ChartPoint[]> {
  const names = listQuantities(looked.kinds)
  const begin = Date.parse(looked.from)
  const widthMs = Math.max(Math.ceil((Date.parse(looked.end) - begin) / resolution), 1)
  const measures = names.flatMap((name) => [
    sql`min(${selectMeasure(name)})::numeric::float8 as ${sql.ref(`${name}_min`)}`,
    sql`max(${selectMeasure(name)})::numeric::float8 as ${sql.ref(`${name}_max`)}`,
  ])
  const isPointed = beyond
    ? sql`(r.source <> 'manual' or (r.measured_at, r.id) <= (${beyond.measured_at}::timestamptz, ${beyond._id}::uuid))`
    : sql`r.source <> 'manual'`
  const { rows } = await sql<
    { part: number; first_at: string; last_at: string; count: number } & Record<string, number | null>
  >`
    select least(${resolution - 1}::int,
        floor(extract(epoch from r.measured_at - ${looked.from}::timestamptz) * 1000 / ${widthMs})::int) as part,
      ${sql.join([
        sql`min(r.measured_at) as first_at, max(r.measured_at) as last_at, count(*)::int as count`,
        ...measures,
      ])}
    from readings r
    where ${buildReadingCondition(looked)} and ${isPointed}
    group by 1 order by 1`.execute(tx)
  return rows.map((row) => ({
    at: new Date(begin + row.part * widthMs).toISOString(),
    first_at: row.first_at,
    last_at: row.last_at,
    count: row.count,
    values: Object.fromEntries(
      names.flatMap((name) => {
        const [min, max] = [row[`${name}_min`], row[`${name}_max`]]
        return typeof min === 'number' && typeof max === 'number' ? [[name, { min, max }]] : []
      }),
    ),
  }))
}

/** The newest reading of each quantity, the newest of them first. It is searched in the last part that has one. */
async function listNewest(
  tx: Tx,
  looked: ChartQuery,
  points: readonly ChartPoint[],
  manual: readonly Reading[],
): Promise<Reading[]> {
  const searches = listQuantities(looked.kinds).flatMap((name) => {
    const charted = manual.findLast((one) => typeof one[name] === 'number')?.measured_at
    const pointed = points.findLast(({ values }) => values[name])?.first_at
    const since = [charted, pointed].filter((at) => at !== undefined)
    const [latest] = since.toSorted((one, other) => Date.parse(other) - Date.parse(one))
    return latest === undefined ? [] : [buildNewestSearch(looked, name, latest)]
  })
  if (searches.length === 0) return []
  const { rows } = await sql<{ id: string; measured_at: string }>`
    ${sql.join(searches, sql` union `)}`.execute(tx)
  const found = await listReadingsByKey(
    tx,
    rows.map(({ id, measured_at }) => ({ _id: id, measured_at })),
  )
  return found.reverse()
}

/** Of the newest of a quantity: a HI of a meter is newer than a number before it. */
const isMeasured = (name: QuantityName) =>
  name === 'blood_glucose'
    ? sql<SqlBool>`num_nonnulls(r.blood_glucose, r.beyond) > 0`
    : sql<SqlBool>`${selectMeasure(name)} is not null`

function buildNewestSearch(looked: ChartQuery, name: QuantityName, since: string) {
  return sql`(
    select r.id, r.measured_at from readings r
    where ${buildReadingCondition({ ...looked, from: since })} and ${isMeasured(name)}
    order by r.measured_at desc, r.received_at desc, r.id desc limit 1)`
}

const batchSize = 1000

/** All matching readings, oldest first, in batches. */
export async function* streamReadings(tx: Tx, looked: ReadingQuery): AsyncGenerator<ReadingRow[]> {
  let after: { at: string; id: string } | undefined
  for (;;) {
    const { rows } = await sql<ReadingRecord>`${selectReadings(looked.kinds, buildLeadCondition(looked))}
      ${after ? sql`and (r.measured_at, r.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by r.measured_at, r.id limit ${batchSize}`.execute(tx)
    if (rows.length > 0) yield await attachActs(tx, rows.map(toReading), looked)
    const last = rows.at(-1)
    if (rows.length < batchSize || !last) return
    after = { at: last.measured_at, id: last.id }
  }
}

const allKinds = Object.keys(readingKinds).filter(isKind)

type Key = { _id: string; measured_at: string }

export async function listReadingsByKey(tx: Tx, keys: readonly Key[]): Promise<Reading[]> {
  if (keys.length === 0) return []
  const { rows } =
    await sql<ReadingRecord>`${selectReadings(allKinds, buildKeyCondition(keys))} order by r.measured_at, r.id`.execute(
      tx,
    )
  return rows.map(toReading)
}

function buildKeyCondition(keys: readonly Key[]): RawBuilder<SqlBool> {
  return sql`(r.measured_at, r.id) in (select * from unnest(${sqlArray(
    'timestamptz',
    keys.map((key) => key.measured_at),
  )},
    ${sqlArray(
      'uuid',
      keys.map((key) => key._id),
    )}))`
}

/** A manual reading of a patient, locked so that two corrections cannot both replace it. */
export async function lockManual(tx: Tx, patientId: OpenRecord, key: Key): Promise<Reading | undefined> {
  const { rows } = await sql<{ id: string }>`
    select r.id from readings r
    where ${buildKeyCondition([key])} and r.patient_id = ${patientId} and r.source = 'manual' for update`.execute(
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

// ── what waits for a person ─────────────────────────────────────────────────────────────────────────

const isWaiting = sql<SqlBool>`r.patient_id is null and r.waits_for <> 'nobody'`
/** A reading that waits for its unit cannot be given to a patient: it has no value yet. */
const isAssignable = sql<SqlBool>`${isWaiting} and r.waits_for <> 'unit'`

/** Why a reading waits, and which patient and device its message named. */
type WaitingColumns = Omit<Result<typeof readings.inbox>['rows'][number], keyof Reading | 'holders'>
const waitingColumns = sql`, r.waits_for, r.mac, r.told_hn, r.told_national_id, r.told_glucose`

export async function listWaiting(
  tx: Tx,
  { device_id, ...query }: Paging & { device_id?: string | undefined },
) {
  const where = sql<SqlBool>`${isWaiting} ${device_id ? sql`and r.device_id = ${device_id}` : sql``}`
  const { rows } = await sql<
    ReadingRecord & WaitingColumns
  >`${selectReadings(allKinds, where, waitingColumns)}
    order by r.received_at desc, r.id ${buildLimit(query)}`.execute(tx)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*) as total from (select 1 from readings r where ${where} limit ${maxCountedReadings + 1}) as found
  `.execute(tx)
  const total = counted[0]?.total ?? 0
  return {
    rows: rows.map((row) => {
      const { waits_for, mac, told_hn, told_national_id, told_glucose } = row
      return { ...toReading(row), waits_for, mac, told_hn, told_national_id, told_glucose }
    }),
    total: Math.min(total, maxCountedReadings),
    total_is_at_least: total > maxCountedReadings,
  }
}

/** The patients who have one of these numbers. */
export function listNumberHolders(
  tx: Tx,
  numbers: readonly { told_hn: string | null; told_national_id: string | null }[],
) {
  const hns = numbers.flatMap(({ told_hn }) => told_hn ?? [])
  const nationalIds = numbers.flatMap(({ told_national_id }) => told_national_id ?? [])
  if (hns.length + nationalIds.length === 0) return []
  return tx
    .selectFrom('patients')
    .select(['id', 'hn', 'national_id'])
    .where((eb) =>
      eb.or([
        eb('hn', '=', sql<string>`any(${sqlArray('text', hns)})`),
        eb('national_id', '=', sql<string>`any(${sqlArray('text', nationalIds)})`),
      ]),
    )
    .execute()
}

/** Gives waiting readings to a patient; returns those that were still waiting. */
export async function assignReadings(
  tx: Tx,
  patientId: OpenRecord,
  keys: readonly Key[],
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set patient_id = ${patientId}, waits_for = null
    where ${isAssignable} and ${buildKeyCondition(keys)}
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}

/** A stored reading in the form of the ingest pipeline. */
export function readingToAttributed(reading: Reading): AttributedReading {
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

/** Discards waiting readings; returns those that were still waiting. */
export async function dismissWaiting(
  tx: Tx,
  keys: readonly Key[],
  reason: string,
): Promise<AttributedReading[]> {
  const { rows } = await sql<Record<string, unknown>>`
    update readings r set waits_for = 'nobody', note = ${reason}
    where ${isWaiting} and ${buildKeyCondition(keys)}
    returning r.*`.execute(tx)
  return rows.map(toAttributedReading)
}
