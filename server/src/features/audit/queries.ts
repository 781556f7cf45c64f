import type { AuditFilters, AuditPatient, AuditPerson, RecordAccess } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findNewestCheck } from '../../audit/schedule.ts'
import type { Tx } from '../../db/database.ts'

/** How many matches are counted. Beyond it a list says "1,000+". */
const maxCountedEntries = 1000

/** The position of an entry in the audit. */
type AuditCursor = { at: string; id: string }

export type StoredEntry = {
  _id: string
  at: string
  by: AuditPerson | null
  action: string
  outcome: string
  patient_ids: string[]
  address: string | null
  detail: Record<string, unknown> | null
  request_id: string | null
}

/** Which entries to list, and which part of them: the newest, or those on one side of an entry. */
type EntryRange = {
  filters: AuditFilters
  limit: number
  before?: AuditCursor | undefined
  after?: AuditCursor | undefined
}

export function findAuditCursor(tx: Tx, id: string): Promise<AuditCursor | undefined> {
  return tx.selectFrom('audit').select(['at', 'id']).where('id', '=', id).executeTakeFirst()
}

/** Newest first, in whichever direction they were searched. */
export async function listEntries(
  tx: Tx,
  { filters, limit, before, after }: EntryRange,
): Promise<StoredEntry[]> {
  const beyond = [
    ...(before ? [sql<SqlBool>`(at, id) < (${before.at}, ${before.id}::uuid)`] : []),
    ...(after ? [sql<SqlBool>`(at, id) > (${after.at}, ${after.id}::uuid)`] : []),
  ]
  const order = after ? sql`at, id` : sql`at desc, id desc`
  return listEntriesById(
    tx,
    sql`select id from (${buildEntryFilter(filters, beyond)}) as matching order by ${order} limit ${limit}`,
  )
}

/** Rows of an export that are read at once. */
const exportedAtOnce = 500

/** Every matching entry, newest first. */
export async function* streamEntries(tx: Tx, filters: AuditFilters): AsyncGenerator<StoredEntry[]> {
  let before: AuditCursor | undefined
  for (;;) {
    const entries = await listEntries(tx, { filters, limit: exportedAtOnce, before })
    if (entries.length > 0) yield entries
    const last = entries.at(-1)
    if (!last || entries.length < exportedAtOnce) return
    before = { at: last.at, id: last._id }
  }
}

