import { expect, test } from 'vitest'
import { formatSpan } from './format-span.ts'

test.each([
  [0, '0:00'],
  [59_999, '0:59'],
  [8 * 60_000 + 59_000, '8:59'],
  [3_600_000, '1:00:00'],
  [3_725_000, '1:02:05'],
])('%i ms are written as %s', (ms, text) => {
  expect(formatSpan(ms)).toBe(text)
})
