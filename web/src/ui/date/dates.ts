import { hospitalTimeZone } from 'contract'

/**
 * The panel's date formats. English shows them exactly; Thai shows the same parts as Thais write them: years of the
 * Buddhist Era, no leading zero in the day. The clock has 24 hours in both languages, on every screen, as a chart has
 * it: beside a value charted at 14:32, 02:32 PM is read as another time.
 */
export type TimeFormat = 'dd MMM yyyy' | 'dd MMM yyyy HH:mm' | 'dd MMM yyyy HH:mm:ss' | 'HH:mm'

export const buddhistEraOffset = 543

const listIntlMonths = (language: 'en' | 'th') => {
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  return Array.from({ length: 12 }, (_, index) => month.format(Date.UTC(2000, index)))
}

const months = { en: listIntlMonths('en'), th: listIntlMonths('th') }

/** A year with its era before it. */
const thaiYear = new Intl.DateTimeFormat('th', { year: 'numeric', timeZone: 'UTC' })

/** The names of the months as dates have them. */
export function listMonths(language: string): readonly string[] {
  return language === 'th' ? months.th : months.en
}

export const padTwo = (number: number) => String(number).padStart(2, '0')

/** `2026-11-05` */
export function toIsoDate(year: number, month: number, day: number): string {
  return `${year}-${padTwo(month)}-${padTwo(day)}`
}

function formatDay(year: number, month: number, day: number, language: string): string {
  if (language === 'th') return `${day} ${months.th[month - 1]} ${year + buddhistEraOffset}`
  return `${padTwo(day)} ${months.en[month - 1]} ${year}`
}

/**
 * Formats a calendar date such as a birthday, `2026-11-05`. It never becomes a `Date`, which could move it by a day.
 */
export function formatDate(isoDate: string, language: string): string {
  const [year = 0, month = 1, day = 1] = isoDate.slice(0, 10).split('-').map(Number)
  return formatDay(year, month, day, language)
}

/** Formats what is known of a date: `2026-11-05`, `2026-11` or `2026`. */
export function formatKnownDate(known: string, language: string): string {
  const [year = 0, month, day] = known.split('-').map(Number)
  if (day !== undefined) return formatDate(known, language)
  if (language !== 'th') return month === undefined ? String(year) : `${months.en[month - 1]} ${year}`
  if (month === undefined) return thaiYear.format(Date.UTC(year, 0))
  return `${months.th[month - 1]} ${year + buddhistEraOffset}`
}

/** Whether the text is a calendar date that exists, `2026-11-05`. */
export function isDay(text: string): boolean {
  const midnight = Date.parse(`${text}T00:00Z`)
  return (
    /^[12]\d{3}-\d{2}-\d{2}$/.test(text) &&
    !Number.isNaN(midnight) &&
    new Date(midnight).toISOString().startsWith(text)
  )
}

/** Formats an instant in the hospital's time zone, whatever time zone this device is set to. */
export function formatTime(
  instant: Date | string,
  language: string,
  format: TimeFormat,
  timeZone = hospitalTimeZone,
): string {
  const { year, month, day, hours, minutes, seconds: second } = toTimeParts(new Date(instant), timeZone)
  const date = formatDay(year, month, day, language)
  if (format === 'dd MMM yyyy') return date
  const seconds = format.includes('ss') ? `:${padTwo(second)}` : ''
  const clock = `${padTwo(hours)}:${padTwo(minutes)}${seconds}`
  return format === 'HH:mm' ? clock : `${date} ${clock}`
}

type TimeParts = { year: number; month: number; day: number; hours: number; minutes: number; seconds: number }

/** The calendar date of an instant in the hospital's time zone, `2026-11-05`. */
export function toHospitalDate(instant: Date | string): string {
  const { year, month, day } = toTimeParts(new Date(instant))
  return toIsoDate(year, month, day)
}

