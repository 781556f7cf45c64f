import {
  type BirthDatePrecision,
  computeAge,
  type EstimateUnit,
  estimateBirthDate,
  estimateBounds,
  trimBirthDate,
} from 'contract'
import { buddhistEraOffset, isDay, toIsoDate } from '../../../../ui/date/dates.ts'
import { parseTypedYear } from '../../../../ui/form/date/typed-date.ts'
import { toArabicDigits } from '../../../../ui/form/thai-digits.ts'

/**
 * What the fields of a birth date show, and the value that they make: an ISO date, or as long as they are not complete,
 * what was typed. The month and the year are then typed as `5-19`.
 */

const showYear = (date: string, language: string) =>
  String(Number(date.slice(0, 4)) + (language === 'th' ? buddhistEraOffset : 0))

export function readYear(value: string, language: string): string {
  return isDay(value) ? showYear(value, language) : value
}

export function writeYear(typed: string): string {
  const year = parseTypedYear(typed)
  return year === undefined ? typed : toIsoDate(year, 1, 1)
}

/** `month` is a number from 1 to 12, or empty. */
export function readMonth(value: string, language: string): { month: string; year: string } {
  if (isDay(value)) return { month: String(Number(value.slice(5, 7))), year: showYear(value, language) }
  const [month = '', year = ''] = value.split('-')
  return { month, year }
}

export function writeMonth({ month, year: typed }: { month: string; year: string }): string {
  const year = parseTypedYear(typed)
  if (year !== undefined && month) return toIsoDate(year, Number(month), 1)
  return month || typed ? `${month}-${typed}` : ''
}

const weekMs = 7 * 86_400_000

/** Finds in what a stored estimate is shown. */
export function findEstimateUnit(value: string, today: string): EstimateUnit {
  if (!isDay(value)) return 'years'
  const { years, months } = computeAge(value, today)
  if (years >= estimateBounds.years[0]) return 'years'
  return years * 12 + months > 0 ? 'months' : 'weeks'
}

export function readEstimate(value: string, unit: EstimateUnit, today: string): string {
  if (!isDay(value)) return value
  const { years, months } = computeAge(value, today)
  if (unit === 'years') return String(years)
  if (unit === 'months') return String(years * 12 + months)
  return String(Math.floor((Date.parse(today) - Date.parse(value)) / weekMs))
}

export function writeEstimate(typed: string, unit: EstimateUnit, today: string): string {
  const text = toArabicDigits(typed.trim())
  const [least, most] = estimateBounds[unit]
  const isRight = /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
  return isRight ? estimateBirthDate(Number(text), unit, today) : typed
}

const fromFine: readonly BirthDatePrecision[] = ['day', 'month', 'year']

/** The value when another precision is chosen: what is known of it stays, and nothing is made up. */
export function changePrecision(value: string, from: BirthDatePrecision, to: BirthDatePrecision): string {
  const [before, after] = [fromFine.indexOf(from), fromFine.indexOf(to)]
  return isDay(value) && before >= 0 && after > before ? trimBirthDate(value, to) : ''
}
