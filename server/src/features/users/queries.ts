import {
  type StaffTypeCode,
  type User,
  type UserChange,
  type UserFilters,
  type UserListQuery,
  type UserRow,
  type UserStatus,
} from 'contract'
import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Author, changesOf, updateAccount } from '../../core/accounts.ts'
import { compileOnce } from '../../core/compile-once.ts'
import type { Tx } from '../../core/database.ts'
import type { Tables } from '../../core/tables.ts'
import { staffTypeId } from '../../reference/staff-types.ts'

/** How many matches are counted. Beyond it a list says "200+": nobody reads on, and counting would cost. */
const countedMatches = 200

type SearchField = UserListQuery['search_field']

/** `list` 1 is of those who are approved, 2 of the others who are not deleted. */
export type List = {
  list: number
  filters: UserFilters
  search: { field: SearchField; value: string }
  sort: { field: NonNullable<UserListQuery['sort_field']> | undefined; order: 'asc' | 'desc' }
}

export type Page<Row> = { rows: Row[]; total: number; total_is_at_least: boolean }
export type Counts = Record<Exclude<UserStatus, 'deleted'>, number>

// ── rows ────────────────────────────────────────────────────────────────────────────────────────────

function rowsFrom(tx: Pick<Tx, 'selectFrom'>) {
  return tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'staff.id as _id',
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.country_code',
      'staff.phone',
      sql<StaffTypeCode>`staff_types.code`.as('staff_type'),
      'staff.is_form_user',
      sql<UserStatus>`staff.status`.as('status'),
      sql<UserRow['list_status']>`case staff.status when 'approved' then 0 else 1 end`.as('list_status'),
      sql<boolean>`staff.verified_at is not null`.as('is_verified'),
      'staff.line_user_id',
      'staff.photo_id',
      'staff.app_version',
      'staff.wallet',
      'staff.last_login_at',
      'staff.created_at',
      'staff.updated_at',
      'staff.version',
    ])
}

/** Rows of the users who are numbered so, in that order. */
async function rowsBy(tx: Tx, numbers: readonly number[]): Promise<UserRow[]> {
  if (numbers.length === 0) return []
  const rows = await rowsFrom(tx)
    .select('staff.number')
    .where(sql<boolean>`staff.number = any(${[...numbers]}::int[])`)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.map((number) => byNumber.get(number)).filter((row) => row !== undefined)
}

// ── sorting ─────────────────────────────────────────────────────────────────────────────────────────

/** Users by their numbers: these are in every index, so that what is skipped is not fetched. */
type Matching = SelectQueryBuilder<Tables, 'staff', { number: number }>

const sortColumns = {
  name: 'staff.sort_name',
  email: 'staff.email',
  staff_type: 'staff.staff_type_id',
  status: 'staff.status',
} as const

/** "Registered, ascending" is newest first: the order in which the list opens. */
function ordered(matching: Matching, { field, order }: List['sort']): Matching {
  const backwards = order === 'asc' ? 'desc' : 'asc'
  if (field === undefined || field === 'registered') return matching.orderBy('staff.number', backwards)
  if (field === 'last_login') {
    return matching.orderBy('staff.last_login_at', order).orderBy('staff.number', backwards)
  }
  return matching.orderBy(sortColumns[field], order).orderBy('staff.number', backwards)
}

/** Numbers of one page. Who never signed in comes behind those who did, in either direction. */
async function numbersOf(
  tx: Tx,
  matching: Matching,
  sort: List['sort'],
  limit: number,
  offset: number,
): Promise<number[]> {
  if (sort.field !== 'last_login') return numbersFrom(ordered(matching, sort), limit, offset)
  const having = matching.where('staff.last_login_at', 'is not', null)
  const lacking = matching.where('staff.last_login_at', 'is', null).orderBy('staff.number', 'desc')
  const { rows } = await sql<{ number: number }>`
    with first as materialized (${ordered(having, sort).limit(offset + limit)}),
      counted as (select count(*)::int as count from first)
    (select number from first offset ${offset})
    union all
    (${lacking}
      limit (select least(${limit}, ${offset + limit} - count) from counted)
      offset (select greatest(0, ${offset} - count) from counted))`.execute(tx)
  return rows.map((row) => row.number)
}

async function numbersFrom(
  matching: Pick<Matching, 'limit'>,
  limit: number,
  offset: number,
): Promise<number[]> {
  const rows = await matching.limit(limit).offset(offset).execute()
  return rows.map((row) => row.number)
}

// ── searching and filtering ─────────────────────────────────────────────────────────────────────────

/** Each way in which the typed text may be the beginning of something a user is found by. */
function rangesOf(field: SearchField, typed: string): RawBuilder<unknown>[] {
  const kinds = field === 'any' ? (['name', 'email', 'phone'] as const) : [field]
  return kinds.map((kind) =>
    kind === 'phone' ? sql`('phone', phone_key(${typed}))` : sql`(${sql.lit(kind)}, search_key(${typed}))`,
  )
}

