import { buddhistEraOffset, isoDate } from './dates.ts'
import { withArabicDigits } from './thai-digits.ts'

/** Years from here on are of the Buddhist Era; no calendar of a hospital reaches so far otherwise. */
const firstBuddhistYear = 2400

/**
 * The ISO date that was meant: `5/11/2569`, `05-11-2026`, `05112569`, `๕/๑๑/๒๕๖๙` or `2026-11-05`.
 * Undefined when it is no date.
 */
export function parseTypedDate(typed: string): string | undefined {
  const text = withArabicDigits(typed.trim())
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text)
  if (yearFirst) return toIsoDate(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const dayFirst =
    /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  if (dayFirst) return toIsoDate(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]))
  return undefined
}

/** `dd/mm/yyyy`, of the Buddhist Era in Thai. What is no ISO date is given back as it is. */
export function formatTypedDate(value: string, language: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (!year) return value
  return `${day}/${month}/${language === 'th' ? Number(year) + buddhistEraOffset : year}`
}

function toIsoDate(typedYear: number, month: number, day: number): string | undefined {
  const year = typedYear >= firstBuddhistYear ? typedYear - buddhistEraOffset : typedYear
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > lastDay) return undefined
  return isoDate(year, month, day)
}
