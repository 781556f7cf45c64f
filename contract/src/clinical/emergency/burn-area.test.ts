import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Age } from '../age.ts'
import { computeBurnArea, getLundBrowder, ruleOfNines } from './burn-area.ts'

const age = (years: number, months = 0): Age => ({ years, months, days: 0 })
const sum = (surface: Readonly<Record<string, number>>) =>
  Object.values(surface).reduce((total, one) => total + one, 0)

test('the rule of nines covers the body once', () => {
  expect(sum(ruleOfNines)).toBe(100)
})

describe('the chart of Lund and Browder', () => {
  test('covers the body once at every age', () => {
    for (let years = 0; years <= 90; years++) expect(sum(getLundBrowder(age(years)))).toBe(100)
    expect(sum(getLundBrowder(null))).toBe(100)
  })

  test.each<[string, Age | null, number, number, number]>([
    ['a newborn', age(0), 19, 5.5, 5],
    ['11 months', age(0, 11), 19, 5.5, 5],
    ['1 year', age(1), 17, 6.5, 5],
    ['4 years', age(4, 11), 17, 6.5, 5],
    ['5 years', age(5), 13, 8, 5.5],
    ['9 years', age(9, 11), 13, 8, 5.5],
    ['10 years', age(10), 11, 8.5, 6],
    ['14 years', age(14, 11), 11, 8.5, 6],
    ['15 years', age(15), 9, 9, 6.5],
    ['16 years', age(16), 7, 9.5, 7],
    ['an unknown age', null, 7, 9.5, 7],
  ])('at %s (%o) gives the head %f, a thigh %f, a lower leg %f', (_when, at, head, thigh, lowerLeg) => {
    expect(getLundBrowder(at)).toMatchObject({
      head,
      left_thigh: thigh,
      right_thigh: thigh,
      left_lower_leg: lowerLeg,
      right_lower_leg: lowerLeg,
    })
  })
})

describe('the burned area', () => {
  test('adds the shares of the regions and the palms', () => {
    expect(computeBurnArea({}, ruleOfNines)).toBe(0)
    expect(computeBurnArea({ front_trunk: 1, left_arm: 0.5 }, ruleOfNines)).toBe(22.5)
    expect(computeBurnArea({ left_arm: 1 }, ruleOfNines, 3)).toBe(12)
    expect(computeBurnArea({ head: 1 }, getLundBrowder(age(0)))).toBe(19)
    expect(computeBurnArea({ head: 1 }, getLundBrowder(null))).toBe(7)
  })

  test('is never more than the whole body', () => {
    const whole = Object.fromEntries(Object.keys(ruleOfNines).map((region) => [region, 1]))
    expect(computeBurnArea(whole, ruleOfNines)).toBe(100)
    expect(computeBurnArea(whole, ruleOfNines, 5)).toBe(100)
  })

  test('stays between 0 and 100, and grows with what is burned', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, share, share, fc.nat(20), (head, thigh, more, palms) => {
        const surface = getLundBrowder(age(3))
        const area = computeBurnArea({ head, left_thigh: thigh }, surface, palms)
        expect(area).toBeGreaterThanOrEqual(0)
        expect(area).toBeLessThanOrEqual(100)
        expect(
          computeBurnArea({ head: Math.max(head, more), left_thigh: thigh }, surface, palms),
        ).toBeGreaterThanOrEqual(area)
      }),
    )
  })
})
