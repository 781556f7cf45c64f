import { describe, expect, test } from 'vitest'
import { computeMews, mewsParameters } from './mews.ts'

const well = {
  systolic: 120,
  pulse: 80,
  respiration_rate: 12,
  temperature: 37,
  consciousness: 'A',
} as const

const score = (changed: Partial<Parameters<typeof computeMews>[0]>) =>
  computeMews({ ...well, ...changed })?.total

describe('MEWS', () => {
  test.each([
    ['systolic', 70, 3],
    ['systolic', 71, 2],
    ['systolic', 80, 2],
    ['systolic', 81, 1],
    ['systolic', 100, 1],
    ['systolic', 101, 0],
    ['systolic', 199, 0],
    ['systolic', 200, 2],
    ['pulse', 40, 2],
    ['pulse', 41, 1],
    ['pulse', 50, 1],
    ['pulse', 51, 0],
    ['pulse', 100, 0],
    ['pulse', 101, 1],
    ['pulse', 110, 1],
    ['pulse', 111, 2],
    ['pulse', 129, 2],
    ['pulse', 130, 3],
    ['respiration_rate', 8, 2],
    ['respiration_rate', 9, 0],
    ['respiration_rate', 14, 0],
    ['respiration_rate', 15, 1],
    ['respiration_rate', 20, 1],
    ['respiration_rate', 21, 2],
    ['respiration_rate', 29, 2],
    ['respiration_rate', 30, 3],
    ['temperature', 34.9, 2],
    ['temperature', 35, 0],
    ['temperature', 38.4, 0],
    ['temperature', 38.5, 2],
    ['consciousness', 'A', 0],
    ['consciousness', 'V', 1],
    ['consciousness', 'P', 2],
    ['consciousness', 'U', 3],
  ] as const)('scores %s %s with %i', (name, value, points) => {
    expect(score({ [name]: value })).toBe(points)
  })

  test('is critical from 5', () => {
    expect(computeMews({ ...well, pulse: 115, respiration_rate: 25 })).toEqual({
      total: 4,
      isCritical: false,
    })
    expect(computeMews({ ...well, pulse: 130, respiration_rate: 25 })).toEqual({ total: 5, isCritical: true })
  })

  test('is none while a parameter is missing', () => {
    for (const name of mewsParameters) expect(computeMews({ ...well, [name]: null })).toBeNull()
  })

  test('is none of somebody who is newly confused: AVPU has no letter for that', () => {
    expect(computeMews({ ...well, consciousness: 'C' })).toBeNull()
  })
})
