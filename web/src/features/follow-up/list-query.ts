import { followUpKinds } from 'contract'
import { choice, flag, paging, type QueryValue, queryCodec } from '../../ui/list/query-codec.ts'
import { spanQuery } from '../../ui/list/report-span.ts'

/** The parts of the ambulance reports: the figures, and what is followed up. */
export const reportParts = ['figures', ...followUpKinds] as const

export const reportQuery = queryCodec({
  part: choice('part', reportParts),
  span: spanQuery,
  filters: queryCodec({ all: flag('all') }),
  ...paging,
})
export type ReportView = QueryValue<typeof reportQuery>
