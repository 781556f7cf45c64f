import { expect, test } from 'vitest'
import { mayBePregnant } from './visits.ts'

const aged = (years: number) => ({ years, months: 0, days: 0 })

test.each([
  ['female', aged(9), false],
  ['female', aged(10), true],
  ['female', aged(55), true],
  ['female', aged(56), false],
  ['male', aged(30), false],
  ['female', null, true],
  ['male', null, false],
] as const)('a pregnancy is asked of a %s of %o: %s', (gender, age, isAsked) => {
  expect(mayBePregnant(gender, age)).toBe(isAsked)
})
