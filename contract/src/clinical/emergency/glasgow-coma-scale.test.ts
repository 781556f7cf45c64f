import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  classifyGlasgowComa,
  computeGlasgowComa,
  formatGlasgowComa,
  type GlasgowComa,
} from './glasgow-coma-scale.ts'

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
