import {
  type Input,
  type StaffTypeCode,
  staffTypes,
  userSearchFields,
  userSortFields,
  userStatuses,
  type users,
} from 'contract'
import {
  choice,
  knownValue,
  paging,
  type QueryValue,
  queryCodec,
  several,
  sortOrder,
  yesOrNo,
} from '../../../ui/list/query-codec.ts'
import type { ListView } from '../../../ui/list/use-list-view.ts'

/** The statuses on the second list, which can be filtered by status. */
export const blockedListStatuses = userStatuses.filter(
  (status) => status !== 'approved' && status !== 'deleted',
)

const staffTypeCodes = Object.keys(staffTypes) as StaffTypeCode[]
const statuses = several('status', knownValue(blockedListStatuses))

/** Users who may sign in, or all others. */
const userLists = ['approved', 'blocked'] as const
export type UserListName = (typeof userLists)[number]
const pageTypes = { approved: 1, blocked: 2 } as const

const list = choice('list', userLists)

export const userListQuery = queryCodec({
  list,
  field: choice('field', userSearchFields),
  filters: queryCodec({
    // Approved users all have one status.
    status: {
      ...statuses,
      parse: (query) => (list.parse(query) === 'blocked' ? statuses.parse(query) : undefined),
    },
    staff_type: several('type', knownValue(staffTypeCodes)),
    is_form_user: yesOrNo('forms'),
    is_verified: yesOrNo('verified'),
  }),
  sort: sortOrder(userSortFields),
  ...paging,
})

export type UserListView = ListView<QueryValue<typeof userListQuery>>
export type UserSortField = (typeof userSortFields)[number]

/** The query for the whole list, for an export. */
export function toUserListRequest({ list: name, text, field, filters, sort }: UserListView) {
  return {
    user_page_type: pageTypes[name],
    search_field: field,
    search_value: text,
    filterLists: filters,
    ...(sort && { sort_field: sort.field, sort_order: sort.order }),
  } satisfies Input<typeof users.exportList>
}
