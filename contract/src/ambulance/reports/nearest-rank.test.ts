import { expect, test } from 'vitest'
import { findNearestRank } from './nearest-rank.ts'

test.each<[number[], number, number | null]>([
  [[], 0.5, null],
  [[7], 0.5, 7],
  [[7], 0.9, 7],
  [[1, 2], 0.5, 1],
  [[1, 3, 2], 0.5, 2],
  [[4, 3, 2, 1], 0.5, 2],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9, 9],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
  [[1, 2, 3], 1, 3],
  // Never a value between two that were measured.
  [[10, 1000], 0.5, 10],
])('the nearest rank of %j at %d is %s', (values, share, value) => {
  expect(findNearestRank(values, share)).toBe(value)
})
