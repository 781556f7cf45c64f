import { departments, stayOutcomes } from 'contract'
import {
  choice,
  day,
  id,
  knownValue,
  optional,
  paging,
  type QueryValue,
  queryCodec,
} from '../../ui/list/query-codec.ts'

export const stayStates = ['in', 'left', 'voided', 'all'] as const

export type StayState = (typeof stayStates)[number]

export const admissionsQuery = queryCodec({
  state: choice('state', stayStates),
  filters: queryCodec({
    ward: optional('ward', id),
    department: optional('department', knownValue(departments)),
    outcome: optional('outcome', knownValue(stayOutcomes)),
    from: optional('from', day),
    to: optional('to', day),
  }),
  ...paging,
})
export type AdmissionsView = QueryValue<typeof admissionsQuery>
