import { expect, test } from 'vitest'
import { pickReadingValues, validateManualReading } from './charting.ts'

const now = '2026-11-05T07:32:00.000Z'

test('a reading of now has no problem, one of tomorrow or of over a century ago has', () => {
  const at = (measured_at: string) => validateManualReading({ kind: 'pulse', measured_at, pulse: 70 }, now)
  expect(at(now)).toEqual([])
  expect(at('2026-11-05T14:36:59+07:00')).toEqual([])
  expect(at('2026-11-05T14:37:01+07:00')).toEqual([{ field: 'measured_at', message: 'date-in-future' }])
  expect(at('1900-01-01T00:00:00Z')).toEqual([{ field: 'measured_at', message: 'date-too-old' }])
})

test('the values of a row are its present values, without its other fields', () => {
  const row = { id: '1', pulse: null, steps: 0, oxygen: false, spo2: 97, note: 'x' }
  expect(pickReadingValues(row)).toEqual({ spo2: 97, steps: 0, oxygen: false })
})
