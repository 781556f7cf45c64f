import { expect, test } from 'vitest'
import { standardTimes } from '../thresholds.ts'
import { findShift, toBangkokDay } from './shifts.ts'

test.each([
  // In Bangkok 00:00, 07:59, 08:00, 15:59, 16:00 and 23:59 of 5 November.
  ['2026-11-04T17:00:00.000Z', 'night', '2026-11-05'],
  ['2026-11-05T00:59:59.999Z', 'night', '2026-11-05'],
  ['2026-11-05T01:00:00.000Z', 'morning', '2026-11-05'],
  ['2026-11-05T08:59:59.999Z', 'morning', '2026-11-05'],
  ['2026-11-05T09:00:00.000Z', 'evening', '2026-11-05'],
  ['2026-11-05T16:59:59.999Z', 'evening', '2026-11-05'],
])('%s is in the %s shift of %s', (at, name, day) => {
  expect(findShift(at, standardTimes)).toMatchObject({ name, day })
})

test('a shift lasts until the next one begins', () => {
  expect(findShift('2026-11-05T02:00:00.000Z', standardTimes)).toMatchObject({
    from: '2026-11-05T01:00:00.000Z',
    to: '2026-11-05T09:00:00.000Z',
  })
})

test('a night shift that begins in the evening is of that evening', () => {
  const hours = { shift_morning_hour: 7, shift_evening_hour: 15, shift_night_hour: 23 }
  // 02:00 of 6 November in Bangkok.
  expect(findShift('2026-11-05T19:00:00.000Z', hours)).toEqual({
    name: 'night',
    day: '2026-11-05',
    from: '2026-11-05T16:00:00.000Z',
    to: '2026-11-06T00:00:00.000Z',
  })
})

test('a day begins at midnight in Bangkok', () => {
  expect(toBangkokDay('2026-11-04T16:59:59.999Z')).toBe('2026-11-04')
  expect(toBangkokDay('2026-11-04T17:00:00.000Z')).toBe('2026-11-05')
})
