import { expect, test } from 'vitest'
import { judgeExpiry } from './expiry.ts'

test.each([
  ['2026-12-06', 'valid', 31],
  ['2026-12-05', 'soon', 30],
  ['2026-11-05', 'soon', 0],
  ['2026-11-04', 'past', -1],
  ['2025-11-05', 'past', -365],
])('a document that runs out on %s is %s on 5 November 2026', (date, state, days) => {
  expect(judgeExpiry(date, '2026-11-05')).toEqual({ state, days })
})
