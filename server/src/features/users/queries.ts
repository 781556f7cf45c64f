import {
  type StaffTypeCode,
  type User,
  type UserChange,
  type UserFilters,
  type UserListQuery,
  type UserRow,
  type UserStatus,
} from 'contract'
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import { compileOnce } from '../../db/compile-once.ts'
import type { Tx } from '../../db/database.ts'
import { staffLabelOrNull } from '../../db/labels.ts'
import {
  buildHitSlice,
  buildNearestHits,
  capTotal,
  countCapped,
  countHits,
  type Hit,
  isBlank,
  isFiltered,
  type Matching,
  maxCountedMatches,
  type Page,
  type Paging,
  readNumbers,
  readSortedNumbers,
  type Slice,
  type Sort,
  streamBatches,
  toSlice,
  wholeList,
} from '../../db/listing.ts'
import type { Tables } from '../../db/tables.ts'
import { type Author, selectAccountChanges, updateAccount } from '../../identity/accounts.ts'
import { isAppointed } from '../../identity/delegation.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import type { Importable } from './rules.ts'

type SearchField = UserListQuery['search_field']

/** `list` 1 has approved accounts, 2 all others that are not deleted. */
export type UserListRequest = {
  list: number
  filters: UserFilters
  search: { field: SearchField; value: string }
  sort: { field: NonNullable<UserListQuery['sort_field']> | undefined; order: 'asc' | 'desc' }
}

/** An account before it is determined whether the caller may change it. */
export type StoredUser<Account extends UserRow> = Omit<Account, 'may_change'> & { is_appointed: boolean }

export type UserStatusCounts = Record<Exclude<UserStatus, 'deleted'>, number>

// ── rows ────────────────────────────────────────────────────────────────────────────────────────────

function selectUserRows(tx: Pick<Tx, 'selectFrom'>) {
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
      isAppointed.as('is_appointed'),
    ])
}

/** Rows of the users with these numbers, in that order. */
async function listUserRows(tx: Tx, numbers: readonly number[]): Promise<StoredUser<UserRow>[]> {
  if (numbers.length === 0) return []
  const rows = await selectUserRows(tx)
    .select('staff.number')
    .where(sql<boolean>`staff.number = any(${sqlArray('integer', numbers)})`)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.map((number) => byNumber.get(number)).filter((row) => row !== undefined)
}

// ── sorting ─────────────────────────────────────────────────────────────────────────────────────────

const sortColumns = {
  name: { column: sql.ref('staff.sort_name'), isSparse: false },
  email: { column: sql.ref('staff.email'), isSparse: false },
  staff_type: { column: sql.ref('staff.staff_type_id'), isSparse: false },
  status: { column: sql.ref('staff.status'), isSparse: false },
  last_login: { column: sql.ref('staff.last_login_at'), isSparse: true },
} as const

/** "Registered, ascending" is newest first: the order in which the list opens. */
function toUserSort({ field, order }: UserListRequest['sort']): Sort {
  if (field !== undefined && field !== 'registered') return { ...sortColumns[field], order }
  return { column: sql.ref('staff.number'), order: order === 'asc' ? 'desc' : 'asc', isSparse: false }
}

// ── searching and filtering ─────────────────────────────────────────────────────────────────────────

/** Each search key whose beginning the typed text may be. */
function buildUserRanges(field: SearchField, typed: string): RawBuilder<unknown>[] {
  const kinds = field === 'any' ? (['name', 'email', 'phone'] as const) : [field]
  return kinds.map((kind) =>
    kind === 'phone' ? sql`('phone', phone_key(${typed}))` : sql`(${sql.lit(kind)}, search_key(${typed}))`,
  )
}

/** Users found on one page of the list; at most `limit` of each kind of key are read. */
function buildFoundUsers(
  field: SearchField,
  { list, typed }: { list: number; typed: string },
  limit: number | null,
) {
  const within = sql`list = ${list}::smallint`
  return buildNearestHits(
    { table: 'staff_search', id: 'staff_id', within },
    buildUserRanges(field, typed),
    limit,
  )
}

