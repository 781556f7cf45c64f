import { type AlarmRule, type AlarmSeverity, alarmRules, alarmSeverities, alarmStates } from 'contract'
import { getHospitalMidnight, toHospitalDate } from '../../../ui/date/dates.ts'
import { type PageSize, pageSizes } from '../../../ui/list/pager.tsx'
import { parseQueryDay, parseQueryId } from '../../../ui/list/query-values.ts'

export type AlarmListFilters = {
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
export type AlarmListView = {
  filters: AlarmListFilters
  page: number
  size: PageSize
  /** The alarm that is open beside the list. */
  alarm?: string | undefined
}

/** Parses a URL query. Invalid values are ignored. */
export function parseAlarmListQuery(query: URLSearchParams): AlarmListView {
  const findChoice = <Value extends string>(key: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(key))
  return {
    filters: {
      patient: parseQueryId(query, 'patient'),
      ward: parseQueryId(query, 'ward'),
      severity: findChoice('severity', alarmSeverities),
      state: findChoice('state', alarmStates),
      rule: findChoice('rule', alarmRules),
      from: parseQueryDay(query, 'from'),
      to: parseQueryDay(query, 'to'),
    },
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? pageSizes[0],
    alarm: parseQueryId(query, 'alarm'),
  }
}

/** The shortest URL query that holds the state. */
export function formatAlarmListQuery({ filters, page, size, alarm }: AlarmListView): string {
  const query = new URLSearchParams()
  const { patient, ward, severity, state, rule, from, to } = filters
  const said = { patient, ward, severity, state, rule, from, to, alarm }
  for (const [key, value] of Object.entries(said)) if (value !== undefined) query.set(key, value)
  if (page !== 1) query.set('page', String(page))
  if (size !== pageSizes[0]) query.set('size', String(size))
  return query.toString()
}

/** The request to the API for this state. */
export function toAlarmListRequest({ filters, page, size }: AlarmListView) {
  const { patient, from, to, ...rest } = filters
  return {
    ...rest,
    patient_id: patient,
    from: from && toMidnightInstant(from, 0),
    to: to && toMidnightInstant(to, 1),
    page,
    number_of_rec: size,
  }
}

export const reportDays = [7, 30, 90] as const

/** The span of the report: the last so many days up to now, or from one day to another, both inclusive. */
export type Span = { days: (typeof reportDays)[number] } | { from: string; to: string }

export function parseSpan(query: URLSearchParams): Span {
  const from = parseQueryDay(query, 'from')
  const to = parseQueryDay(query, 'to')
  if (from !== undefined && to !== undefined && from <= to) return { from, to }
  return { days: reportDays.find((days) => String(days) === query.get('days')) ?? reportDays[0] }
}

export function formatSpan(span: Span): string {
  if ('from' in span) return new URLSearchParams(span).toString()
  return span.days === reportDays[0] ? '' : `days=${span.days}`
}

/** The instants of a span. `now` is in milliseconds; whole days, and today up to now. */
export function toSpanInstants(span: Span, now: number): { from: string; to: string } {
  if ('from' in span) return { from: toMidnightInstant(span.from, 0), to: toMidnightInstant(span.to, 1) }
  const today = toHospitalDate(new Date(now))
  return { from: toMidnightInstant(today, 1 - span.days), to: toMidnightInstant(today, 1) }
}

/** The midnight in the hospital's time zone at which a day begins. */
function toMidnightInstant(day: string, daysLater: number): string {
  return getHospitalMidnight(day, daysLater).toISOString()
}
