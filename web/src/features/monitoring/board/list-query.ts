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
  knownValue,
  optional,
  paging,
  type QueryValue,
  queryCodec,
  several,
  sortOrder,
} from '../../../ui/list/query-codec.ts'

export const boardDevices = [...deviceStatuses, 'none'] as const

const boardWard = (text: string) => BoardWard.safeParse(text).data

const savedParts = {
  ward: optional('ward', boardWard),
  filters: queryCodec({
    alarm: optional('alarm', knownValue(boardAlarms)),
    triage_level: several('triage', knownValue(triageLevels)),
    device_status: optional('device', knownValue(boardDevices)),
    is_unobserved: flag('unobserved'),
    place: optional('place', knownValue(placeKinds)),
  }),
  sort: sortOrder(wardBoardSorts),
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
