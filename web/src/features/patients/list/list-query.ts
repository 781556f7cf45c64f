import {
  deviceStatuses,
  genders,
  type Input,
  notifyStatuses,
  patientSearchFields,
  patientSortFields,
  type patients,
  triageLevels,
} from 'contract'
import {
  choice,
  knownValue,
  optional,
  paging,
  type QueryValue,
  queryCodec,
  several,
  sortOrder,
  wardChoice,
  yesOrNo,
} from '../../../ui/list/query-codec.ts'
import type { ListView } from '../../../ui/list/use-list-view.ts'

export const deviceFilters = [...deviceStatuses, 'none'] as const

const savedParts = {
  filters: queryCodec({
    in_hospital: yesOrNo('stay', 'in', 'out'),
    ward: several('ward', wardChoice),
    triage_level: several('triage', knownValue(triageLevels)),
    gender: several('sex', knownValue(genders)),
    notify_status: optional('notify', knownValue(notifyStatuses)),
    device_status: optional('device', knownValue(deviceFilters)),
  }),
  sort: sortOrder(patientSortFields),
}

/** What a user can save under a name: not the search. */
export const savedPatientListQuery = queryCodec(savedParts)
export const patientListQuery = queryCodec({
  field: choice('field', patientSearchFields),
  ...savedParts,
  ...paging,
})

export type PatientListView = ListView<QueryValue<typeof patientListQuery>>
export type PatientSortField = (typeof patientSortFields)[number]

/** The request for the whole list, without paging, as an export sends it. */
export function toPatientListRequest({ text, field, filters, sort }: PatientListView) {
  return {
    search_field: field,
    search_value: text,
    filterLists: filters,
    ...(sort && { sort_field: sort.field, sort_order: sort.order }),
  } satisfies Input<typeof patients.exportList>
}
