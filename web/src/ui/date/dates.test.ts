import { afterEach, expect, test } from 'vitest'
import {
  formatDate,
  formatKnownDate,
  formatShortAge,
  formatStartTime,
  formatTime,
  formatTimeAgo,
  getHospitalMidnight,
  toHospitalDate,
} from './dates.ts'

const afternoon = new Date('2026-11-05T14:32:07+07:00')
const midnight = new Date('2026-11-05T00:05:09+07:00')

const ownZone = process.env['TZ']
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ']
  else process.env['TZ'] = ownZone
})

test.each([
  ['dd MMM yyyy', '05 Nov 2026'],
  ['dd MMM yyyy HH:mm', '05 Nov 2026 14:32'],
  ['dd MMM yyyy HH:mm:ss', '05 Nov 2026 14:32:07'],
  ['HH:mm', '14:32'],
] as const)('English shows %s to the letter', (format, shown) => {
  expect(formatTime(afternoon, 'en', format)).toBe(shown)
})

test.each(['en', 'th'])('a day has 24 hours in %s', (language) => {
  expect(formatTime(midnight, language, 'HH:mm')).toBe('00:05')
  expect(formatTime(midnight, language, 'dd MMM yyyy HH:mm:ss')).toMatch(/ 00:05:09$/)
  expect(formatTime(afternoon, language, 'dd MMM yyyy HH:mm:ss')).toMatch(/ 14:32:07$/)
})

test('Thai shows the Buddhist Era', () => {
  expect(formatTime(afternoon, 'th', 'dd MMM yyyy HH:mm')).toBe('5 พ.ย. 2569 14:32')
  expect(formatTime(midnight, 'th', 'dd MMM yyyy HH:mm:ss')).toBe('5 พ.ย. 2569 00:05:09')
  expect(formatTime(afternoon, 'th', 'HH:mm')).toBe('14:32')
})

test('an instant can be shown in another time zone', () => {
  const instant = '2026-11-05T18:05:09Z'
  expect(formatTime(instant, 'th', 'dd MMM yyyy HH:mm:ss', 'Asia/Bangkok')).toBe('6 พ.ย. 2569 01:05:09')
  expect(formatTime(instant, 'en', 'dd MMM yyyy HH:mm', 'America/New_York')).toBe('05 Nov 2026 13:05')
})

test('a birthday is the same day in every time zone', () => {
  expect(formatDate('1980-01-01', 'en')).toBe('01 Jan 1980')
  expect(formatDate('1980-12-31', 'th')).toBe('31 ธ.ค. 2523')
})

test('a date that is partly known is shown with its month or year, in Thai with its era', () => {
  expect(['1947', '1947-05', '1947-05-12'].map((known) => formatKnownDate(known, 'en'))).toEqual([
    '1947',
    'May 1947',
    '12 May 1947',
  ])
  expect(['1947', '1947-05', '1947-05-12'].map((known) => formatKnownDate(known, 'th'))).toEqual([
    'พ.ศ. 2490',
    'พ.ค. 2490',
    '12 พ.ค. 2490',
  ])
})

test.each(['America/New_York', 'Asia/Tokyo', 'Asia/Bangkok'])(
  'a device that is set to %s shows the time and the day of the ward',
  (zone) => {
    process.env['TZ'] = zone
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    expect(formatTime(midnight, 'en', 'dd MMM yyyy HH:mm:ss')).toBe('05 Nov 2026 00:05:09')
    expect(formatTime(midnight.toISOString(), 'th', 'dd MMM yyyy')).toBe('5 พ.ย. 2569')
    expect(toHospitalDate(midnight)).toBe('2026-11-05')
    expect(toHospitalDate('2026-11-05T16:59:59.000Z')).toBe('2026-11-05')
    expect(toHospitalDate('2026-11-05T17:00:00.000Z')).toBe('2026-11-06')
    expect(getHospitalMidnight('2026-11-05').toISOString()).toBe('2026-11-04T17:00:00.000Z')
    expect(getHospitalMidnight('2026-12-31', 1).toISOString()).toBe('2026-12-31T17:00:00.000Z')
    const until = new Date('2026-11-05T18:05:00.000Z')
    expect(formatStartTime(until, new Date('2026-11-05T17:00:00.000Z'), 'en')).toBe('01:05')
    expect(formatStartTime(until, new Date('2026-11-05T16:59:59.000Z'), 'en')).toBe('06 Nov 2026 01:05')
  },
)

test('an age is given in the largest whole unit', () => {
  const minutesAgo = (minutes: number) => new Date(afternoon.getTime() - minutes * 60_000)
  expect(formatTimeAgo(minutesAgo(0.5), afternoon, 'en')).toBeUndefined()
  expect(formatTimeAgo(minutesAgo(3), afternoon, 'en')).toBe('3 min ago')
  expect(formatTimeAgo(minutesAgo(150), afternoon, 'en')).toBe('2 hr ago')
  expect(formatTimeAgo(minutesAgo(3), afternoon, 'th')).toBe('3 นาทีที่แล้ว')
  expect(formatTimeAgo(minutesAgo(150), afternoon, 'th')).toBe('2 ชม. ที่แล้ว')
})

test('an age where nothing else stands is short, and never less than a part of a minute', () => {
  const minutesAgo = (minutes: number) => new Date(afternoon.getTime() - minutes * 60_000)
  expect([0.5, 3, 150, 3000].map((ago) => formatShortAge(minutesAgo(ago), afternoon, 'en'))).toEqual([
    '< 1 min',
    '3 min',
    '2 hr',
    '2 days',
  ])
  expect([0.5, 150].map((ago) => formatShortAge(minutesAgo(ago), afternoon, 'th'))).toEqual([
    '< 1 นาที',
    '2 ชม.',
  ])
})

test('an age is told in days for two months, and in months for two years', () => {
  const daysAgo = (days: number) => new Date(afternoon.getTime() - days * 86_400_000)
  const tell = (language: string) =>
    [60, 61, 730, 3399].map((days) => formatTimeAgo(daysAgo(days), afternoon, language))
  expect(tell('en')).toEqual(['60 days ago', '2 mo ago', '23 mo ago', '9 yr ago'])
  expect(tell('th')).toEqual(['60 วันที่แล้ว', '2 เดือนที่แล้ว', '23 เดือนที่แล้ว', '9 ปีที่แล้ว'])
})

test('a device clock that is ahead does not put a value in the future', () => {
  expect(formatTimeAgo(new Date(afternoon.getTime() + 90_000), afternoon, 'en')).toBeUndefined()
})