/** The instant at which a calendar date begins in the hospital's time zone, or one that is `daysLater`. */
export function getHospitalMidnight(date: string, daysLater = 0): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const midnight = new Date(Date.UTC(year, month - 1, day + daysLater))
  return new Date(midnight.getTime() - getOffsetMs(midnight, hospitalTimeZone))
}

/** The calendar and clock parts of an instant. */
export function toTimeParts(at: Date, timeZone: string = hospitalTimeZone): TimeParts {
  const shown = new Date(at.getTime() + getOffsetMs(at, timeZone))
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hours: shown.getUTCHours(),
    minutes: shown.getUTCMinutes(),
    seconds: shown.getUTCSeconds(),
  }
}

/** The offset of a time zone from UTC at an instant, in milliseconds. */
export function getOffsetMs(at: Date, timeZone: string): number {
  const clock = zoneFormats.get(timeZone) ?? createZoneFormat(timeZone)
  const shown = Date.parse(`${clock.format(at).replace(' ', 'T')}Z`)
  return shown - Math.floor(at.getTime() / 1000) * 1000
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/** Cached: a formatter is slow to create, and a chart uses it hundreds of times. */
function createZoneFormat(timeZone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  zoneFormats.set(timeZone, clock)
  return clock
}

/** Since or until when something holds: the time, with the day unless that is today. */
export function formatStartTime(instant: Date, now: Date, language: string): string {
  const isToday = toHospitalDate(instant) === toHospitalDate(now)
  return formatTime(instant, language, isToday ? 'HH:mm' : 'dd MMM yyyy HH:mm')
}

const daySeconds = 86_400

/** Units of an age, each from `least` seconds on: what is years ago is not told in days. */
const timeAgoSteps = [
  { unit: 'year', seconds: 365.25 * daySeconds, least: 2 * 365.25 * daySeconds },
  { unit: 'month', seconds: (365.25 / 12) * daySeconds, least: 61 * daySeconds },
  { unit: 'day', seconds: daySeconds, least: daySeconds },
  { unit: 'hour', seconds: 3600, least: 3600 },
  { unit: 'minute', seconds: 60, least: 60 },
] as const
type TimeAgoUnit = (typeof timeAgoSteps)[number]['unit']

const relativeFormats = new Map<string, Intl.RelativeTimeFormat>()

function createRelativeFormat(language: string): Intl.RelativeTimeFormat {
  const words = new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'always' })
  relativeFormats.set(language, words)
  return words
}

/** The age of a value in words: "3 min ago"; undefined under a minute. */
export function formatTimeAgo(instant: Date | string, now: Date, language: string): string | undefined {
  const age = computeAge(instant, now)
  if (!age) return undefined
  const words = relativeFormats.get(language) ?? createRelativeFormat(language)
  // English goes without the full stop of "min." and "hr.", but Thai never without that of ชม.
  return words.format(-age.count, age.unit).replace(/([a-z])\./, '$1')
}

const unitFormats = new Map<string, Intl.NumberFormat>()

function createUnitFormat(language: string, unit: TimeAgoUnit): Intl.NumberFormat {
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
  unitFormats.set(`${language} ${unit}`, words)
  return words
}

/** The age of a value where nothing else stands: "3 min", "< 1 min". */
export function formatShortAge(instant: Date | string, now: Date, language: string): string {
  const { count, unit } = computeAge(instant, now) ?? { count: 0, unit: 'minute' as const }
  const words = unitFormats.get(`${language} ${unit}`) ?? createUnitFormat(language, unit)
  return count === 0 ? `< ${words.format(1)}` : words.format(count)
}

/** Writes whole years, months, days, hours or minutes; undefined under a minute. */
function computeAge(instant: Date | string, now: Date): { count: number; unit: TimeAgoUnit } | undefined {
  const seconds = Math.max(0, (now.getTime() - new Date(instant).getTime()) / 1000)
  const step = timeAgoSteps.find(({ least }) => seconds >= least)
  return step && { count: Math.floor(seconds / step.seconds), unit: step.unit }
}
