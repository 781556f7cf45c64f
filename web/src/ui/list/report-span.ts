import { getHospitalMidnight, toHospitalDate } from '../date/dates.ts'
import { day, optional, type QueryCodec } from './query-codec.ts'

export const reportDays = [7, 30, 90] as const

const firstDay = optional('from', day)
const lastDay = optional('to', day)

/** The span of the report: the last so many days up to now, or from one day to another, both inclusive. */
export type Span = { days: (typeof reportDays)[number] } | { from: string; to: string }

export const spanQuery: QueryCodec<Span> = {
  parse(query) {
    const [from, to] = [firstDay.parse(query), lastDay.parse(query)]
    if (from !== undefined && to !== undefined && from <= to) return { from, to }
    return { days: reportDays.find((days) => String(days) === query.get('days')) ?? reportDays[0] }
  },
  write(span, query) {
    if ('from' in span) {
      firstDay.write(span.from, query)
      lastDay.write(span.to, query)
    } else if (span.days !== reportDays[0]) query.set('days', String(span.days))
  },
}

/** The instants of a span. `now` is in milliseconds; whole days, and today up to now. */
export function toSpanInstants(span: Span, now: number): { from: string; to: string } {
  if ('from' in span) return { from: toMidnightInstant(span.from, 0), to: toMidnightInstant(span.to, 1) }
  const today = toHospitalDate(new Date(now))
  return { from: toMidnightInstant(today, 1 - span.days), to: toMidnightInstant(today, 1) }
}

/** The midnight in the hospital's time zone at which a day begins. */
export function toMidnightInstant(day: string, daysLater: number): string {
  return getHospitalMidnight(day, daysLater).toISOString()
}

/** The days of a span, both inclusive. */
export function toSpanDays(span: Span, now: number): { from: string; to: string } {
  if ('from' in span) return span
  return { from: toHospitalDate(toSpanInstants(span, now).from), to: toHospitalDate(new Date(now)) }
}
