import { alarmRules, alarmSeverities, alarmStates } from 'contract'
import { getHospitalMidnight, toHospitalDate } from '../../../ui/date/dates.ts'
import {
  day,
  id,
  oneOf,
  optional,
  paging,
  type QueryCodec,
  type QueryValue,
  queryCodec,
} from '../../../ui/list/query-codec.ts'

/** The days are those of the hospital, both inclusive. `open` is the alarm that is open beside the list. */
export const alarmListQuery = queryCodec({
  filters: queryCodec({
    patient: optional('patient', id),
    ward: optional('ward', id),
    severity: optional('severity', oneOf(alarmSeverities)),
    state: optional('state', oneOf(alarmStates)),
    rule: optional('rule', oneOf(alarmRules)),
    from: optional('from', day),
    to: optional('to', day),
  }),
  open: optional('alarm', id),
  ...paging,
})

export type AlarmListView = QueryValue<typeof alarmListQuery>
export type AlarmListFilters = AlarmListView['filters']

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
function toMidnightInstant(day: string, daysLater: number): string {
  return getHospitalMidnight(day, daysLater).toISOString()
}
