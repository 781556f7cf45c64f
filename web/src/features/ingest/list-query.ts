import { quarantineReasons } from 'contract'
import { flag, knownValue, optional, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'

export const quarantineQuery = queryCodec({
  filters: queryCodec({
    reason: optional('reason', knownValue(quarantineReasons)),
    with_resolved: flag('settled'),
  }),
  ...paging,
})
export type QuarantineView = QueryValue<typeof quarantineQuery>
