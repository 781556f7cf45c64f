import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeOxygenMinutes, cylinderSizes, isOxygenEnough } from './oxygen-supply.ts'

test.each([
  ['D', 2200, 10, 32],
  ['E', 2000, 10, 50],
  ['E', 1200, 10, 28],
  ['M', 2200, 15, 208],
  ['G', 1200, 10, 241],
  ['H', 2200, 15, 418],
  ['E', 1200, 0.5, 560],
] as const)('a cylinder %s at %i psi lasts at %d L/min for %i minutes', (size, psi, flow, minutes) => {
  expect(computeOxygenMinutes({ size, psi, flow })).toBe(minutes)
})

test.each([
  [0, 0],
  [199, 0],
  [200, 0],
  [201, 1],
])('at %i psi, with 200 that stay, %i minutes are left', (psi, minutes) => {
  expect(computeOxygenMinutes({ size: 'H', psi, flow: 3 })).toBe(minutes)
})

test('a hospital may let another pressure stay', () => {
  expect(computeOxygenMinutes({ size: 'E', psi: 1000, flow: 10 }, 500)).toBe(14)
})

test('without a flow there is no time', () => {
  expect(computeOxygenMinutes({ size: 'E', psi: 1000, flow: 0 })).toBeNull()
})

test('more pressure never lasts shorter, more flow never longer', () => {
  const psi = fc.integer({ min: 0, max: 3000 })
  const flow = fc.integer({ min: 1, max: 25 })
  fc.assert(
    fc.property(fc.constantFrom(...cylinderSizes), psi, psi, flow, flow, (size, one, other, slow, fast) => {
      const last = (pressure: number, litres: number) =>
        computeOxygenMinutes({ size, psi: pressure, flow: litres }) ?? Number.NaN
      expect(last(Math.max(one, other), slow)).toBeGreaterThanOrEqual(last(Math.min(one, other), slow))
      expect(last(one, Math.max(slow, fast))).toBeLessThanOrEqual(last(one, Math.min(slow, fast)))
    }),
  )
})

test.each([
  [60, 30, true],
  [59, 30, false],
  [0, 0, true],
])('%i minutes for a way of %i is enough: %s', (left, trip, isEnough) => {
  expect(isOxygenEnough(left, trip)).toBe(isEnough)
})

test('a hospital may carry another reserve', () => {
  expect(isOxygenEnough(45, 30, 1.5)).toBe(true)
  expect(isOxygenEnough(44, 30, 1.5)).toBe(false)
})
