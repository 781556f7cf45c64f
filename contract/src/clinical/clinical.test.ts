import { describe, expect, test } from 'vitest'
import { computeAge } from './age.ts'
import { classifyBmi, computeBmi } from './bmi.ts'

describe('age', () => {
  test.each([
    ['2000-11-05', '2026-11-05', { years: 26, months: 0, days: 0 }],
    ['2000-11-06', '2026-11-05', { years: 25, months: 11, days: 30 }],
    ['2026-11-05', '2026-11-05', { years: 0, months: 0, days: 0 }],
    ['2026-01-31', '2026-03-01', { years: 0, months: 1, days: 1 }],
    ['2024-02-29', '2025-02-28', { years: 0, months: 11, days: 30 }],
    ['2024-02-29', '2025-03-01', { years: 1, months: 0, days: 1 }],
  ])('of one born %s is on %s %o', (born, today, age) => {
    expect(computeAge(born, today)).toEqual(age)
  })
})

describe('body-mass index', () => {
  test('is weight over height squared', () => {
    expect(computeBmi(70, 170)).toBeCloseTo(24.22, 2)
    expect(classifyBmi(computeBmi(64, 160))).toBe('OBESE')
  })

  test.each([
    [18.49, 'UNDERWEIGHT'],
    [18.5, 'NORMAL'],
    [22.99, 'NORMAL'],
    [23, 'OVERWEIGHT'],
    [24.99, 'OVERWEIGHT'],
    [25, 'OBESE'],
    [29.99, 'OBESE'],
    [30, 'EXTREMELY_OBESE'],
  ])('%f is %s by the Asia-Pacific cut-offs', (bmi, band) => {
    expect(classifyBmi(bmi)).toBe(band)
  })
})
