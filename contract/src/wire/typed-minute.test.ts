import { expect, test } from 'vitest'
import { settleTypedMinute } from './typed-minute.ts'

const typed = '2026-11-05T10:05:00.000Z'
const settle = (...earlier: (string | null)[]) => settleTypedMinute(typed, earlier)

test('a time typed to the minute is the latest instant of that minute before which it cannot be', () => {
  expect(settle('2026-11-05T10:05:00.001Z')).toBe('2026-11-05T10:05:00.001Z')
  expect(settle('2026-11-05T10:05:59.999Z', null, '2026-11-05T10:05:12.000Z')).toBe(
    '2026-11-05T10:05:59.999Z',
  )
  expect(settle('2026-11-05T17:05:30.000+07:00')).toBe('2026-11-05T10:05:30.000Z')
})

test('a typed minute stays as it is if what happened before it is of another minute', () => {
  expect(settle('2026-11-05T10:04:59.999Z', typed, '2026-11-05T10:06:00.000Z')).toBe(typed)
  expect(settle()).toBe(typed)
})

test('a time with seconds was not typed', () => {
  const noted = '2026-11-05T10:05:10.000Z'
  expect(settleTypedMinute(noted, ['2026-11-05T10:05:30.000Z'])).toBe(noted)
})
