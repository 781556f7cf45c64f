import { expect, test } from 'vitest'
import { computeNumberYear, defaultNumberPatterns, formatNumber, NumberPattern } from './numbers.ts'

test.each([
  ['{YY}{N5}', '6900042'],
  ['{YYYY}-{N4}', '2569-0042'],
  ['AN{N3}/{YY}', 'AN042/69'],
])('a number of %s is %s', (pattern, expected) => {
  expect(NumberPattern.parse(pattern)).toBe(pattern)
  expect(formatNumber(pattern, { year: 2569, count: 42 })).toBe(expected)
})

test('a count with more digits than its pattern makes a longer number', () => {
  expect(formatNumber('{YY}{N3}', { year: 2600, count: 1000 })).toBe('001000')
})

test.each([
  ['{N5}', 'the same numbers every year'],
  ['{YY}', 'one number a year'],
  ['{YY}{YYYY}{N5}', 'two years'],
  ['{YY}{N5}{N5}', 'two counts'],
  ['{YY}{N2}', 'too few digits'],
  ['{YY}{n5}', 'an unknown word'],
  ['{YY} {N5}', 'a space'],
  ['รพ{YY}{N5}', 'letters that no bar code has'],
  ['HOSPITAL-AN-{YYYY}-{N9}', 'longer than a number can be'],
])('a pattern such as %s is refused: %s', (pattern) => {
  expect(NumberPattern.safeParse(pattern).success).toBe(false)
})

test('the patterns that a hospital begins with are such patterns', () => {
  for (const pattern of Object.values(defaultNumberPatterns))
    expect(NumberPattern.parse(pattern)).toBe(pattern)
})

test.each([
  ['calendar', '2026-12-31T16:59:59.999Z', 2569],
  ['calendar', '2026-12-31T17:00:00.000Z', 2570],
  ['calendar', '2026-09-30T17:00:00.000Z', 2569],
  ['fiscal', '2026-09-30T16:59:59.999Z', 2569],
  ['fiscal', '2026-09-30T17:00:00.000Z', 2570],
  ['fiscal', '2026-12-31T17:00:00.000Z', 2570],
] as const)('by %s years %s is in %i', (years, at, year) => {
  expect(computeNumberYear(at, years)).toBe(year)
})
