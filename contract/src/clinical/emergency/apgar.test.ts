import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Apgar, apgarParts, computeApgar, listApgarMinutes } from './apgar.ts'

const best: Apgar = { appearance: 2, pulse: 2, grimace: 2, activity: 2, respiration: 2 }

test('the total is the sum of the five parts', () => {
  expect(computeApgar(best)).toBe(10)
  expect(computeApgar({ ...best, appearance: 1, grimace: 0 })).toBe(7)
  const score = fc.constantFrom(0 as const, 1 as const, 2 as const)
  const parts = fc.record({
    appearance: score,
    pulse: score,
    grimace: score,
    activity: score,
    respiration: score,
  })
  fc.assert(
    fc.property(parts, (of) => {
      expect(computeApgar(of)).toBe(apgarParts.reduce((sum, part) => sum + of[part], 0))
    }),
  )
})

test.each(apgarParts)('without %s there is no total', (part) => {
  expect(computeApgar({ ...best, [part]: null })).toBeNull()
})

test.each([
  [null, [1, 5]],
  [7, [1, 5]],
  [10, [1, 5]],
  [6, [1, 5, 10]],
  [0, [1, 5, 10]],
])('with %s at five minutes the newborn is scored at %o', (atFive, minutes) => {
  expect(listApgarMinutes(atFive)).toEqual(minutes)
})
