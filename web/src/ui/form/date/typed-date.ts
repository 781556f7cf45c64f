import { buddhistEraOffset, toIsoDate } from '../../date/dates.ts'
import { toArabicDigits } from '../thai-digits.ts'

/** Years from this one on are of the Buddhist Era: no date in a hospital is that far in the future. */
const firstBuddhistYear = 2400

/**
 * Parses a typed date into ISO: `5/11/2569`, `05-11-2026`, `05112569`, `๕/๑๑/๒๕๖๙` or `2026-11-05`. Undefined if it is
 * no date.
 */
export function parseTypedDate(typed: string): string | undefined {
  const parts = parseTypedDateParts(typed)
  return parts && isInCalendar(parts) ? toIsoDate(...parts) : undefined
}

/** Why a text is no date, as a key of `validation.*`: 31/02 is written correctly but does not exist. */
export function getDateProblem(typed: string): 'date-no-such-day' | 'date-invalid' {
  const parts = parseTypedDateParts(typed)
  return parts && !isInCalendar(parts) ? 'date-no-such-day' : 'date-invalid'
}

/** A typed year of either era, in the Christian Era: `2490` and `๒๔๙๐` are 1947. Undefined if it is no year. */
export function parseTypedYear(typed: string): number | undefined {
  const text = toArabicDigits(typed.trim())
  return /^[12]\d{3}$/.test(text) ? toChristianEra(Number(text)) : undefined
}

/** `dd/mm/yyyy`, in Thai of the Buddhist Era. Text that is no ISO date is returned unchanged. */
export function formatTypedDate(value: string, language: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (!year) return value
  return `${day}/${month}/${language === 'th' ? Number(year) + buddhistEraOffset : year}`
}

type DateParts = [year: number, month: number, day: number]

/** The returned year is of the Christian Era. */
function parseTypedDateParts(typed: string): DateParts | undefined {
  const text = toArabicDigits(typed.trim())
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text)
  const dayFirst =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  const [typedYear = 0, month = 0, day = 0] = (
    yearFirst?.slice(1) ??
    dayFirst?.slice(1).toReversed() ??
    []
  ).map(Number)
  const year = toChristianEra(typedYear)
  return year < 1000 ? undefined : [year, month, day]
}

const toChristianEra = (year: number) => (year >= firstBuddhistYear ? year - buddhistEraOffset : year)

function isInCalendar([year, month, day]: DateParts): boolean {
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return month >= 1 && month <= 12 && day >= 1 && day <= lastDay
}
