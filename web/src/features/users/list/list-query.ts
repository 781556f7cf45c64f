import {
  type Input,
  staffTypes,
  type UserFilters,
  userSearchFields,
  userSortFields,
  userStatuses,
  type users,
} from 'contract'
import { type PageSize, pageSizes } from '../../../ui/list/pager.tsx'
import { findChoice, toOptionalList } from '../../../ui/list/query-values.ts'
import type { Sort } from '../../../ui/list/record-table.tsx'

export type UserSearchField = (typeof userSearchFields)[number]
export type UserSortField = (typeof userSortFields)[number]

/** Users who may sign in, or all others. */
export type UserListName = 'approved' | 'blocked'

/** The state of the user list. */
export type UserListView = {
  list: UserListName
  /** Names, e-mails and phone numbers: never part of a URL. */
  text: string
  field: UserSearchField
  filters: UserFilters
  sort: Sort<UserSortField> | undefined
  page: number
  size: PageSize
}

export type UserListParams = Omit<UserListView, 'text'>

/** The statuses on the second list, which can be filtered by status. */
export const blockedListStatuses = userStatuses.filter(
  (status) => status !== 'approved' && status !== 'deleted',
)

const shortestSize = pageSizes[0]
const typeCodes = Object.keys(staffTypes) as (keyof typeof staffTypes)[]
const pageTypes = { approved: 1, blocked: 2 } as const

const parseYesNo = (text: string | null): boolean | undefined => ({ yes: true, no: false })[text ?? '']

/** Parses the URL query of the list. Invalid parts are ignored. */
export function parseUserListQuery(query: URLSearchParams): UserListParams {
  const page = Number(query.get('page'))
  const [, descending, sorted] = /^(-?)(.*)$/.exec(query.get('sort') ?? '') ?? []
  const sortField = findChoice(userSortFields, sorted ?? null)
  const list = query.get('list') === 'blocked' ? 'blocked' : 'approved'
  return {
    list,
    field: findChoice(userSearchFields, query.get('field')) ?? 'any',
    filters: {
      status:
        list === 'blocked'
          ? toOptionalList(blockedListStatuses.filter((status) => query.getAll('status').includes(status)))
          : undefined,
      staff_type: toOptionalList(typeCodes.filter((code) => query.getAll('type').includes(code))),
      is_form_user: parseYesNo(query.get('forms')),
      is_verified: parseYesNo(query.get('verified')),
    },
    sort: sortField && { field: sortField, order: descending ? 'desc' : 'asc' },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? shortestSize,
  }
}

/** The shortest query string, without defaults. */
export function formatUserListQuery({ list, field, filters, sort, page, size }: UserListParams): string {
  const query = new URLSearchParams()
  if (list !== 'approved') query.set('list', list)
  if (field !== 'any') query.set('field', field)
  for (const status of filters.status ?? []) query.append('status', status)
  for (const code of filters.staff_type ?? []) query.append('type', code)
  if (filters.is_form_user !== undefined) query.set('forms', filters.is_form_user ? 'yes' : 'no')
  if (filters.is_verified !== undefined) query.set('verified', filters.is_verified ? 'yes' : 'no')
  if (sort) query.set('sort', `${sort.order === 'desc' ? '-' : ''}${sort.field}`)
  if (size !== shortestSize) query.set('size', String(size))
  if (page !== 1) query.set('page', String(page))
  return query.toString()
}

/** The query for the whole list, for an export. */
export function toUserListRequest({ list, text, field, filters, sort }: Omit<UserListView, 'page' | 'size'>) {
  return {
    user_page_type: pageTypes[list],
    search_field: field,
    search_value: text,
    filterLists: filters,
    ...(sort && { sort_field: sort.field, sort_order: sort.order }),
  } satisfies Input<typeof users.exportList>
}
