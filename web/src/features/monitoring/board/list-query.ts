import {
  BoardWard,
  boardAlarms,
  deviceStatuses,
  type Input,
  type monitoring,
  placeKinds,
  triageLevels,
  wardBoardSorts,
} from 'contract'
import {
  flag,
  oneOf,
  optional,
  paging,
  type QueryValue,
  queryCodec,
  several,
  sortedBy,
} from '../../../ui/list/query-codec.ts'

export const boardDevices = [...deviceStatuses, 'none'] as const

const boardWard = (text: string) => BoardWard.safeParse(text).data

const savedParts = {
  ward: optional('ward', boardWard),
  filters: queryCodec({
    alarm: optional('alarm', oneOf(boardAlarms)),
    triage_level: several('triage', oneOf(triageLevels)),
    device_status: optional('device', oneOf(boardDevices)),
    is_unobserved: flag('unobserved'),
    place: optional('place', oneOf(placeKinds)),
  }),
  sort: sortedBy(wardBoardSorts),
}

/** What a user can save under a name. */
export const savedWardBoardQuery = queryCodec(savedParts)
export const wardBoardQuery = queryCodec({ ...savedParts, page: paging.page })

export type WardBoardView = QueryValue<typeof wardBoardQuery>
export type WardBoardSort = (typeof wardBoardSorts)[number]

/** The request for the whole board, without paging, as an export sends it. */
export function toWardBoardRequest({ ward, filters, sort }: WardBoardView) {
  return {
    ...(ward && { ward }),
    filterLists: filters,
    ...(sort && { sort_field: sort.field, sort_order: sort.order }),
  } satisfies Input<typeof monitoring.exportWardBoard>
}
