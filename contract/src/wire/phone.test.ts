import { expect, test } from 'vitest'
import { completePhone, isPhone, joinPhone } from './phone.ts'

test('a Thai number gets its leading zero, a foreign one loses the zero that is dialled at home only', () => {
  expect(completePhone({ country_code: '66', phone: '812345678' }).phone).toBe('0812345678')
  expect(completePhone({ country_code: '856', phone: '02055551234' }).phone).toBe('2055551234')
  expect(completePhone({ country_code: '39', phone: '061234' }).phone).toBe('061234')
})

test('a number is one text: national for Thailand, international otherwise, nothing without digits', () => {
  expect(joinPhone({ country_code: '66', phone: '0812345678' })).toBe('0812345678')
  expect(joinPhone({ country_code: '856', phone: '02055551234' })).toBe('+8562055551234')
  expect(joinPhone({ country_code: '856', phone: '0' })).toBe('')
})

test.each([
  ['0812345678', true],
  ['+8562055551234', true],
  ['0912', false],
  ['+856', false],
  ['+8561234567890123', false],
])('the phone number %s can exist: %s', (text, exists) => {
  expect(isPhone(text)).toBe(exists)
})
