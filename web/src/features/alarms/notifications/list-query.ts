import { alarmRules, alarmSeverities, alarmStates } from 'contract'
import {
  day,
  id,
  knownValue,
  optional,
  paging,
  type QueryValue,
  queryCodec,
} from '../../../ui/list/query-codec.ts'
import { toMidnightInstant } from '../../../ui/list/report-span.ts'

/** The days are those of the hospital, both inclusive. `open` is the alarm that is open beside the list. */
export const alarmListQuery = queryCodec({
  filters: queryCodec({
    patient: optional('patient', id),
    ward: optional('ward', id),
    severity: optional('severity', knownValue(alarmSeverities)),
    state: optional('state', knownValue(alarmStates)),
    rule: optional('rule', knownValue(alarmRules)),
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
