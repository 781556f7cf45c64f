import { expect, test } from 'vitest'
import { pickReadingValues, resolveChartSpan, resolveSpan, validateManualReading } from './rules.ts'

const now = '2026-11-05T07:32:00.000Z'

test('a span is as given, and calls with a default length reach back that many days', () => {
  expect(resolveSpan({}, undefined, now)).toEqual({ from: undefined, to: undefined })
  expect(resolveSpan({}, 60, now)).toEqual({ from: '2026-09-06T07:32:00.000Z', to: undefined })
  expect(resolveSpan({ to: '2026-03-02T00:00:00Z' }, 60, now).from).toBe('2026-01-01T00:00:00.000Z')
  expect(resolveSpan({ from: '2020-01-01T00:00:00Z' }, 60, now).from).toBe('2020-01-01T00:00:00Z')
})

test('a chart ends now and begins a day before its end by default', () => {
  expect(resolveChartSpan({}, now)).toEqual({ from: '2026-11-04T07:32:00.000Z', end: now })
  const from = '2026-10-01T00:00:00Z'
  expect(resolveChartSpan({ from, to: undefined }, now)).toEqual({ from, end: now })
})

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
