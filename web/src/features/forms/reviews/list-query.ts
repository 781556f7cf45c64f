import { paging, type QueryValue, queryCodec } from '../../../ui/list/query-codec.ts'

export const reviewsQuery = queryCodec({ filters: queryCodec({}), ...paging })
export type ReviewsView = QueryValue<typeof reviewsQuery>
