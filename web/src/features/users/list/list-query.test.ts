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

test('an address says again whatever it was told', () => {
  expect(parseUserListQuery(new URLSearchParams(formatUserListQuery(everything)))).toEqual(everything)
})

test('the list as it opens has an empty address', () => {
  expect(formatUserListQuery(parseUserListQuery(new URLSearchParams()))).toBe('')
})

test('an address that makes no sense opens the list all the same', () => {
  const nonsense =
    'list=gone&field=shoe&status=deleted&type=wizard&forms=x&verified=1&sort=-shoe&page=-3&size=7'
  expect(formatUserListQuery(parseUserListQuery(new URLSearchParams(nonsense)))).toBe('')
})

test('those who may sign in are not looked for by another status', () => {
  expect(parseUserListQuery(new URLSearchParams('status=blocked')).filters.status).toBeUndefined()
})

test('what is searched for never reaches the address', () => {
  const searched = { ...everything, text: 'สมชาย' }
  expect(decodeURIComponent(formatUserListQuery(searched))).not.toContain('สมชาย')
})

test('the first page is of type 1, all others are of type 2', () => {
  expect(toUserListRequest({ ...everything, text: '' }).user_page_type).toBe(2)
  expect(toUserListRequest({ ...everything, list: 'approved', text: '' }).user_page_type).toBe(1)
})
