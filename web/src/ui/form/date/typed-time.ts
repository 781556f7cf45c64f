import { hospitalTimeZone } from 'contract'
import { getOffsetMs, isDay, padTwo, toTimeParts } from '../../date/dates.ts'
import { toArabicDigits } from '../thai-digits.ts'

/** The time of day of an instant in the hospital's time zone, as it is typed: `14:32`. */
export function formatTypedTime(at: number): string {
  const { hours, minutes } = toTimeParts(new Date(at))
  return `${padTwo(hours)}:${padTwo(minutes)}`
}

/**
 * `9:05`, `9.05`, `0905`, `905` and `๐๙:๐๕` as `09:05`; text that is no time of a 24-hour clock is returned unchanged.
 */
export function completeTypedTime(typed: string): string {
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(toArabicDigits(typed.trim())) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return typed
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** The instant of a typed date and time in the hospital's time zone; undefined while either is not complete. */
export function parseTypedInstant(date: string, time: string): number | undefined {
  const shown = isDay(date) ? Date.parse(`${date}T${completeTypedTime(time)}:00Z`) : Number.NaN
  return Number.isNaN(shown) ? undefined : shown - getOffsetMs(new Date(shown), hospitalTimeZone)
}
