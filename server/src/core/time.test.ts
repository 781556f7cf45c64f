import { expect, test } from 'vitest'
import { formatZonedDate, formatZonedSecond } from './time.ts'

test('the day in Bangkok begins seven hours before the day in Greenwich', () => {
  expect(formatZonedDate('Asia/Bangkok', '2026-11-04T17:00:00.000Z')).toBe('2026-11-05')
  expect(formatZonedDate('Asia/Bangkok', '2026-11-04T16:59:59.000Z')).toBe('2026-11-04')
})

test("an instant is shown to the second on the hospital's clock", () => {
  expect(formatZonedSecond('Asia/Bangkok', '2026-11-04T17:00:07.000Z')).toBe('2026-11-05 00:00:07')
})
