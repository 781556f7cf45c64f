import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Age } from '../age.ts'
import { computeShockIndex, computeTraumaScore, type TraumaValues } from './trauma-score.ts'

const adult: Age = { years: 40, months: 0, days: 0 }

describe('the shock index', () => {
  test.each([
    [89, 100, 0.89, false],
    [90, 100, 0.9, true],
    [99, 110, 0.9, true],
    [70, 120, 0.58, false],
    [130, 80, 1.63, true],
    [0, 80, 0, false],
  ])('of %i over %i is %d', (pulse, systolic, value, isHigh) => {
    expect(computeShockIndex({ pulse, systolic }, adult)).toEqual({ value, isHigh })
  })

  test('is compared as it is shown', () => {
    expect(computeShockIndex({ pulse: 119, systolic: 133 }, adult)).toEqual({ value: 0.89, isHigh: false })
    expect(computeShockIndex({ pulse: 111, systolic: 124 }, adult)).toEqual({ value: 0.9, isHigh: true })
  })

  test('has no limit for a child, and has one from 16 years and at an unknown age', () => {
    const racing = { pulse: 140, systolic: 90 }
    expect(computeShockIndex(racing, { years: 15, months: 11, days: 30 })?.isHigh).toBeNull()
    expect(computeShockIndex(racing, { years: 16, months: 0, days: 0 })?.isHigh).toBe(true)
    expect(computeShockIndex(racing, null)?.isHigh).toBe(true)
  })

  test('takes the limit of a hospital', () => {
    expect(computeShockIndex({ pulse: 90, systolic: 100 }, adult, 1)?.isHigh).toBe(false)
    expect(computeShockIndex({ pulse: 100, systolic: 100 }, adult, 1)?.isHigh).toBe(true)
  })

  test('is none without a pulse or a pressure', () => {
    expect(computeShockIndex({ pulse: null, systolic: 100 }, adult)).toBeNull()
    expect(computeShockIndex({ pulse: 100, systolic: null }, adult)).toBeNull()
    expect(computeShockIndex({ pulse: 100, systolic: 0 }, adult)).toBeNull()
    expect(computeShockIndex({ pulse: 100, systolic: 1 }, adult)?.value).toBe(100)
  })
})

describe('the revised trauma score', () => {
  const well: TraumaValues = { gcs: 15, systolic: 120, respiration_rate: 16 }

  test.each<[keyof TraumaValues, number, number]>([
    ['gcs', 3, 0],
    ['gcs', 4, 1],
    ['gcs', 5, 1],
    ['gcs', 6, 2],
    ['gcs', 8, 2],
    ['gcs', 9, 3],
    ['gcs', 12, 3],
    ['gcs', 13, 4],
    ['gcs', 15, 4],
    ['systolic', 0, 0],
    ['systolic', 1, 1],
    ['systolic', 49, 1],
    ['systolic', 50, 2],
    ['systolic', 75, 2],
    ['systolic', 76, 3],
    ['systolic', 89, 3],
    ['systolic', 90, 4],
    ['respiration_rate', 0, 0],
    ['respiration_rate', 1, 1],
    ['respiration_rate', 5, 1],
    ['respiration_rate', 6, 2],
    ['respiration_rate', 9, 2],
    ['respiration_rate', 10, 4],
    ['respiration_rate', 29, 4],
    ['respiration_rate', 30, 3],
    ['respiration_rate', 60, 3],
  ])('codes a %s of %i as %i', (name, value, code) => {
    expect(computeTraumaScore({ ...well, [name]: value })?.codes[name]).toBe(code)
  })

  test('is 12 and 7.8408 at best, and 0 in an arrest', () => {
    expect(computeTraumaScore(well)).toMatchObject({ triage: 12, revised: 7.8408 })
    expect(computeTraumaScore({ gcs: 3, systolic: 0, respiration_rate: 0 })).toEqual({
      codes: { gcs: 0, systolic: 0, respiration_rate: 0 },
      triage: 0,
      revised: 0,
    })
  })

  test('weighs each code', () => {
    expect(computeTraumaScore({ gcs: 8, systolic: 80, respiration_rate: 32 })).toEqual({
      codes: { gcs: 2, systolic: 3, respiration_rate: 3 },
      triage: 8,
      revised: 4.9438,
    })
  })

  test('is none while a value is missing', () => {
    for (const name of ['gcs', 'systolic', 'respiration_rate'] as const)
      expect(computeTraumaScore({ ...well, [name]: null })).toBeNull()
  })

  test('stays within its range, and never falls when the pressure or the coma scale rises', () => {
    const value = fc.record({
      gcs: fc.integer({ min: 3, max: 15 }),
      systolic: fc.integer({ min: 0, max: 300 }),
      respiration_rate: fc.integer({ min: 0, max: 100 }),
    })
    fc.assert(
      fc.property(value, fc.nat(50), fc.nat(5), (values, pressure, coma) => {
        const score = computeTraumaScore(values)
        const better = computeTraumaScore({
          ...values,
          systolic: values.systolic + pressure,
          gcs: Math.min(15, values.gcs + coma),
        })
        expect(score?.triage).toBeGreaterThanOrEqual(0)
        expect(score?.triage).toBeLessThanOrEqual(12)
        expect(score?.revised).toBeLessThanOrEqual(7.8408)
        expect(better?.triage).toBeGreaterThanOrEqual(score?.triage ?? 13)
        expect(better?.revised).toBeGreaterThanOrEqual(score?.revised ?? 8)
      }),
    )
  })
})
