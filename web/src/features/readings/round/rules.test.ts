import type { LatestValue } from 'contract'
import { describe, expect, test } from 'vitest'
import { emptyEntry, findLastText, isTyped, tidyTypedNumber, toRecordEntry } from './rules.ts'

describe('what is typed into a number', () => {
  test.each([
    ['temperature', '36.55', '36.5'],
    ['temperature', '36,5', '36.5'],
    ['temperature', '๓๖.๕', '36.5'],
    ['temperature', '36.', '36.'],
    ['pulse', '80.5', '80'],
    ['pulse', '๘๐', '80'],
    ['pulse', 'abc', ''],
    ['pulse', '-80', '80'],
  ] as const)('%s: %s is %s', (field, typed, kept) => {
    expect(tidyTypedNumber(field, typed)).toBe(kept)
  })
})

test('an entry becomes the values of the form of one patient', () => {
  const values = toRecordEntry({
    ...emptyEntry,
    typed: { systolic: '120', consciousness: 'A', oxygen: 'yes' },
    date: '2026-11-05',
    time: '10:00',
  })
  expect(values).toMatchObject({
    systolic: 120,
    diastolic: '',
    consciousness: 'A',
    oxygen: 'yes',
    time: '10:00',
  })
})

test('a row that was emptied again has nothing typed', () => {
  expect(isTyped({ ...emptyEntry, typed: { pulse: '' } })).toBe(false)
  expect(isTyped({ ...emptyEntry, typed: { pulse: '8' } })).toBe(true)
})

test('the last value of a field has the decimals of its quantity; a pressure has two', () => {
  const one = {
    second: null,
    note: null,
    measured_at: '2026-11-05T01:00:00Z',
    source: 'manual',
    is_derived: false,
  }
  const latest = [
    { ...one, vital: 'blood_pressure', value: 120, second: 80 },
    { ...one, vital: 'temperature', value: 37 },
    { ...one, vital: 'consciousness', value: null, note: 'V' },
    { ...one, vital: 'oxygen', value: 1 },
  ] as LatestValue[]
  expect(findLastText('diastolic', latest)?.text).toBe('80')
  expect(findLastText('temperature', latest)?.text).toBe('37.0')
  expect(findLastText('consciousness', latest)?.text).toBe('V')
  expect(findLastText('oxygen', latest)?.text).toBe('yes')
  expect(findLastText('pulse', latest)).toBeUndefined()
})