/** When the audit was last sealed, when its first unsealed row was written, and the newest verification. */
export async function findChain(tx: Tx) {
  const seal = await tx
    .selectFrom('audit_seals')
    .select(['sealed_at', 'to_position'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const unsealed = await tx
    .selectFrom('audit')
    .select('at')
    .where('position', '>', seal?.to_position ?? 0)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return { sealedAt: seal?.sealed_at, unsealedSince: unsealed?.at, check: await findNewestCheck(tx) }
}

/** Who used a record, the latest openers first. */
export async function listAccess(tx: Tx, patientId: string): Promise<RecordAccess[]> {
  type Row = Omit<RecordAccess, 'by'> & PersonColumns
  const { rows } = await sql<Row>`
    select access.*, (select count(*) from broken_glass b
        where b.patient_id = ${patientId} and b.staff_id = access.by_id) as by_exception, s.id as staff_id, s.first_name, s.last_name, t.code as staff_type
    from (
      select staff_id as by_id, max(at) as last_at,
        count(*) filter (where outcome <> 'ok') as refused,
        count(*) filter (where outcome = 'ok' and action = 'patients.get') as opened,
        max(at) filter (where outcome = 'ok' and action = 'patients.get') as last_opened_at,
        count(*) filter (where outcome = 'ok' and action <> 'patients.get') as otherwise
      from own_audit where patient_ids @> array[${patientId}]::uuid[]
      group by staff_id
    ) as access
    left join staff s on s.id = access.by_id
    left join staff_types t on t.id = s.staff_type_id
    order by last_opened_at desc nulls last, last_at desc`.execute(tx)
  return rows.map(({ opened, last_opened_at, by_exception, otherwise, refused, last_at, ...person }) => ({
    by: toPerson(person),
    opened,
    last_opened_at,
    by_exception,
    otherwise,
    refused,
    last_at,
  }))
}

export async function findEntry(tx: Tx, id: string): Promise<StoredEntry | undefined> {
  const [entry] = await listEntriesById(tx, sql`select ${id}::uuid as id`)
  return entry
}

export async function countEntries(tx: Tx, filters: AuditFilters) {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from (select from (${buildEntryFilter(filters)}) as matching limit ${maxCountedEntries + 1}) as counted`.execute(
    tx,
  )
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, maxCountedEntries), total_is_at_least: total > maxCountedEntries }
}

/** The patients of these ids that the hospital has, by id. */
export async function namePatients(tx: Tx, ids: readonly string[]): Promise<Map<string, AuditPatient>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patients')
    .select(['id as _id', 'hn', 'title', 'name', 'surname'])
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Map(rows.map((row) => [row._id, row]))
}

export function listPeople(tx: Tx) {
  return tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'staff.id as _id',
      'staff.first_name',
      'staff.last_name',
      sql<AuditPerson['staff_type']>`staff_types.code`.as('staff_type'),
    ])
    .orderBy(sql`thai_sort_key(staff.first_name || ' ' || staff.last_name) collate "C"`)
    .execute()
}

/**
 * Positions of all matching entries, unordered. The entries of one patient are collected by the index on patient_ids,
 * behind `offset 0`: otherwise the planner would rather scan from the newest entries on, which for a patient who left a
 * year ago are all entries.
 */
function buildEntryFilter(
  { patient_id, staff_id, action, outcome, from, to }: AuditFilters,
  beyond: readonly RawBuilder<SqlBool>[] = [],
): RawBuilder<unknown> {
  const conditions = [...beyond]
  if (staff_id !== undefined) conditions.push(sql`staff_id = ${staff_id}`)
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (outcome !== undefined && outcome !== 'ok') conditions.push(sql`outcome <> 'ok'`)
  if (outcome !== undefined && outcome !== 'refused') conditions.push(sql`outcome = ${outcome}`)
  if (from !== undefined) conditions.push(sql`at >= ${from}`)
  if (to !== undefined) conditions.push(sql`at < ${to}`)
  if (patient_id !== undefined) conditions.push(sql`patient_ids @> array[${patient_id}]::uuid[]`)
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
  return patient_id === undefined
    ? sql`select id, at from audit ${where}`
    : sql`select id, at from own_audit ${where} offset 0`
}

async function listEntriesById(tx: Tx, ids: RawBuilder<unknown>): Promise<StoredEntry[]> {
  type Row = Omit<StoredEntry, 'by' | 'patient_ids'> & { patient_ids: string[] | null } & PersonColumns
  const { rows } = await sql<Row>`
    select a.id as "_id", a.at, a.action, a.outcome, a.patient_ids, a.address, a.detail, a.request_id,
      s.id as staff_id, s.first_name, s.last_name, t.code as staff_type
    from (${ids}) as page
    join audit a on a.id = page.id
    left join staff s on s.id = a.staff_id
    left join staff_types t on t.id = s.staff_type_id
    order by a.at desc, a.id desc`.execute(tx)
  return rows.map(({ patient_ids, ...row }) => ({
    ...row,
    by: toPerson(row),
    patient_ids: patient_ids ?? [],
  }))
}

type PersonColumns = ({ staff_id: string } & Omit<AuditPerson, '_id'>) | { staff_id: null }

function toPerson(row: PersonColumns): AuditPerson | null {
  if (row.staff_id === null) return null
  const { staff_id: _id, first_name, last_name, staff_type } = row
  return { _id, first_name, last_name, staff_type }
}
