import * as z from 'zod/mini'
import { requiredText } from '../wire/fields.ts'
import { hospitalOffsetMs } from '../wire/thai.ts'

/** What the panel numbers: admissions and visits. */
export const numberedKinds = ['AN', 'VN'] as const
export type NumberedKind = (typeof numberedKinds)[number]
/** A running number begins again on 1 January, or with the fiscal year on 1 October. */
export const numberYears = ['calendar', 'fiscal'] as const
export type NumberYear = (typeof numberYears)[number]

export const defaultNumberPatterns: Record<NumberedKind, string> = { AN: '{YY}{N5}', VN: '{YY}{N6}' }

/** The Buddhist year, of two or four digits, and the running number with at least so many digits. */
const token = /\{(?:(?<year>YY|YYYY)|N(?<digits>[3-9]))\}/g
const plain = /^[A-Za-z0-9./-]*$/
/** A typed number is at most this long. */
const maxNumberLength = 20

/** Whether numbers of different years and different counts differ: the year and the count are in it, once each. */
function isNumberPattern(pattern: string): boolean {
  const tokens = [...pattern.matchAll(token)]
  return (
    tokens.length === 2 &&
    tokens.filter(({ groups }) => groups?.['year']).length === 1 &&
    plain.test(pattern.replace(token, '')) &&
    formatNumber(pattern, { year: 2500, count: 1 }).length <= maxNumberLength
  )
}

export const NumberPattern = requiredText('setting-required', 40).check(
  z.refine(isNumberPattern, 'number-pattern-invalid'),
)

/** A count with more digits than the pattern has makes a longer number. */
export function formatNumber(pattern: string, { year, count }: { year: number; count: number }): string {
  return pattern.replace(token, (found) => {
    if (found === '{YYYY}') return String(year)
    if (found === '{YY}') return String(year % 100).padStart(2, '0')
    return String(count).padStart(Number(found.at(2)), '0')
  })
}

/** The year of the Buddhist Era, in Bangkok, in which a number of this instant counts. */
export function computeNumberYear(at: string, years: NumberYear): number {
  const local = new Date(Date.parse(at) + hospitalOffsetMs)
  const isNext = years === 'fiscal' && local.getUTCMonth() >= 9
  return local.getUTCFullYear() + 543 + (isNext ? 1 : 0)
}
