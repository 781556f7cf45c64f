import { expect, test } from 'vitest'
import { formatQuery } from '../../../ui/list/query-codec.ts'
import { toUserListRequest, type UserListView, userListQuery } from './list-query.ts'

const { text, ...everything }: UserListView = {
  text: 'สมชาย',
  list: 'blocked',
  field: 'email',
  filters: {
    status: ['pending', 'blocked'],
    staff_type: ['doctor', 'nurse'],
    is_form_user: false,
    is_verified: true,
  },
  sort: { field: 'last_login', order: 'desc' },
  page: 5000,
  size: 50,
}
const parse = (query: string) => userListQuery.parse(new URLSearchParams(query))

test('a list query that is formatted and parsed again is the same', () => {
  expect(parse(formatQuery(userListQuery, everything))).toEqual(everything)
})

test('the default list has an empty query', () => {
  expect(formatQuery(userListQuery, parse(''))).toBe('')
})

test('an invalid query opens the default list', () => {
  const nonsense =
    'list=gone&field=shoe&status=deleted&type=wizard&forms=x&verified=1&sort=-shoe&page=-3&size=7'
  expect(formatQuery(userListQuery, parse(nonsense))).toBe('')
})

test('the list of approved users cannot be filtered by another status', () => {
  expect(parse('status=blocked').filters.status).toBeUndefined()
})

test('the search text never becomes part of the URL', () => {
  expect(
    decodeURIComponent(formatQuery(userListQuery, { ...everything, text } as typeof everything)),
  ).not.toContain(text)
})

test('the first list is of type 1, the other of type 2', () => {
  expect(toUserListRequest({ ...everything, text }).user_page_type).toBe(2)
  expect(toUserListRequest({ ...everything, list: 'approved', text }).user_page_type).toBe(1)
})
