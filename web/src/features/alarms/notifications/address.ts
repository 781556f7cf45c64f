import { type AlarmRule, type AlarmSeverity, alarmRules, alarmSeverities, alarmStates } from 'contract'
import { hospitalDate, hospitalMidnight } from '../../../ui/date/dates.ts'
import { type PageSize, pageSizes } from '../../../ui/list/pager.tsx'
import { dayIn, idIn } from '../../../ui/list/query-values.ts'

export type Filters = {
  patient?: string | undefined
  ward?: string | undefined
  severity?: AlarmSeverity | undefined
  state?: (typeof alarmStates)[number] | undefined
  rule?: AlarmRule | undefined
  /** Calendar dates in the hospital's time zone, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** The state of the list of all notifications. */
export type View = {
  filters: Filters
  page: number
  size: PageSize
  /** The alarm that is open beside the list. */
  alarm?: string | undefined
}

/** Parses a URL query. Invalid values are ignored. */
export function readAddress(query: URLSearchParams): View {
  const oneOf = <Value extends string>(key: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(key))
  return {
    filters: {
      patient: idIn(query, 'patient'),
      ward: idIn(query, 'ward'),
      severity: oneOf('severity', alarmSeverities),
      state: oneOf('state', alarmStates),
      rule: oneOf('rule', alarmRules),
      from: dayIn(query, 'from'),
      to: dayIn(query, 'to'),
    },
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? pageSizes[0],
    alarm: idIn(query, 'alarm'),
  }
}

/** The shortest URL query that holds the state. */
export function writeAddress({ filters, page, size, alarm }: View): string {
  const query = new URLSearchParams()
  const { patient, ward, severity, state, rule, from, to } = filters
  const said = { patient, ward, severity, state, rule, from, to, alarm }
  for (const [key, value] of Object.entries(said)) if (value !== undefined) query.set(key, value)
  if (page !== 1) query.set('page', String(page))
  if (size !== pageSizes[0]) query.set('size', String(size))
  return query.toString()
}

/** The request to the API for this state. */
export function questionOf({ filters, page, size }: View) {
  const { patient, from, to, ...rest } = filters
  return {
    ...rest,
    patient_id: patient,
    from: from && midnightOf(from, 0),
    to: to && midnightOf(to, 1),
    page,
    number_of_rec: size,
  }
}

export const reportDays = [7, 30, 90] as const

/** The span of the report: the last so many days up to now, or from one day to another, both inclusive. */
export type Span = { days: (typeof reportDays)[number] } | { from: string; to: string }

export function readSpan(query: URLSearchParams): Span {
  const from = dayIn(query, 'from')
  const to = dayIn(query, 'to')
  if (from !== undefined && to !== undefined && from <= to) return { from, to }
  return { days: reportDays.find((days) => String(days) === query.get('days')) ?? reportDays[0] }
}

export function writeSpan(span: Span): string {
  if ('from' in span) return new URLSearchParams(span).toString()
  return span.days === reportDays[0] ? '' : `days=${span.days}`
}

/** The instants of a span. `now` is in milliseconds; whole days, and today up to now. */
export function instantsOf(span: Span, now: number): { from: string; to: string } {
  if ('from' in span) return { from: midnightOf(span.from, 0), to: midnightOf(span.to, 1) }
  const today = hospitalDate(new Date(now))
  return { from: midnightOf(today, 1 - span.days), to: midnightOf(today, 1) }
}

/** The midnight in the hospital's time zone at which a day begins. */
function midnightOf(day: string, daysLater: number): string {
  return hospitalMidnight(day, daysLater).toISOString()
}
