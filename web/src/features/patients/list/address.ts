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
import { wardsIn } from '../../../ui/list/query-values.ts'
import type { Sort } from '../../../ui/list/record-table.tsx'

export type SearchField = (typeof patientSearchFields)[number]
export type SortField = (typeof patientSortFields)[number]

/** The state of the list. */
export type View = {
  /** Search text with names, numbers or phones of patients: never part of a URL. */
  text: string
  field: SearchField
  filters: PatientFilters
  sort: Sort<SortField> | undefined
  page: number
  size: PageSize
}

export type AddressedView = Omit<View, 'text'>

const shortestSize = pageSizes[0]
export const deviceFilters = [...deviceStatuses, 'none'] as const

const known = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

/** An empty selection means no filter. */
export const someOf = <Value>(values: readonly Value[]) => (values.length > 0 ? [...values] : undefined)

/** Parses the URL query of the list. Invalid values are ignored. */
export function readAddress(query: URLSearchParams): AddressedView {
  const page = Number(query.get('page'))
  const [, descending, sorted] = /^(-?)(.*)$/.exec(query.get('sort') ?? '') ?? []
  const sortField = known(patientSortFields, sorted ?? null)
  return {
    field: known(patientSearchFields, query.get('field')) ?? 'any',
    filters: {
      in_hospital: { in: true, out: false }[query.get('stay') ?? ''],
      ward: someOf(wardsIn(query, 'ward')),
      triage_level: someOf(triageLevels.filter((level) => query.getAll('triage').includes(level))),
      gender: someOf(genders.filter((gender) => query.getAll('sex').includes(gender))),
      notify_status: known(notifyStatuses, query.get('notify')),
      device_status: known(deviceFilters, query.get('device')),
    },
    sort: sortField && { field: sortField, order: descending ? 'desc' : 'asc' },
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    size: pageSizes.find((size) => String(size) === query.get('size')) ?? shortestSize,
  }
}

/** The shortest URL query that holds the state. */
export function writeAddress({ field, filters, sort, page, size }: AddressedView): string {
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
export function questionOf({ text, field, filters, sort }: Omit<View, 'page' | 'size'>) {
  return {
    search_field: field,
    search_value: text,
    filterLists: filters,
    ...(sort && { sort_field: sort.field, sort_order: sort.order }),
  } satisfies Input<typeof patients.exportList>
}
