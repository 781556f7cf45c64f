import { estimateUnits } from 'contract'
import { expect, test } from 'vitest'
import {
  changePrecision,
  findEstimateUnit,
  readEstimate,
  readMonth,
  readYear,
  writeEstimate,
  writeMonth,
  writeYear,
} from './typed-birth.ts'

const today = '2026-11-05'

test.each(['2490', '๒๔๙๐', '1947', ' 1947 '])('%s is the year 1947', (typed) => {
  expect(writeYear(typed)).toBe('1947-01-01')
})

test('a year is shown in the era of the language, and what is no year as it was typed', () => {
  expect(readYear('1947-01-01', 'th')).toBe('2490')
  expect(readYear('1947-01-01', 'en')).toBe('1947')
  expect(readYear(writeYear('24'), 'th')).toBe('24')
})

test('a month and a year make a date, and each stays while the other is missing', () => {
  expect(writeMonth({ month: '5', year: '2490' })).toBe('1947-05-01')
  expect(readMonth('1947-05-01', 'th')).toEqual({ month: '5', year: '2490' })
  expect(readMonth(writeMonth({ month: '5', year: '' }), 'th')).toEqual({ month: '5', year: '' })
  expect(readMonth(writeMonth({ month: '', year: '2490' }), 'th')).toEqual({ month: '', year: '2490' })
  expect(writeMonth({ month: '', year: '' })).toBe('')
})

test.each([
  ['40', 'years', '1986-01-01'],
  ['๔๐', 'years', '1986-01-01'],
  ['10', 'months', '2026-01-05'],
  ['2', 'weeks', '2026-10-22'],
] as const)('an estimate of %s %s is stored as %s, and is shown as it was typed', (typed, unit, stored) => {
  expect(writeEstimate(typed, unit, today)).toBe(stored)
  expect(findEstimateUnit(stored, today)).toBe(unit)
  expect(readEstimate(stored, unit, today)).toBe(typed === '๔๐' ? '40' : typed)
})

test.each(['', '1', '131', '40.5', 'old'])('%j is no age in years', (typed) => {
  expect(writeEstimate(typed, 'years', today)).toBe(typed)
})

test('every unit has numbers that are refused in it, such as 200', () => {
  for (const unit of estimateUnits) expect(writeEstimate('200', unit, today)).toBe('200')
})

test('a whole date becomes its month or its year; a year or an estimate becomes no whole date', () => {
  expect(changePrecision('1947-05-12', 'day', 'month')).toBe('1947-05-01')
  expect(changePrecision('1947-05-12', 'day', 'year')).toBe('1947-01-01')
  expect(changePrecision('1947-01-01', 'year', 'day')).toBe('')
  expect(changePrecision('1947-01-01', 'year', 'month')).toBe('')
  expect(changePrecision('1986-01-01', 'estimated', 'year')).toBe('')
  expect(changePrecision('1947-05-12', 'day', 'estimated')).toBe('')
  expect(changePrecision('5/11', 'day', 'year')).toBe('')
})
