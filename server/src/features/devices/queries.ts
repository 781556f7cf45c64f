import type {
  BoxTransaction,
  Device,
  DeviceKind,
  DeviceTransaction,
  deviceStatuses,
  GlucoseUnit,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { staffLabelOrNull } from '../../db/labels.ts'
import { buildLimit, countRows, joinConditions, type Paging } from '../../db/listing.ts'
import type { ChainLink } from './rules.ts'

const patientLabel = sql`case when p.id is not null then json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title,
  'name', p.name, 'surname', p.surname, 'bed', b.label, 'ward', case when w.id is not null then
    json_build_object('_id', w.id, 'name_en', w.name_en, 'name_th', w.name_th) end) end`

const patientJoins = sql`
  left join patients p on p.id = a.patient_id
  left join wards w on w.id = p.ward_id
  left join beds b on b.id = p.bed_id`

const wrongClock = sql`(
  select json_build_object('behind_seconds', round(c.behind_ms / 1000)::int, 'since', c.since,
    'is_corrected', c.is_steady)
  from lagging_clocks c
  where d.retired_at is null and c.mac = d.mac and (c.is_steady or c.is_in_doubt)
    and (d.clock_right_at is null or c.received_at > d.clock_right_at))`

const devicesWithWearer = sql`devices d
  left join device_assignments a on a.device_id = d.id and upper_inf(a.during)`

/**
 * By the device's name, model or address in any spelling, or by the beginning of the HN or name of the patient who has
 * it.
 */
function matchesSearch(text: string): RawBuilder<SqlBool>[] {
  const typed = text.trim().toLowerCase()
  if (typed === '') return []
  const digits = typed.replace(/[\s:.-]/g, '')
  return [
    sql`position(${typed} in lower(d.name)) > 0 or position(${typed} in lower(coalesce(d.model, ''))) > 0
      ${/^[0-9a-f]+$/.test(digits) ? sql`or position(${digits} in d.mac) > 0` : sql``}
      or exists (select from patient_search s where s.patient_id = a.patient_id and s.kind in ('hn', 'name')
        and search_key(${typed}) <> '' and starts_with(s.key, search_key(${typed})))`,
  ]
}

// ── devices ─────────────────────────────────────────────────────────────────────────────────────────

export type DeviceQuery = Paging & {
  search_value: string
  kind?: DeviceKind | undefined
  status?: (typeof deviceStatuses)[number] | 'never' | undefined
  is_worn?: boolean | undefined
  patient_id?: string | undefined
  with_retired: boolean
}

function selectDevices(where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<Device> {
  return sql<Device>`
    select d.id as _id, d.mac, d.kind, d.name, d.model, d.glucose_unit, d.status, d.battery, d.signal, d.last_seen_at,
      ${wrongClock} as clock, ${patientLabel} as wearer, lower(a.during) as worn_since, d.registered_at, d.retired_at
    from ${devicesWithWearer} ${patientJoins}
    where ${where}
    order by d.retired_at is not null, d.kind, d.name, d.id ${limits}`
}

export async function listDevices(tx: Tx, query: DeviceQuery) {
  const { kind, status, is_worn, patient_id } = query
  const where = joinConditions([
    ...matchesSearch(query.search_value),
    ...(query.with_retired ? [] : [sql<SqlBool>`d.retired_at is null`]),
    ...(kind ? [sql<SqlBool>`d.kind = ${kind}`] : []),
    ...(status === undefined
      ? []
      : [status === 'never' ? sql<SqlBool>`d.status is null` : sql<SqlBool>`d.status = ${status}`]),
    ...(is_worn === undefined ? [] : [sql<SqlBool>`(a.id is not null) = ${is_worn}`]),
    ...(patient_id ? [sql<SqlBool>`a.patient_id = ${patient_id}`] : []),
  ])
  const { rows } = await selectDevices(where, buildLimit(query)).execute(tx)
  return { rows, ...(await countRows(tx, sql`${devicesWithWearer} where ${where}`)) }
}

/**
 * The last change of the panel's own clock within a day. A time in the future means that the clock was set back later.
 */
export async function findClockJump(tx: Tx, now: string): Promise<{ at: string; by_seconds: number } | null> {
  const { rows } = await sql<{ at: string; by_seconds: number }>`
    select at, round(by_ms / 1000)::int as by_seconds from clock_jumps
    where at > ${now}::timestamptz - interval '1 day'
    order by number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export async function findDevice(tx: Tx, id: string): Promise<Device | undefined> {
  const { rows } = await selectDevices(sql`d.id = ${id}`).execute(tx)
  return rows[0]
}

/** The device with the MAC address or IMEI: the one in service, or else the one that had it last. */
export async function findDeviceByMac(tx: Tx, mac: string): Promise<Device | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from devices where mac = ${mac} order by retired_at desc nulls first limit 1`.execute(tx)
  return rows[0] && findDevice(tx, rows[0].id)
}

export async function insertDevice(
  tx: Tx,
  device: {
    id: string
    hospitalId: string
    mac: string
    kind: DeviceKind
    name: string
    model: string | null
    glucose_unit: GlucoseUnit | null
    now: string
    staffId: string
  },
): Promise<void> {
  const { hospitalId, now, staffId, ...said } = device
  await tx
    .insertInto('devices')
    .values({ ...said, hospital_id: hospitalId, registered_at: now, registered_by: staffId })
    .execute()
}

/** The device, locked until the transaction ends. */
export async function lockDevice(tx: Tx, id: string) {
  const device = await tx
    .selectFrom('devices')
    .select(['id', 'mac', 'kind', 'glucose_unit', 'retired_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return device && { ...device, kind: device.kind as DeviceKind }
}

export async function updateDevice(
  tx: Tx,
  id: string,
  changes: {
    name?: string | undefined
    model?: string | null | undefined
    glucose_unit?: GlucoseUnit | null | undefined
    retired_at?: string | null
  },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await tx.updateTable('devices').set(given).where('id', '=', id).execute()
}

// ── who had the device ──────────────────────────────────────────────────────────────────────────────

export async function isPatient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

export type TransactionQuery = Paging & {
  search_value: string
  device_id?: string | undefined
  patient_id?: string | undefined
  is_open?: boolean | undefined
}

export async function listTransactions(tx: Tx, query: TransactionQuery) {
  const { device_id, patient_id, is_open } = query
  const where = joinConditions([
    ...matchesSearch(query.search_value),
    ...(device_id ? [sql<SqlBool>`a.device_id = ${device_id}`] : []),
    ...(patient_id ? [sql<SqlBool>`a.patient_id = ${patient_id}`] : []),
    ...(is_open === undefined ? [] : [sql<SqlBool>`upper_inf(a.during) = ${is_open}`]),
  ])
  const from = sql`device_assignments a join devices d on d.id = a.device_id`
  const { rows } = await sql<DeviceTransaction>`
    select a.id as _id,
      json_build_object('_id', d.id, 'mac', d.mac, 'kind', d.kind, 'name', d.name) as device,
      ${patientLabel} as patient, lower(a.during) as "from", upper(a.during) as "to",
      ${staffLabelOrNull('giver')} as assigned_by, ${staffLabelOrNull('taker')} as taken_by
    from ${from} ${patientJoins}
      left join staff giver on giver.id = a.assigned_by
      left join staff taker on taker.id = a.taken_by
    where ${where}
    order by lower(a.during) desc, a.id desc ${buildLimit(query)}`.execute(tx)
  return { rows, ...(await countRows(tx, sql`${from} where ${where}`)) }
}

// ── messages of boxes ───────────────────────────────────────────────────────────────────────────────

type BoxRow = Omit<BoxTransaction, 'hash' | 'previous_hash'> & {
  hash: Buffer
  previous_hash: Buffer | null
  payload: Buffer
}

function selectBoxRows(where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<BoxRow> {
  return sql<BoxRow>`
    select a.number, a.hash, a.previous_hash, a.received_at, a.mac, a.payload, ${patientLabel} as patient
    from box_transactions a ${patientJoins}
    where ${where}
    order by a.number desc ${limits}`
}

function toBoxTransaction({ payload: _payload, hash, previous_hash, ...row }: BoxRow): BoxTransaction {
  return { ...row, hash: hash.toString('hex'), previous_hash: previous_hash?.toString('hex') ?? null }
}

/** A page of messages, newest first; for the verification, their links, oldest first, and the link before them. */
export async function listBoxTransactions(tx: Tx, query: Paging) {
  const { rows } = await selectBoxRows(sql`true`, buildLimit(query)).execute(tx)
  const links = rows.map(toChainLink).reverse()
  const [first] = links
  return {
    rows: rows.map(toBoxTransaction),
    links,
    before: first && (await findPreviousLink(tx, first.number)),
    ...(await countRows(tx, sql`box_transactions`)),
  }
}

/** The link of the previous message; if that is missing, of the last one before it. */
async function findPreviousLink(tx: Tx, number: number): Promise<ChainLink | undefined> {
  const row = await tx
    .selectFrom('box_transactions')
    .select(['number', 'hash', 'previous_hash', 'received_at', 'mac', 'payload'])
    .where('number', '<', number)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toChainLink(row)
}

const chainBatchSize = 500

/** The hospital's whole chain from its beginning, some hundreds of messages at a time. */
export async function* streamChain(tx: Tx): AsyncGenerator<ChainLink[]> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('box_transactions')
      .select(['number', 'hash', 'previous_hash', 'received_at', 'mac', 'payload'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(chainBatchSize)
      .execute()
    yield rows.map(toChainLink)
    const last = rows.at(-1)
    if (rows.length < chainBatchSize || !last) return
    after = last.number
  }
}

function toChainLink(
  row: Pick<BoxRow, 'number' | 'hash' | 'previous_hash' | 'received_at' | 'mac' | 'payload'>,
) {
  const { number, hash, previous_hash, received_at, mac, payload } = row
  return { number, hash, previousHash: previous_hash, receivedAt: received_at, mac, payload }
}

/** One message by its hash, with the previous one. */
export async function findBoxTransaction(tx: Tx, hash: string) {
  const { rows } = await selectBoxRows(sql`a.hash = decode(${hash}, 'hex')`).execute(tx)
  const [found] = rows
  if (!found) return undefined
  return {
    transaction: toBoxTransaction(found),
    link: toChainLink(found),
    before: await findPreviousLink(tx, found.number),
  }
}
