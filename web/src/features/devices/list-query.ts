import { deviceKinds, deviceStatuses, type devices, type Input } from 'contract'
import {
  choice,
  flag,
  id,
  knownValue,
  optional,
  paging,
  type QueryValue,
  queryCodec,
  yesOrNo,
} from '../../ui/list/query-codec.ts'
import type { ListView } from '../../ui/list/use-list-view.ts'

/** `never`: the device has sent nothing yet. */
export const deviceStatusFilters = [...deviceStatuses, 'never'] as const

/** The search text, which may be a person's name, is in no URL. */
export const deviceListQuery = queryCodec({
  filters: queryCodec({
    kind: optional('kind', knownValue(deviceKinds)),
    status: optional('status', knownValue(deviceStatusFilters)),
    is_worn: yesOrNo('worn'),
    patient: optional('patient', id),
    with_retired: flag('retired'),
  }),
  ...paging,
})
export type DeviceListView = ListView<QueryValue<typeof deviceListQuery>>

export function toDeviceListRequest({ text, filters, page, size }: DeviceListView) {
  const { patient, ...others } = filters
  return {
    search_value: text,
    page,
    number_of_rec: size,
    ...others,
    patient_id: patient,
  } satisfies Input<typeof devices.list>
}

const transactionTabs = ['devices', 'box'] as const
const hashPattern = /^[0-9a-f]{64}$/

/** `open`: hash of the box's message that is open beside the list. */
export const transactionsQuery = queryCodec({
  tab: choice('tab', transactionTabs),
  filters: queryCodec({
    device: optional('device', id),
    patient: optional('patient', id),
    is_open: flag('open'),
  }),
  open: optional('message', (text) => (hashPattern.test(text) ? text : undefined)),
  ...paging,
})
export type TransactionsView = ListView<QueryValue<typeof transactionsQuery>>

export const inboxQuery = queryCodec({
  filters: queryCodec({ device: optional('device', id) }),
  ...paging,
})
export type InboxView = QueryValue<typeof inboxQuery>
