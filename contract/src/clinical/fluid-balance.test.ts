import { expect, test } from 'vitest'
import { standardTimes } from '../thresholds.ts'
import { sumByDay, sumByShift, sumFluids } from './fluid-balance.ts'

test('what comes out is taken from what goes in', () => {
  expect(
    sumFluids([
      { kind: 'oral', ml: 200 },
      { kind: 'iv', ml: 1000 },
      { kind: 'urine', ml: 1500 },
    ]),
  ).toEqual({ into: 1200, out: 1500, balance: -300, byKind: { oral: 200, iv: 1000, urine: 1500 } })
  expect(sumFluids([])).toEqual({ into: 0, out: 0, balance: 0, byKind: {} })
})

test('an entry at the change of a shift counts in the shift that begins', () => {
  // 15:59 and 16:00 in Bangkok.
  const entries = [
    { kind: 'oral' as const, ml: 100, at: '2026-11-05T08:59:00.000Z' },
    { kind: 'oral' as const, ml: 200, at: '2026-11-05T09:00:00.000Z' },
  ]
  expect(sumByShift(entries, standardTimes).map(({ shift, sum }) => [shift.name, sum.into])).toEqual([
    ['evening', 200],
    ['morning', 100],
  ])
})

test('a day has the entries from midnight to midnight in Bangkok', () => {
  const entries = [
    { kind: 'urine' as const, ml: 100, at: '2026-11-04T16:59:00.000Z' },
    { kind: 'urine' as const, ml: 300, at: '2026-11-04T17:00:00.000Z' },
  ]
  expect(sumByDay(entries)).toEqual([
    { day: '2026-11-05', sum: { into: 0, out: 300, balance: -300, byKind: { urine: 300 } } },
    { day: '2026-11-04', sum: { into: 0, out: 100, balance: -100, byKind: { urine: 100 } } },
  ])
})