/** Users found, nearest spelling first; no more than `limit` of each kind of key are read. */
function found(
  field: SearchField,
  { list, typed }: { list: number; typed: string },
  limit: number | null,
): RawBuilder<{ staff_id: string; place: number }> {
  return sql`
    select staff_id, min(place) as place
    from (
      select s.staff_id, row_number() over () as place
      from (values ${sql.join(rangesOf(field, typed))}) as range (kind, low)
      cross join lateral (
        select staff_id from staff_search
        where list = ${list}::smallint and kind = range.kind
          and key >= range.low and key < range.low || U&'\\+10FFFF'
        order by key, staff_id
        limit ${limit}
      ) as s
      where range.low <> ''
    ) as hits
    group by staff_id`
}

/** Whether nothing is searched for. Punctuation alone is a search, and one that finds nobody. */
function isBlank({ search }: List): boolean {
  return search.value.trim() === ''
}

function matchesFilters(eb: ExpressionBuilder<Tables, 'staff'>, { list, filters }: List) {
  const conditions = [eb('staff.list', '=', list)]
  if (filters.status?.length) conditions.push(eb('staff.status', 'in', filters.status))
  if (filters.staff_type?.length) {
    conditions.push(eb('staff.staff_type_id', 'in', filters.staff_type.map(staffTypeId)))
  }
  if (filters.is_form_user !== undefined) conditions.push(eb('staff.is_form_user', '=', filters.is_form_user))
  if (filters.is_verified !== undefined) {
    conditions.push(eb('staff.verified_at', filters.is_verified ? 'is not' : 'is', null))
  }
  return eb.and(conditions)
}

function isFiltered({ filters }: List): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
}

/** Every user who fits, unordered. */
function matching(tx: Tx, list: List): Matching {
  let query = tx
    .selectFrom('staff')
    .select('staff.number')
    .where((eb) => matchesFilters(eb, list))
  if (!isBlank(list)) {
    const hits = found(list.search.field, { list: list.list, typed: list.search.value }, null)
    query = query.where('staff.id', 'in', sql<string>`(select staff_id from (${hits}) as found)`)
  }
  return query
}

/** Every user who fits, nearest spelling first. */
function nearest(tx: Tx, list: List) {
  const hits = found(list.search.field, { list: list.list, typed: list.search.value }, null)
  return tx
    .selectFrom('staff')
    .innerJoin(sql<{ staff_id: string; place: number }>`(${hits})`.as('hits'), 'hits.staff_id', 'staff.id')
    .select('staff.number')
    .where((eb) => matchesFilters(eb, list))
    .orderBy('hits.place')
}

// ── the list ────────────────────────────────────────────────────────────────────────────────────────

export async function listUsers(
  tx: Tx,
  list: List,
  { page, number_of_rec }: { page: number; number_of_rec: number },
): Promise<Page<UserRow> & { counts: Counts }> {
  const offset = (page - 1) * number_of_rec
  const counts = await countUsers(tx)
  if (!isBlank(list) && !isFiltered(list) && list.sort.field === undefined) {
    return { ...(await pageOfFound(tx, list, number_of_rec, offset)), counts }
  }
  const all = matching(tx, list)
  const numbers =
    list.sort.field === undefined && !isBlank(list)
      ? await numbersFrom(nearest(tx, list), number_of_rec, offset)
      : await numbersOf(tx, all, list.sort, number_of_rec, offset)
  const rows = await rowsBy(tx, numbers)
  if (isBlank(list) && !isFiltered(list)) {
    return { rows, total: totalOf(list.list, counts), total_is_at_least: false, counts }
  }
  const seen = rows.length > 0 ? offset + rows.length : 0
  return { rows, ...atMostCounted(await countUpTo(tx, all), seen), counts }
}

const counted = compileOnce((tx, _given: Record<string, never>) =>
  tx.selectFrom('staff_counts').select(['status', 'members']),
)

async function countUsers(tx: Tx): Promise<Counts> {
  const members = new Map((await counted(tx, {})).map((row) => [row.status, row.members]))
  const of = (status: UserStatus) => members.get(status) ?? 0
  return {
    approved: of('approved'),
    pending: of('pending'),
    declined: of('declined'),
    blocked: of('blocked'),
  }
}

function totalOf(list: number, { approved, pending, declined, blocked }: Counts): number {
  return list === 1 ? approved : pending + declined + blocked
}

/** A total that was counted no further than one beyond the limit; `seen` of them are known to be there. */
function atMostCounted(count: number, seen = 0): Pick<Page<never>, 'total' | 'total_is_at_least'> {
  return { total: Math.max(Math.min(count, countedMatches), seen), total_is_at_least: count > countedMatches }
}