function buildAllFoundUsers({ list, search }: UserListRequest) {
  return buildFoundUsers(search.field, { list, typed: search.value }, null)
}

function buildUserConditions(eb: ExpressionBuilder<Tables, 'staff'>, { list, filters }: UserListRequest) {
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

/** Every matching user, unordered. */
function selectMatchingUsers(tx: Tx, list: UserListRequest): Matching<'staff'> {
  const query = tx
    .selectFrom('staff')
    .select('staff.number')
    .where((eb) => buildUserConditions(eb, list))
  if (isBlank(list.search)) return query
  return query.where('staff.id', 'in', sql<string>`(select id from (${buildAllFoundUsers(list)}) as found)`)
}

/** Every matching user, nearest spelling first. */
function selectNearestUsers(tx: Tx, list: UserListRequest) {
  return tx
    .selectFrom('staff')
    .innerJoin(sql<Hit>`(${buildAllFoundUsers(list)})`.as('hits'), 'hits.id', 'staff.id')
    .select('staff.number')
    .where((eb) => buildUserConditions(eb, list))
    .orderBy('hits.place')
}

function listUserNumbers(tx: Tx, list: UserListRequest, slice: Slice): Promise<number[]> {
  return list.sort.field === undefined && !isBlank(list.search)
    ? readNumbers(selectNearestUsers(tx, list), slice)
    : readSortedNumbers(tx, selectMatchingUsers(tx, list), toUserSort(list.sort), slice)
}

// ── the list ────────────────────────────────────────────────────────────────────────────────────────

export async function listUsers(
  tx: Tx,
  list: UserListRequest,
  query: Paging,
): Promise<Page<StoredUser<UserRow>> & { counts: UserStatusCounts }> {
  const [counts, page] = await Promise.all([countUsers(tx), readUserPage(tx, list, toSlice(query))])
  return { total: pickTotal(list.list, counts), total_is_at_least: false, ...page, counts }
}

/** Without a total if the page is one of all users of the list. */
async function readUserPage(tx: Tx, list: UserListRequest, slice: Slice) {
  const isOfAll = isBlank(list.search) && !isFiltered(list.filters)
  if (!isBlank(list.search) && !isFiltered(list.filters) && list.sort.field === undefined) {
    return readFoundUsers(tx, list, slice)
  }
  const [matches, rows] = await Promise.all([
    isOfAll ? undefined : countCapped(tx, selectMatchingUsers(tx, list)),
    listUserNumbers(tx, list, slice).then((numbers) => listUserRows(tx, numbers)),
  ])
  const seen = rows.length > 0 ? slice.offset + rows.length : 0
  return matches === undefined ? { rows } : { rows, ...capTotal(matches, seen) }
}

const queryUserCounts = compileOnce((tx, _given: Record<string, never>) =>
  tx.selectFrom('staff_counts').select(['status', 'members']),
)

async function countUsers(tx: Tx): Promise<UserStatusCounts> {
  const members = new Map((await queryUserCounts(tx, {})).map((row) => [row.status, row.members]))
  const of = (status: UserStatus) => members.get(status) ?? 0
  return {
    approved: of('approved'),
    pending: of('pending'),
    declined: of('declined'),
    blocked: of('blocked'),
  }
}

function pickTotal(list: number, { approved, pending, declined, blocked }: UserStatusCounts): number {
  return list === 1 ? approved : pending + declined + blocked
}

const compileFoundUsers = (field: SearchField) =>
  compileOnce((tx, given: { list: number; typed: string; limit: number; offset: number }) =>
    selectUserRows(tx)
      .innerJoin(
        buildHitSlice(buildFoundUsers(field, given, maxCountedMatches + 1), given).as('hits'),
        'hits.id',
        'staff.id',
      )
      .select('hits.total')
      .orderBy('hits.place'),
  )
const pagesOfFound = {
  any: compileFoundUsers('any'),
  name: compileFoundUsers('name'),
  email: compileFoundUsers('email'),
  phone: compileFoundUsers('phone'),
}

async function readFoundUsers(
  tx: Tx,
  list: UserListRequest,
  slice: Slice,
): Promise<Page<StoredUser<UserRow>>> {
  const { field, value } = list.search
  const given = { list: list.list, typed: value }
  const rows = await pagesOfFound[field](tx, { ...given, ...slice })
  const isPastTheEnd = rows.length === 0 && slice.offset > 0
  const total = isPastTheEnd
    ? await countHits(tx, buildFoundUsers(field, given, maxCountedMatches + 1))
    : (rows[0]?.total ?? 0)
  return { rows, ...capTotal(total) }
}

/** The whole list, a batch at a time, in its order. */
export async function* streamUsers(tx: Tx, list: UserListRequest): AsyncGenerator<StoredUser<UserRow>[]> {
  const numbers = await listUserNumbers(tx, list, wholeList)
  yield* streamBatches(numbers, (batch) => listUserRows(tx, batch))
}

// ── one account ─────────────────────────────────────────────────────────────────────────────────────

const queryUserAccount = compileOnce((tx, given: { id: string }) =>
  selectUserRows(tx)
    .leftJoin('staff as registrar', 'registrar.id', 'staff.registered_by')
    .leftJoin('staff as decider', 'decider.id', 'staff.decided_by')
    .select([
      'staff.verified_at',
      'staff.must_change_password',
      'staff.password_changed_at',
      staffLabelOrNull('registrar').as('registered_by'),
      sql<string[]>`array(
        select g.name from group_members m join groups g on g.id = m.group_id and g.deleted_at is null
        where m.staff_id = staff.id order by thai_sort_key(g.name) collate "C")`.as('group_names'),
      sql<number>`(select count(*)::int from staff_factors f where f.staff_id = staff.id)`.as(
        'second_factors',
      ),
      staffLabelOrNull('decider').as('decided_by'),
      'staff.decided_at',
    ])
    .where('staff.id', '=', given.id),
)

export async function findUser(tx: Tx, id: string): Promise<StoredUser<User> | undefined> {
  const [user] = await queryUserAccount(tx, { id })
  return user
}

/** Which of these e-mails have an account already, in any hospital. */
export async function listTakenEmails(tx: Tx, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select taken as email from taken_emails(${sqlArray('text', emails)}) as taken`.execute(tx)
  return new Set(rows.map(({ email }) => email))
}

/** Accounts of the hospital in the form of an import file, by their e-mails. */
export async function findImportableUsers(
  tx: Tx,
  emails: readonly string[],
): Promise<Map<string, Importable>> {
  const accounts = await tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .select([
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.country_code',
      'staff.phone',
      sql<StaffTypeCode>`staff_types.code`.as('staff_type'),
      'staff.is_form_user',
    ])
    .where(sql<boolean>`staff.email = any(${sqlArray('text', emails)})`)
    .where('staff.status', '!=', 'deleted')
    .execute()
  return new Map(accounts.map((account) => [account.email, account]))
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

export async function updateUserStatus(author: Author, id: string, status: UserStatus): Promise<number> {
  const { now, actor } = author
  return updateAccount(author, id, { status, decided_by: actor._id, decided_at: now })
}

// ── history of changes ──────────────────────────────────────────────────────────────────────────────

export async function listUserChanges(tx: Tx, id: string, query: Paging): Promise<Page<UserChange>> {
  const { limit, offset } = toSlice(query)
  const rows = await selectAccountChanges(tx, id).limit(limit).offset(offset).execute()
  const { count } = await tx
    .selectFrom('staff_changes')
    .select(sql<number>`count(*)`.as('count'))
    .where('staff_id', '=', id)
    .executeTakeFirstOrThrow()
  return { rows, total: count, total_is_at_least: false }
}
