import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Age } from '../age.ts'
import {
  type FieldTriageInput,
  redTraumaSigns,
  suggestFieldTriage,
  yellowTraumaSigns,
} from './field-triage.ts'

const years = (count: number): Age => ({ years: count, months: 0, days: 0 })
/** The pulse and the pressure are of one measurement. */
type Told = Partial<Omit<FieldTriageInput, 'pulse'> & { pulse: number | null }>
const input = ({ systolic = 120, pulse = 80, ...told }: Told = {}): FieldTriageInput => ({
  signs: [],
  motor: 6,
  respiration_rate: 16,
  spo2: 98,
  systolic,
  pulse: pulse === null || systolic === null ? null : { value: pulse, systolic },
  fall_height: null,
  age: years(40),
  ...told,
})
const alert = (told: Told) => suggestFieldTriage(input(told)).alert

test('nothing found and nothing measured fires nothing', () => {
  expect(suggestFieldTriage(input())).toEqual({ alert: null, red: [], yellow: [] })
  const unmeasured = { motor: null, respiration_rate: null, spo2: null, systolic: null, pulse: null }
  expect(alert({ ...unmeasured, age: null })).toBeNull()
})

test.each(redTraumaSigns)('%s alone is RED', (sign) => {
  expect(suggestFieldTriage(input({ signs: [sign] }))).toEqual({
    alert: 'RED',
    red: [{ of: sign }],
    yellow: [],
  })
})

test.each(yellowTraumaSigns)('%s alone is YELLOW', (sign) => {
  expect(suggestFieldTriage(input({ signs: [sign] }))).toEqual({
    alert: 'YELLOW',
    red: [],
    yellow: [{ of: sign }],
  })
})

describe('the values', () => {
  test.each<[Told, 'RED' | 'YELLOW' | null]>([
    [{ motor: 5 }, 'RED'],
    [{ motor: 6 }, null],
    [{ respiration_rate: 9 }, 'RED'],
    [{ respiration_rate: 10 }, null],
    [{ respiration_rate: 29 }, null],
    [{ respiration_rate: 30 }, 'RED'],
    [{ spo2: 89 }, 'RED'],
    [{ spo2: 90 }, null],
    [{ fall_height: 3 }, null],
    [{ fall_height: 3.1 }, 'YELLOW'],
  ])('%o alone make the alert %s', (told, expected) => {
    expect(alert(told)).toBe(expected)
  })

  test.each<[string, Age | null, number]>([
    ['a newborn', years(0), 70],
    ['5 years', years(5), 80],
    ['9 years', { years: 9, months: 11, days: 30 }, 88],
    ['10 years', years(10), 90],
    ['64 years', { years: 64, months: 11, days: 30 }, 90],
    ['65 years', years(65), 110],
    ['an unknown age', null, 90],
  ])('of %s (%o) are RED with a systolic pressure below %i', (_who, age, lowest) => {
    expect(alert({ age, systolic: lowest - 1, pulse: 60 })).toBe('RED')
    expect(alert({ age, systolic: lowest, pulse: 60 })).toBeNull()
  })

  test.each<[string, Age | null, 'RED' | null]>([
    ['9 years', { years: 9, months: 11, days: 30 }, null],
    ['10 years', years(10), 'RED'],
    ['70 years', years(70), 'RED'],
    ['an unknown age', null, 'RED'],
  ])('at %s (%o), with a pulse over the pressure, make the alert %s', (_who, age, expected) => {
    expect(alert({ age, systolic: 120, pulse: 121 })).toBe(expected)
    expect(alert({ age, systolic: 120, pulse: 120 })).toBeNull()
    expect(alert({ age, systolic: null, pulse: 200 })).toBeNull()
  })
})

test('the field triage names everything that fired, and RED goes before YELLOW', () => {
  expect(
    suggestFieldTriage(input({ signs: ['EJECTION', 'BLEEDING'], systolic: 80, pulse: 130, fall_height: 6 })),
  ).toEqual({
    alert: 'RED',
    red: [
      { of: 'BLEEDING' },
      { of: 'systolic', value: 80, comparison: '<', limit: 90 },
      { of: 'pulse', value: 130, comparison: '>', limit: 80 },
    ],
    yellow: [{ of: 'EJECTION' }, { of: 'fall_height', value: 6, comparison: '>', limit: 3 }],
  })
})

test('another sign never makes an alert milder', () => {
  const rank = { RED: 2, YELLOW: 1, none: 0 }
  const sign = fc.constantFrom(...redTraumaSigns, ...yellowTraumaSigns)
  fc.assert(
    fc.property(fc.array(sign), sign, fc.integer({ min: 40, max: 200 }), (signs, more, systolic) => {
      const before = rank[alert({ signs, systolic }) ?? 'none']
      expect(rank[alert({ signs: [...signs, more], systolic }) ?? 'none']).toBeGreaterThanOrEqual(before)
    }),
  )
})