const foundBy = (field: SearchField) =>
  compileOnce((tx, given: { list: number; typed: string; limit: number; offset: number }) =>
    rowsFrom(tx)
      .innerJoin(
        sql<{ staff_id: string; place: number; total: number }>`(
          select staff_id, place, count(*) over () as total
          from (${found(field, given, countedMatches + 1)}) as found
          order by place
          limit ${given.limit} offset ${given.offset})`.as('hits'),
        'hits.staff_id',
        'staff.id',
      )
      .select('hits.total')
      .orderBy('hits.place'),
  )
const pagesOfFound = {
  any: foundBy('any'),
  name: foundBy('name'),
  email: foundBy('email'),
  phone: foundBy('phone'),
}

async function pageOfFound(tx: Tx, list: List, limit: number, offset: number): Promise<Page<UserRow>> {
  const given = { list: list.list, typed: list.search.value }
  const rows = await pagesOfFound[list.search.field](tx, { ...given, limit, offset })
  const isPastTheEnd = rows.length === 0 && offset > 0
  const total = isPastTheEnd ? await countUpTo(tx, matching(tx, list)) : (rows[0]?.total ?? 0)
  return { rows, ...atMostCounted(total) }
}

async function countUpTo(tx: Tx, all: Matching): Promise<number> {
  const { count } = await tx
    .selectFrom(all.limit(countedMatches + 1).as('matches'))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const batchSize = 500

/** The whole list, a batch at a time, in its order. */
export async function* streamUsers(tx: Tx, list: List): AsyncGenerator<UserRow[]> {
  const numbers =
    list.sort.field === undefined && !isBlank(list)
      ? (await nearest(tx, list).execute()).map((row) => row.number)
      : await numbersOf(tx, matching(tx, list), list.sort, 2_147_483_647, 0)
  for (let from = 0; from < numbers.length; from += batchSize) {
    yield await rowsBy(tx, numbers.slice(from, from + batchSize))
  }
}

// ── one account ─────────────────────────────────────────────────────────────────────────────────────

function nameOf(alias: 'registrar' | 'decider') {
  return sql<User['registered_by']>`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object(
    '_id', ${sql.ref(`${alias}.id`)}, 'first_name', ${sql.ref(`${alias}.first_name`)},
    'last_name', ${sql.ref(`${alias}.last_name`)}) end`
}

const accountOf = compileOnce((tx, given: { id: string }) =>
  rowsFrom(tx)
    .leftJoin('staff as registrar', 'registrar.id', 'staff.registered_by')
    .leftJoin('staff as decider', 'decider.id', 'staff.decided_by')
    .select([
      'staff.verified_at',
      'staff.must_change_password',
      'staff.password_changed_at',
      nameOf('registrar').as('registered_by'),
      sql<string[]>`array(
        select g.name from group_members m join groups g on g.id = m.group_id and g.deleted_at is null
        where m.staff_id = staff.id order by thai_sort_key(g.name) collate "C")`.as('group_names'),
      nameOf('decider').as('decided_by'),
      'staff.decided_at',
    ])
    .where('staff.id', '=', given.id),
)

export async function findUser(tx: Tx, id: string): Promise<User | undefined> {
  const [user] = await accountOf(tx, { id })
  return user
}

/** Those of the e-mails that open an account already, in whatever hospital. */
export async function takenEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select taken as email from taken_emails(${[...emails]}::text[]) as taken`.execute(tx)
  return new Set(rows.map(({ email }) => email))
}

export type NewAccount = {
  id: string
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
  staff_type: StaffTypeCode
  is_form_user: boolean
  is_verified: boolean
  password_hash: string
  must_change_password: boolean
  photoId: string | null
}

/** Accounts that are approved from the beginning. */
export async function insertUsers(
  { tx, hospitalId, now, actor }: Author,
  accounts: readonly NewAccount[],
): Promise<void> {
  await tx
    .insertInto('staff')
    .values(
      accounts.map(({ staff_type, is_verified, photoId, ...account }) => ({
        ...account,
        hospital_id: hospitalId,
        staff_type_id: staffTypeId(staff_type),
        status: 'approved',
        verified_at: is_verified ? now : null,
        photo_id: photoId,
        registered_by: actor._id,
        decided_by: actor._id,
        decided_at: now,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
}

export async function setStatus(author: Author, id: string, status: UserStatus): Promise<number> {
  const { now, actor } = author
  return updateAccount(author, id, { status, decided_by: actor._id, decided_at: now })
}

// ── history of changes ──────────────────────────────────────────────────────────────────────────────

export async function listChanges(
  tx: Tx,
  id: string,
  { page, number_of_rec }: { page: number; number_of_rec: number },
): Promise<Page<UserChange>> {
  const rows = await changesOf(tx, id)
    .limit(number_of_rec)
    .offset((page - 1) * number_of_rec)
    .execute()
  const { count } = await tx
    .selectFrom('staff_changes')
    .select(sql<number>`count(*)`.as('count'))
    .where('staff_id', '=', id)
    .executeTakeFirstOrThrow()
  return { rows, total: count, total_is_at_least: false }
}
