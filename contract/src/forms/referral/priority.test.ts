import { expect, test } from 'vitest'
import { findReferPriority } from './priority.ts'

test.each([
  ['E', 'U', '1'],
  ['E', 'H', '2'],
  ['E', undefined, '2'],
  ['U', 'U', '3'],
  ['N', 'L', '4'],
  ['R', 'N', '5'],
  [undefined, 'U', null],
])('the urgency %s with the risk %s has the priority %s of the 43 files', (urgency, risk, expected) => {
  expect(findReferPriority(urgency, risk)).toBe(expected)
})
