import { type fleet, type Input, unitLevels, vehicleClasses, vehicleStatuses } from 'contract'
import { flag, knownValue, optional, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'
import type { ListView } from '../../ui/list/use-list-view.ts'

const with_inactive = flag('inactive')

/** The search text, which may be a person's name, is in no URL. */
export const vehicleListQuery = queryCodec({
  filters: queryCodec({
    class: optional('class', knownValue(vehicleClasses)),
    status: optional('status', knownValue(vehicleStatuses)),
    with_inactive,
  }),
  ...paging,
})
export type VehicleListView = ListView<QueryValue<typeof vehicleListQuery>>

export const teamListQuery = queryCodec({ filters: queryCodec({ with_inactive }), ...paging })
export type TeamListView = ListView<QueryValue<typeof teamListQuery>>

export const operationListQuery = queryCodec({
  filters: queryCodec({ unit_level: optional('level', knownValue(unitLevels)), with_inactive }),
  ...paging,
})
export type OperationListView = ListView<QueryValue<typeof operationListQuery>>

type ProfileView = { text: string; filters: object; page: number; size: number }

export function toListRequest<View extends ProfileView>({ text, filters, page, size }: View) {
  const request = { search_value: text, page, number_of_rec: size, ...(filters as View['filters']) }
  return request satisfies Input<typeof fleet.teams>
}
