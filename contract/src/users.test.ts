import { expect, test } from 'vitest'
import { registrableTypes } from './sign-in/registration.ts'
import { computeNextStatus, NewUser, userActs, userStatuses, users } from './users.ts'
import { staffTypes } from './wire/access.ts'
import { Phone } from './wire/fields.ts'
import { joinPhone } from './wire/phone.ts'

test('each act is possible from its statuses, and from no other', () => {
  const acts = [...userActs, 'delete'] as const
  const table = Object.fromEntries(
    userStatuses.map((status) => [
      status,
      Object.fromEntries(acts.map((act) => [act, computeNextStatus(act, status)]).filter(([, to]) => to)),
    ]),
  )
  expect(table).toEqual({
    pending: { approve: 'approved', decline: 'declined', delete: 'deleted' },
    approved: { block: 'blocked', delete: 'deleted' },
    declined: { approve: 'approved', delete: 'deleted' },
    blocked: { unblock: 'approved', delete: 'deleted' },
    deleted: {},
  })
})

test('nobody can register with a staff type that manages users', () => {
  const others = Object.keys(staffTypes).filter((type) => type !== 'admin')
  expect(registrableTypes).toEqual(others)
})

test.each([
  ['', 'phone-required'],
  ['081-234-5678', 'digits-only'],
  ['+66812345678', 'digits-only'],
  ['0812345678901', 'phone-too-long'],
])('the phone %j is refused: %s', (phone, message) => {
  const { error } = users.update.body.safeParse({
    _id: '01900000-0000-7000-8000-000000000001',
    version: 1,
    phone,
  })
  expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([['phone', message]])
})

test.each([
  ['66', '0812345678'],
  ['66', '0912'],
  ['856', '02055551234'],
  ['856', '123456789012'],
  ['1', '000001'],
])('a number is judged alike for a user and a patient: %s %s', (country_code, phone) => {
  const user = NewUser.safeParse({
    first_name: 'A',
    last_name: 'B',
    email: 'a@b.example',
    staff_type: 'nurse',
    country_code,
    phone,
  })
  expect(user.success).toBe(Phone.safeParse(joinPhone({ country_code, phone })).success)
})
