import {
  deviceStatuses,
  genders,
  type Input,
  notifyStatuses,
  type PatientFilters,
  patientSearchFields,
  patientSortFields,
  type patients,
  triageLevels,
} from 'contract'
import { type PageSize, pageSizes } from '../../../ui/list/pager.tsx'
import { findChoice, parseQueryWards, toOptionalList } from '../../../ui/list/query-values.ts'
import type { Sort } from '../../../ui/list/record-table.tsx'

export type PatientSearchField = (typeof patientSearchFields)[number]
export type PatientSortField = (typeof patientSortFields)[number]

/** The state of the list. */
export type PatientListView = {
  /** Search text with names, numbers or phones of patients: never part of a URL. */
  text: string
  field: PatientSearchField
  filters: PatientFilters
  sort: Sort<PatientSortField> | undefined
  page: number
  size: PageSize
}

export type PatientListParams = Omit<PatientListView, 'text'>

const shortestSize = pageSizes[0]
export const deviceFilters = [...deviceStatuses, 'none'] as const

/** Parses the URL query of the list. Invalid values are ignored. */
export function parsePatientListQuery(query: URLSearchParams): PatientListParams {
  const page = Number(query.get('page'))
  const [, descending, sorted] = /^(-?)(.*)$/.exec(query.get('sort') ?? '') ?? []
  const sortField = findChoice(patientSortFields, sorted ?? null)
  return {
    field: findChoice(patientSearchFields, query.get('field')) ?? 'any',
    filters: {
      in_hospital: { in: true, out: false }[query.get('stay') ?? ''],
      ward: toOptionalList(parseQueryWards(query, 'ward')),
      triage_level: toOptionalList(triageLevels.filter((level) => query.getAll('triage').includes(level))),
      gender: toOptionalList(genders.filter((gender) => query.getAll('sex').includes(gender))),
      notify_status: findChoice(notifyStatuses, query.get('notify')),
      device_status: findChoice(deviceFilters, query.get('device')),
    },
    sort: sortField && { field: sortField, order: descending ? 'desc' : 'asc' },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? shortestSize,
  }
}

/** The shortest URL query that holds the state. */
export function formatPatientListQuery({ field, filters, sort, page, size }: PatientListParams): string {
  const query = new URLSearchParams()
  if (field !== 'any') query.set('field', field)
  if (filters.in_hospital !== undefined) query.set('stay', filters.in_hospital ? 'in' : 'out')
  for (const id of filters.ward ?? []) query.append('ward', id)
  for (const level of filters.triage_level ?? []) query.append('triage', level)
  for (const gender of filters.gender ?? []) query.append('sex', gender)
  if (filters.notify_status) query.set('notify', filters.notify_status)
  if (filters.device_status) query.set('device', filters.device_status)
  if (sort) query.set('sort', `${sort.order === 'desc' ? '-' : ''}${sort.field}`)
  if (size !== shortestSize) query.set('size', String(size))
  if (page !== 1) query.set('page', String(page))
  return query.toString()
}

/** The request for the whole list, without paging, as an export sends it. */
export function toPatientListRequest({ text, field, filters, sort }: Omit<PatientListView, 'page' | 'size'>) {
  return {
    search_field: field,
    search_value: text,
    filterLists: filters,
    ...(sort && { sort_field: sort.field, sort_order: sort.order }),
  } satisfies Input<typeof patients.exportList>
}
