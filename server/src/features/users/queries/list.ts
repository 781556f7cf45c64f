import type { PageRequest, UserFilters, UserListRequest, UserRow, UserStatus } from 'contract'
import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import { compileOnce } from '../../../db/compile-once.ts'
import type { Tx } from '../../../db/database.ts'
import type { Page } from '../../../db/listing/pages.ts'
import { buildNearestHits, type Hit } from '../../../db/listing/search-hits.ts'
import { SearchableList, type Sort } from '../../../db/listing/searchable-list.ts'
import type { Tables } from '../../../db/tables.ts'
import { staffTypeId } from '../../../reference/staff-types.ts'
import { listUserRows, type StoredUser, selectUserRows } from './rows.ts'

type SearchField = UserListRequest['search_field']

/** `list` 1 has approved accounts, 2 all others that are not deleted. */
type UserSelection = {
  list: number
  filters: UserFilters
  search: { field: SearchField; value: string }
  sort: { field: NonNullable<UserListRequest['sort_field']> | undefined; order: 'asc' | 'desc' }
}

type UserStatusCounts = Record<Exclude<UserStatus, 'deleted'>, number>

const userList = new SearchableList({
  table: 'staff',
  buildConditions: buildUserConditions,
  toSort: toUserSort,
  toSearch: ({ list, search: { field, value } }: UserSelection) => ({
    scope: { field },
    values: { list, typed: value },
  }),
  buildHits: buildFoundUsers,
  selectHitRows: (tx, hits) =>
    selectUserRows(tx)
      .innerJoin(hits.as('hits'), 'hits.id', 'staff.id')
      .select(['hits.total', 'hits.total_is_at_least'])
      .orderBy('hits.place'),
  toRow: (user: StoredUser<UserRow>) => user,
  listRows: listUserRows,
})

export async function listUsers(
  tx: Tx,
  selection: UserSelection,
  request: PageRequest,
): Promise<Page<StoredUser<UserRow>> & { counts: UserStatusCounts }> {
  const counting = countUsers(tx)
  const countAll = async () => pickTotal(selection.list, await counting)
  const [counts, read] = await Promise.all([counting, userList.readPage(tx, selection, request, countAll)])
  return { ...read, counts }
}

/** The whole list, a batch at a time, in its order. */
export function streamUsers(tx: Tx, selection: UserSelection): AsyncGenerator<StoredUser<UserRow>[]> {
  return userList.streamRows(tx, selection)
}

const queryUserCounts = compileOnce((tx, _given: Record<string, never>) =>
  tx.selectFrom('staff_counts').select(['status', 'members']),
)

async function countUsers(tx: Tx): Promise<UserStatusCounts> {
  const members = new Map((await queryUserCounts(tx, {})).map((row) => [row.status, row.members]))
  const count = (status: UserStatus) => members.get(status) ?? 0
  return {
    approved: count('approved'),
    pending: count('pending'),
    declined: count('declined'),
    blocked: count('blocked'),
  }
}

function pickTotal(list: number, { approved, pending, declined, blocked }: UserStatusCounts): number {
  return list === 1 ? approved : pending + declined + blocked
}

/** Each search key whose beginning the typed text may be. */
function buildUserRanges(field: SearchField, typed: string): RawBuilder<unknown>[] {
  const kinds = field === 'any' ? (['name', 'email', 'phone'] as const) : [field]
  return kinds.map((kind) =>
    kind === 'phone' ? sql`('phone', phone_key(${typed}))` : sql`(${sql.lit(kind)}, search_key(${typed}))`,
  )
}

/** Users found on one page of the list. */
function buildFoundUsers(
  { field }: { field: SearchField },
  { list, typed }: { list: number; typed: string },
  limit: number | null,
): RawBuilder<Hit> {
  const within = sql`list = ${list}::smallint`
  return buildNearestHits(
    { table: 'staff_search', id: 'staff_id', within },
    buildUserRanges(field, typed),
    limit,
  )
}

function buildUserConditions({ list, filters }: UserSelection): Expression<SqlBool>[] {
  const eb = expressionBuilder<Tables, 'staff'>()
  const conditions: Expression<SqlBool>[] = [eb('staff.list', '=', list)]
  if (filters.status?.length)
    conditions.push(sql<SqlBool>`staff.status = any(${sqlArray('text', filters.status)})`)
  if (filters.staff_type?.length) {
    const types = filters.staff_type.map(staffTypeId)
    conditions.push(sql<SqlBool>`staff.staff_type_id = any(${sqlArray('uuid', types)})`)
  }
  if (filters.is_form_user !== undefined) conditions.push(eb('staff.is_form_user', '=', filters.is_form_user))
  if (filters.is_verified !== undefined) {
    conditions.push(eb('staff.verified_at', filters.is_verified ? 'is not' : 'is', null))
  }
  return conditions
}

const sortColumns = {
  name: { column: sql.ref('staff.sort_name'), isSparse: false },
  email: { column: sql.ref('staff.email'), isSparse: false },
  staff_type: { column: sql.ref('staff.staff_type_id'), isSparse: false },
  status: { column: sql.ref('staff.status'), isSparse: false },
  last_login: { column: sql.ref('staff.last_login_at'), isSparse: true },
} as const

/** "Registered, ascending" is newest first: the order in which the list opens. */
function toUserSort({ field, order }: UserSelection['sort']): Sort {
  if (field !== undefined && field !== 'registered') return { ...sortColumns[field], order }
  return { column: sql.ref('staff.number'), order: order === 'asc' ? 'desc' : 'asc', isSparse: false }
}
