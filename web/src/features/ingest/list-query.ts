import { quarantineReasons } from 'contract'
import { flag, oneOf, optional, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'

export const quarantineQuery = queryCodec({
  filters: queryCodec({
    reason: optional('reason', oneOf(quarantineReasons)),
    with_resolved: flag('settled'),
  }),
  ...paging,
})
export type QuarantineView = QueryValue<typeof quarantineQuery>
