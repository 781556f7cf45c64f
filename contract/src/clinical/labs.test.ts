import { describe, expect, test } from 'vitest'
import { classifyLab, computeEgfr, type LabName, labNames, pickLabTable } from './labs.ts'

type Row = [name: LabName, gender: 'male' | 'female', value: number, band: string, level: string]

const rows: Row[] = [
  ['creatinine', 'male', 0.66, 'LOW', 'low'],
  ['creatinine', 'male', 0.67, 'NORMAL', 'normal'],
  ['creatinine', 'male', 1.17, 'NORMAL', 'normal'],
  ['creatinine', 'male', 1.18, 'HIGH', 'high'],
  ['creatinine', 'female', 0.5, 'LOW', 'low'],
  ['creatinine', 'female', 0.51, 'NORMAL', 'normal'],
  ['creatinine', 'female', 0.95, 'NORMAL', 'normal'],
  ['creatinine', 'female', 0.96, 'HIGH', 'high'],
  ['bun', 'male', 5, 'LOW', 'low'],
  ['bun', 'male', 6, 'NORMAL', 'normal'],
  ['bun', 'female', 20, 'NORMAL', 'normal'],
  ['bun', 'female', 21, 'HIGH', 'high'],
  ['uric_acid', 'male', 3.3, 'LOW', 'low'],
  ['uric_acid', 'male', 3.4, 'NORMAL', 'normal'],
  ['uric_acid', 'male', 7, 'NORMAL', 'normal'],
  ['uric_acid', 'male', 7.1, 'HIGH', 'high'],
  ['uric_acid', 'female', 2.3, 'LOW', 'low'],
  ['uric_acid', 'female', 2.4, 'NORMAL', 'normal'],
  ['uric_acid', 'female', 5.7, 'NORMAL', 'normal'],
  ['uric_acid', 'female', 5.8, 'HIGH', 'high'],
  ['cholesterol', 'male', 199, 'DESIRABLE', 'normal'],
  ['cholesterol', 'female', 200, 'BORDERLINE_HIGH', 'high'],
  ['cholesterol', 'male', 239, 'BORDERLINE_HIGH', 'high'],
  ['cholesterol', 'female', 240, 'HIGH', 'high'],
  ['ldl', 'male', 99, 'OPTIMAL', 'normal'],
  ['ldl', 'female', 100, 'NEAR_OPTIMAL', 'normal'],
  ['ldl', 'male', 129, 'NEAR_OPTIMAL', 'normal'],
  ['ldl', 'female', 130, 'BORDERLINE_HIGH', 'high'],
  ['ldl', 'male', 159, 'BORDERLINE_HIGH', 'high'],
  ['ldl', 'female', 160, 'HIGH', 'high'],
  ['ldl', 'male', 189, 'HIGH', 'high'],
  ['ldl', 'female', 190, 'VERY_HIGH', 'high'],
  ['hdl', 'male', 39, 'LOW', 'low'],
  ['hdl', 'male', 40, 'NORMAL', 'normal'],
  ['hdl', 'female', 49, 'LOW', 'low'],
  ['hdl', 'female', 50, 'NORMAL', 'normal'],
  ['hdl', 'male', 59, 'NORMAL', 'normal'],
  ['hdl', 'female', 60, 'PROTECTIVE', 'normal'],
  ['triglyceride', 'male', 149, 'NORMAL', 'normal'],
  ['triglyceride', 'female', 150, 'BORDERLINE_HIGH', 'high'],
  ['triglyceride', 'male', 199, 'BORDERLINE_HIGH', 'high'],
  ['triglyceride', 'female', 200, 'HIGH', 'high'],
  ['triglyceride', 'male', 499, 'HIGH', 'high'],
  ['triglyceride', 'female', 500, 'VERY_HIGH', 'high'],
]

test.each(rows)('%s of a %s: %f is %s', (name, gender, value, band, level) => {
  expect(classifyLab(name, value, gender)).toMatchObject({ band, level })
})

describe('the range beside a result', () => {
  test.each([
    ['creatinine', 'male', 0.67, 1.17],
    ['creatinine', 'female', 0.51, 0.95],
    ['bun', 'other', 6, 20],
    ['uric_acid', 'male', 3.4, 7],
    ['cholesterol', 'other', null, 199],
    ['ldl', 'other', null, 129],
    ['hdl', 'female', 50, null],
    ['triglyceride', 'other', null, 149],
  ] as const)('of %s (%s) is the one that laboratories print', (name, gender, first, last) => {
    expect(classifyLab(name, 100, gender)?.range).toEqual({ first, last })
  })
})

test('a result whose range differs by sex has no band for a patient who is neither', () => {
  const without = labNames.filter((name) => pickLabTable(name, 'other') === undefined)
  expect(without).toEqual(['creatinine', 'uric_acid', 'hdl'])
  expect(classifyLab('creatinine', 1, 'other')).toBeUndefined()
  expect(classifyLab('creatinine', 1, 'unknown')).toBeUndefined()
})

describe('eGFR by CKD-EPI 2021', () => {
  // Computed by hand from the published equation.
  test.each([
    ['male', 0.9, 0, 142],
    ['female', 0.7, 0, 142 * 1.012],
    ['male', 1.8, 0, 142 * 2 ** -1.2],
    ['male', 0.45, 0, 142 * 2 ** 0.302],
    ['female', 1.4, 0, 142 * 1.012 * 2 ** -1.2],
    ['female', 0.35, 0, 142 * 1.012 * 2 ** 0.241],
  ] as const)('of a %s with creatinine %f at age %i is %f', (gender, creatinine, years, expected) => {
    expect(computeEgfr(creatinine, gender, years)).toBeCloseTo(expected, 6)
  })

  test.each([
    ['male', 1, 50, 92],
    ['female', 1, 50, 69],
    ['male', 2.5, 70, 27],
  ] as const)('a %s with %f at %i years has %i', (gender, creatinine, years, expected) => {
    expect(Math.round(computeEgfr(creatinine, gender, years) ?? 0)).toBe(expected)
  })

  test('is not computed without a sex', () => {
    expect(computeEgfr(1, 'other', 50)).toBeUndefined()
    expect(computeEgfr(1, 'unknown', 50)).toBeUndefined()
  })
})
