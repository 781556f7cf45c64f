import { expect, test } from 'vitest'
import {
  type BirthDatePrecision,
  computeAge,
  estimateBirthDate,
  getAgeBandBasis,
  toAgeParts,
  toKnownAgeParts,
  toKnownBirthDate,
  toToldAgeParts,
  trimBirthDate,
  writeBirthDate,
} from './age.ts'

test.each([
  [{ years: 0, months: 0, days: 12 }, [{ unit: 'days', count: 12 }]],
  [{ years: 1, months: 2, days: 3 }, [{ unit: 'months', count: 14 }]],
  [{ years: 2, months: 0, days: 3 }, [{ unit: 'years', count: 2 }]],
  [
    { years: 5, months: 3, days: 0 },
    [
      { unit: 'years', count: 5 },
      { unit: 'months', count: 3 },
    ],
  ],
  [{ years: 42, months: 3, days: 0 }, [{ unit: 'years', count: 42 }]],
])('an age of %o is counted as %o', (age, parts) => {
  expect(toAgeParts(age)).toEqual(parts)
})

test.each([
  [[null, null, null], []],
  [[0, 0, 5], [{ unit: 'days', count: 5 }]],
  [[0, 3, null], [{ unit: 'months', count: 3 }]],
  [[1, 2, null], [{ unit: 'months', count: 14 }]],
  [[34, null, null], [{ unit: 'years', count: 34 }]],
  // What nobody told is not a birth of today.
  [[0, null, null], [{ unit: 'years', count: 0 }]],
  [[0, 0, null], [{ unit: 'months', count: 0 }]],
  [[1, null, null], [{ unit: 'years', count: 1 }]],
] as const)('an age that was told as %j is written as %j', ([years, months, days], parts) => {
  expect(toToldAgeParts({ years, months, days })).toEqual(parts)
})

const today = '2026-11-05'

test('a birth date says no more than is known of it, and an estimate says that it is one', () => {
  const write = (date_of_birth: string | null, birth_date_precision: BirthDatePrecision | null) =>
    writeBirthDate({ date_of_birth, birth_date_precision })
  expect(write('1947-05-12', 'day')).toBe('1947-05-12')
  expect(write('1947-05-01', 'month')).toBe('1947-05')
  expect(write('1947-01-01', 'year')).toBe('1947')
  expect(write('1986-01-01', 'estimated')).toBe('1986~')
  expect(write('2026-03-05', 'estimated')).toBe('2026-03~')
  expect(write(null, null)).toBeNull()
  expect(toKnownBirthDate('1986-01-01', 'estimated')).toBe('1986')
})

test('a date that is known to the month or year is stored as its first day', () => {
  expect(trimBirthDate('1947-05-12', 'year')).toBe('1947-01-01')
  expect(trimBirthDate('1947-05-12', 'month')).toBe('1947-05-01')
  expect(trimBirthDate('1947-05-12', 'day')).toBe('1947-05-12')
})

test.each([2, 40, 99, 130])(
  'an age estimated as %d years is that age on any day of the year, and grows',
  (years) => {
    for (const day of ['2026-01-01', today, '2026-12-31']) {
      const born = estimateBirthDate(years, 'years', day)
      expect(computeAge(born, day).years).toBe(years)
      expect(computeAge(born, '2027-12-31').years).toBe(years + 1)
    }
  },
)

test('an age estimated in months is that age on every day of a year, and in the next month one more', () => {
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    for (const count of [1, 3, 11, 23]) {
      const { years, months } = computeAge(estimateBirthDate(count, 'months', day), day)
      expect([day, years * 12 + months]).toEqual([day, count])
    }
  }
  expect(computeAge(estimateBirthDate(3, 'months', today), '2026-12-05').months).toBe(4)
})

test('an age estimated in weeks is stored as the day so many weeks ago', () => {
  expect(estimateBirthDate(2, 'weeks', today)).toBe('2026-10-22')
  expect(estimateBirthDate(0, 'weeks', today)).toBe(today)
})

test('an age that is not known exactly is told as about, without the months that nobody knows', () => {
  expect(toKnownAgeParts('2020-01-01', 'estimated', today)).toEqual({
    isAbout: true,
    parts: [{ unit: 'years', count: 6 }],
  })
  expect(toKnownAgeParts('2020-01-01', 'month', today)).toMatchObject({ isAbout: true, parts: [{}, {}] })
  expect(toKnownAgeParts('2020-01-01', 'day', today)).toMatchObject({ isAbout: false, parts: [{}, {}] })
})

test.each([
  [null, null, 'unknown'],
  ['1986-01-01', 'estimated', 'estimated'],
  ['1947-01-01', 'year', 'known'],
  ['2010-01-01', 'year', 'estimated'],
  ['2026-08-01', 'month', 'estimated'],
  ['2026-08-05', 'day', 'known'],
] as const)('born %s, known to the %s, the age band is %s', (date_of_birth, birth_date_precision, basis) => {
  expect(getAgeBandBasis({ date_of_birth, birth_date_precision }, today)).toBe(basis)
})
