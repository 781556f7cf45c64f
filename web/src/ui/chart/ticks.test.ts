import { expect, test } from 'vitest'
import { chooseTicks } from './ticks.ts'

test.each([
  [0, 0, [0, 1]],
  [0, 1, [0, 1]],
  [0, 7, [0, 2, 4, 6, 8]],
  [0, 100, [0, 50, 100]],
  [-3, 5, [-4, -2, 0, 2, 4, 6]],
] as const)('from %i to %i the ticks are %j', (least, most, ticks) => {
  expect(chooseTicks(least, most)).toEqual(ticks)
})

test('ticks are whole, few, have zero among them and cover the values', () => {
  const sizes = [0, 1, 2, 3, 7, 9, 10, 11, 49, 99, 101, 499, 999, 5001]
  for (const least of sizes)
    for (const most of sizes) {
      const ticks = chooseTicks(-least, most)
      expect(ticks.every(Number.isInteger)).toBe(true)
      expect(ticks).toContain(0)
      expect(ticks.length).toBeLessThanOrEqual(7)
      expect(ticks[0]).toBeLessThanOrEqual(-least)
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    }
})
