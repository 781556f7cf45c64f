import type { AuditPerson, NamedPatient, RecordAccess } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { findNewestVerification } from '../../audit/schedule.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { selectPatientNames } from '../../db/labels.ts'
import type { EntryFilter } from './rules.ts'

/** How many matches are counted. Beyond it a list says "1,000+". */
const maxCountedEntries = 1000

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

/** An entry with the names of those of its patients whom the hospital has, at least of the ones that may be shown. */
export type NamedEntry = StoredEntry & { named: NamedPatient[] }

/**
 * Which entries to list, and which part of them: the newest, or those on one side of an entry, which is named by its
 * id.
 */
type EntryRange = {
  filter: EntryFilter
  limit: number
  before?: string | undefined
  after?: string | undefined
}

export async function isEntry(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('audit').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The place of an entry in the order of the audit. */
const selectPlace = (id: string) => sql`((select at from audit where id = ${id}), ${id}::uuid)`

/**
 * Newest first, in whichever direction they were searched; each with the names of its first patients, and of the
 * patient whom the filter asks about.
 */
export async function listAuditEntries(
  tx: Tx,
  { filter, limit, before, after }: EntryRange,
  named: number,
): Promise<NamedEntry[]> {
  const beyond = [
    ...(before === undefined ? [] : [sql<SqlBool>`(at, id) < ${selectPlace(before)}`]),
    ...(after === undefined ? [] : [sql<SqlBool>`(at, id) > ${selectPlace(after)}`]),
  ]
  const first = sql`order by ${after ? sql`at, id` : sql`at desc, id desc`} limit ${limit}`
  return listEntriesById(
    tx,
    sql`select id from (${buildEntryFilter(filter, { beyond, first })}) as matching ${first}`,
    sql`a.patient_ids[:${named}::int] || ${sqlArray('uuid', filter.patient_id === undefined ? [] : [filter.patient_id])}`,
  )
}

/** Rows of an export that are read at once. */
const exportedAtOnce = 500

/** Every matching entry, newest first. */
export async function* streamEntries(tx: Tx, filter: EntryFilter): AsyncGenerator<StoredEntry[]> {
  let before: string | undefined
  for (;;) {
    const entries = await listAuditEntries(tx, { filter, limit: exportedAtOnce, before }, 0)
    if (entries.length > 0) yield entries
    const last = entries.at(-1)
    if (!last || entries.length < exportedAtOnce) return
    before = last._id
  }
}

/** When the audit was last sealed, when its first unsealed row was written, and the newest verification. */
export async function findSealState(tx: Tx) {
  const newestSeal = tx.selectFrom('audit_seals').orderBy('number', 'desc').limit(1)
  const [seal, unsealed, check] = await Promise.all([
    newestSeal.select('sealed_at').executeTakeFirst(),
    tx
      .selectFrom('audit')
      .select('at')
      .where('position', '>', (eb) => eb.fn.coalesce(newestSeal.select('to_position'), sql.lit(0)))
      .orderBy('position')
      .limit(1)
      .executeTakeFirst(),
    findNewestVerification(tx),
  ])
  return { sealedAt: seal?.sealed_at, unsealedSince: unsealed?.at, check }
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

/** The entry with the names of all its patients. */
export async function findEntry(tx: Tx, id: string): Promise<NamedEntry | undefined> {
  const [entry] = await listEntriesById(tx, sql`select ${id}::uuid as id`, sql`a.patient_ids`)
  return entry
}

export async function countEntries(tx: Tx, filter: EntryFilter) {
  const first = sql`limit ${maxCountedEntries + 1}`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total
    from (select from (${buildEntryFilter(filter, { first })}) as matching ${first}) as counted`.execute(tx)
  const total = rows[0]?.total ?? 0
  return { total: Math.min(total, maxCountedEntries), total_is_at_least: total > maxCountedEntries }
}

/** The patients of these ids that the hospital has, by id. */
export async function namePatients(tx: Tx, ids: readonly string[]): Promise<Map<string, NamedPatient>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patients')
    .select(['id as _id', 'hn', 'title', 'name', 'surname'])
    .where('id', '=', sql<string>`any(${sqlArray('uuid', ids)})`)
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

type WantedPart = {
  /** Limits to one side of an entry. */
  beyond?: readonly RawBuilder<SqlBool>[]
  /** Which of the matching entries are wanted: an order and a limit. */
  first: RawBuilder<unknown>
}

/**
 * Positions of matching entries, unordered; at least those that `first` wants. The entries of one patient are collected
 * by the index on patient_ids, behind `offset 0`: otherwise the planner would scan from the newest entries on,
 * which for a patient who left a year ago are all entries.
 */
function buildEntryFilter(filter: EntryFilter, { beyond = [], first }: WantedPart): RawBuilder<unknown> {
  const { patient_id, staff_id, action, outcome, from, to, hiddenActions } = filter
  const conditions = [...beyond]
  if (staff_id !== undefined) conditions.push(sql`staff_id = ${staff_id}`)
  if (action !== undefined) conditions.push(sql`action = ${action}`)
  if (outcome !== undefined && outcome !== 'ok') conditions.push(sql`outcome <> 'ok'`)
  if (outcome !== undefined && outcome !== 'refused') conditions.push(sql`outcome = ${outcome}`)
  if (from !== undefined) conditions.push(sql`at >= ${from}`)
  if (to !== undefined) conditions.push(sql`at < ${to}`)
  if (patient_id !== undefined) conditions.push(sql`patient_ids @> array[${patient_id}]::uuid[]`)
  const isByAction =
    patient_id === undefined && action === undefined && (staff_id !== undefined || hiddenActions)
  if (isByAction)
    return buildFilterByAction(staff_id, sqlArray('text', hiddenActions ?? []), { conditions, first })
  if (hiddenActions)
    conditions.push(sql`(action <> all(${sqlArray('text', hiddenActions)}) or outcome <> 'ok')`)
  const where = buildWhere(conditions)
  return patient_id === undefined
    ? sql`select id, at from audit ${where}`
    : sql`select id, at from own_audit ${where} offset 0`
}

const buildWhere = (conditions: readonly RawBuilder<SqlBool>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/**
 * Screens do a hundred things by themselves for each act, so the acts are not looked for among them: an index by action
 * is asked for the newest of each action that is not hidden. What actions there are, also of former versions, is read
 * from the same index, one after the other.
 */
function buildFilterByAction(
  staffId: string | undefined,
  hidden: RawBuilder<unknown>,
  { conditions, first }: { conditions: readonly RawBuilder<SqlBool>[]; first: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const ofPerson = staffId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`staff_id = ${staffId}`
  const acts = buildWhere([...conditions, sql`action = shown.action`])
  const refusals = buildWhere([...conditions, sql`outcome <> 'ok'`, sql`action = any(${hidden})`])
  return sql`
    with recursive actions (action) as (
      (select action from audit where ${ofPerson} order by action limit 1)
      union all
      select (select action from audit where ${ofPerson} and action > actions.action order by action limit 1)
      from actions where actions.action is not null
    )
    select acts.id, acts.at
    from (select action from actions where action <> all(${hidden})) as shown
    cross join lateral (select id, at from audit ${acts} ${first}) as acts
    union all
    (select id, at from audit ${refusals} ${first})`
}

/** `named`: the ids of those patients of an entry `a` whose names are wanted. */
async function listEntriesById(
  tx: Tx,
  ids: RawBuilder<unknown>,
  named: RawBuilder<unknown>,
): Promise<NamedEntry[]> {
  type Row = Omit<NamedEntry, 'by' | 'patient_ids'> & { patient_ids: string[] | null } & PersonColumns
  const { rows } = await sql<Row>`
    select a.id as "_id", a.at, a.action, a.outcome, a.patient_ids, a.address, a.detail, a.request_id,
      s.id as staff_id, s.first_name, s.last_name, t.code as staff_type,
      (select coalesce(json_agg(json_build_object('_id', p.id, ${selectPatientNames('p')})), '[]'::json)
        from patients p where p.id = any(${named})) as named
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
