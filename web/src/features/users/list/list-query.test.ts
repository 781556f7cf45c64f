import { expect, test } from 'vitest'
import {
  formatUserListQuery,
  parseUserListQuery,
  toUserListRequest,
  type UserListParams,
} from './list-query.ts'

const everything: UserListParams = {
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

test('a list query that is formatted and parsed again is the same', () => {
  expect(parseUserListQuery(new URLSearchParams(formatUserListQuery(everything)))).toEqual(everything)
})

test('the default list has an empty query', () => {
  expect(formatUserListQuery(parseUserListQuery(new URLSearchParams()))).toBe('')
})

test('an invalid query opens the default list', () => {
  const nonsense =
    'list=gone&field=shoe&status=deleted&type=wizard&forms=x&verified=1&sort=-shoe&page=-3&size=7'
  expect(formatUserListQuery(parseUserListQuery(new URLSearchParams(nonsense)))).toBe('')
})

test('the list of approved users cannot be filtered by another status', () => {
  expect(parseUserListQuery(new URLSearchParams('status=blocked')).filters.status).toBeUndefined()
})

test('the search text never becomes part of the URL', () => {
  const searched = { ...everything, text: 'สมชาย' }
  expect(decodeURIComponent(formatUserListQuery(searched))).not.toContain('สมชาย')
})

test('the first list is of type 1, the other of type 2', () => {
  expect(toUserListRequest({ ...everything, text: '' }).user_page_type).toBe(2)
  expect(toUserListRequest({ ...everything, list: 'approved', text: '' }).user_page_type).toBe(1)
})
