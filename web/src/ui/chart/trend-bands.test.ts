import { expect, test } from 'vitest'
import { buildTrendBands, computeTrendRange } from './trend-bands.ts'

test('a trend has a gap where nothing was measured, and no line runs across it', () => {
  const box = { width: 40, height: 10, span: 20 }
  const one = (value: number) => ({ low: value, high: value })
  expect(buildTrendBands([null, null], box)).toEqual([])
  expect(buildTrendBands([one(80), one(100), null, { low: 80, high: 90 }, null], box)).toEqual([
    [
      { x: 0, low: 10, high: 10 },
      { x: 10, low: 0, high: 0 },
    ],
    [{ x: 30, low: 10, high: 5 }],
  ])
  // One beat up and down is no mountain.
  expect(
    buildTrendBands([one(80), one(81), one(80)], box)
      .flat()
      .every(({ low, high }) => Math.min(low, high) > 4 && Math.max(low, high) < 6),
  ).toBe(true)
})

test('the range of a trend is from the lowest to the highest reading', () => {
  expect(computeTrendRange([{ low: 89, high: 97 }, null, { low: 92, high: 96 }])).toEqual({
    low: 89,
    high: 97,
  })
  expect(computeTrendRange([null])).toBeUndefined()
})
