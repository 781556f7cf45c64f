import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  classifyGlasgowComa,
  computeGlasgowComa,
  formatGlasgowComa,
  type GlasgowComa,
  type GlasgowPart,
  glasgowMost,
  listGlasgowAnswers,
} from './glasgow-coma-scale.ts'

const parts = Object.keys(glasgowMost) as GlasgowPart[]

test('the total is the sum of the parts', () => {
  expect(computeGlasgowComa({ eye: 4, verbal: 5, motor: 6 })).toBe(15)
  expect(computeGlasgowComa({ eye: 1, verbal: 1, motor: 1 })).toBe(3)
})

test.each<[GlasgowComa, string]>([
  [{ eye: 4, verbal: 'T', motor: 6 }, 'E4VTM6'],
  [{ eye: 'C', verbal: 5, motor: 6 }, 'ECV5M6'],
  [{ eye: 'C', verbal: 'T', motor: 1 }, 'ECVTM1'],
  [{ eye: 4, verbal: 5, motor: null }, 'E4V5M-'],
  [{ eye: 4, verbal: null, motor: 6 }, 'E4V-M6'],
  [{ eye: null, verbal: null, motor: null }, 'E-V-M-'],
])('%o has no total and is written %s', (coma, text) => {
  expect(computeGlasgowComa(coma)).toBeNull()
  expect(formatGlasgowComa(coma)).toBe(text)
})

test('there is a total from 3 to 15 exactly if every part is a number', () => {
  const part = <Letter>(most: number, letter: Letter) =>
    fc.oneof(fc.integer({ min: 1, max: most }), fc.constantFrom(letter, null))
  fc.assert(
    fc.property(
      part(4, 'C' as const),
      part(5, 'T' as const),
      fc.option(fc.integer({ min: 1, max: 6 })),
      (eye, verbal, motor) => {
        const total = computeGlasgowComa({ eye, verbal, motor })
        expect(total === null).toBe([eye, verbal, motor].some((one) => typeof one !== 'number'))
        if (total !== null) {
          expect(total).toBeGreaterThanOrEqual(3)
          expect(total).toBeLessThanOrEqual(15)
        }
      },
    ),
  )
})

test.each([
  [3, 'SEVERE'],
  [8, 'SEVERE'],
  [9, 'MODERATE'],
  [12, 'MODERATE'],
  [13, 'MILD'],
  [15, 'MILD'],
])('a total of %i is %s', (total, severity) => {
  expect(classifyGlasgowComa(total)).toBe(severity)
})

test.each([
  ['the day before the second birthday', { years: 1, months: 11, days: 30 }, 'COOS', 'WITHDRAWS_TO_TOUCH'],
  ['on the second birthday', { years: 2, months: 0, days: 0 }, 'ORIENTED', 'LOCALISES'],
  ['at an unknown age', null, 'ORIENTED', 'LOCALISES'],
])('%s the best voice is %s', (_when, age, voice, motor) => {
  expect(listGlasgowAnswers('verbal', age)[0]).toEqual({ score: 5, answer: voice })
  expect(listGlasgowAnswers('motor', age)[1]).toEqual({ score: 5, answer: motor })
})

test.each(parts)('%s has an answer for each score down to 1, at every age', (part) => {
  for (const age of [null, { years: 0, months: 3, days: 0 }]) {
    const scores = listGlasgowAnswers(part, age).map(({ score }) => score)
    expect(scores).toEqual(Array.from({ length: glasgowMost[part] }, (_, at) => glasgowMost[part] - at))
    expect(listGlasgowAnswers(part, age).at(-1)?.answer).toBe('NONE')
  }
})
