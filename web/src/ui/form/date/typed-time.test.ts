import { expect, test } from 'vitest'
import { completeTypedTime, formatTypedTime, parseTypedInstant } from './typed-time.ts'

test.each([
  ['9:05', '09:05'],
  ['9.05', '09:05'],
  ['0905', '09:05'],
  ['905', '09:05'],
  [' 23:59 ', '23:59'],
  ['๐๙:๐๕', '09:05'],
])('%s is completed to %s', (typed, time) => {
  expect(completeTypedTime(typed)).toBe(time)
})

test.each(['24:00', '9:60', '9', '2:30 PM', ''])('%s is no time and stays as typed', (typed) => {
  expect(completeTypedTime(typed)).toBe(typed)
})

test('a date and a time are those of the hospital, on a 24-hour clock', () => {
  const at = parseTypedInstant('2026-11-05', '14:32')
  expect(new Date(at ?? 0).toISOString()).toBe('2026-11-05T07:32:00.000Z')
  expect(formatTypedTime(at ?? 0)).toBe('14:32')
})

test.each([
  ['2026-02-31', '14:32'],
  ['5/11/2569', '14:32'],
  ['2026-11-05', '25:00'],
  ['2026-11-05', ''],
])('%s with %s is no instant', (date, time) => {
  expect(parseTypedInstant(date, time)).toBeUndefined()
})
