import { describe, expect, test } from 'vitest'
import { computeQuickSofa, type SepsisValues } from './sepsis.ts'

const well: SepsisValues = { respiration_rate: 16, systolic: 120, gcs: 15, consciousness: 'A' }
const unknown: SepsisValues = { respiration_rate: null, systolic: null, gcs: null, consciousness: null }

describe('qSOFA', () => {
  test.each<[Partial<SepsisValues>, number]>([
    [{ respiration_rate: 21 }, 0],
    [{ respiration_rate: 22 }, 1],
    [{ systolic: 101 }, 0],
    [{ systolic: 100 }, 1],
    [{ gcs: 15 }, 0],
    [{ gcs: 14 }, 1],
    [{ gcs: null, consciousness: 'A' }, 0],
    [{ gcs: null, consciousness: 'C' }, 1],
    [{ gcs: null, consciousness: 'U' }, 1],
    [{ gcs: 15, consciousness: 'V' }, 0],
    [{ gcs: 14, consciousness: 'V' }, 1],
  ])('with %o counts %i', (values, total) => {
    expect(computeQuickSofa({ ...well, ...values }).total).toBe(total)
  })

  test('is positive from two of the three, and names them', () => {
    expect(computeQuickSofa({ ...well, respiration_rate: 24 }).isPositive).toBe(false)
    expect(computeQuickSofa({ ...well, respiration_rate: 24, systolic: 95 })).toEqual({
      findings: [
        { of: 'respiration_rate', value: 24, comparison: '≥', limit: 22 },
        { of: 'systolic', value: 95, comparison: '≤', limit: 100 },
      ],
      total: 2,
      isPositive: true,
    })
    expect(
      computeQuickSofa({ respiration_rate: 30, systolic: 80, gcs: 9, consciousness: 'P' }),
    ).toMatchObject({ total: 3, isPositive: true })
  })

  test('is undecided only while what is missing could decide it', () => {
    expect(computeQuickSofa(unknown)).toEqual({ findings: [], total: 0, isPositive: null })
    expect(computeQuickSofa({ ...well, gcs: null, consciousness: null }).isPositive).toBe(false)
    expect(computeQuickSofa({ ...well, systolic: 90, gcs: null, consciousness: null }).isPositive).toBeNull()
    expect(computeQuickSofa({ ...unknown, systolic: 90, respiration_rate: 30 }).isPositive).toBe(true)
  })
})
