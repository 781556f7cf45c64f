import { appraisalStates, formStates } from 'contract'
import { oneOf, optional, paging, type QueryValue, queryCodec } from '../../../ui/list/query-codec.ts'

/** The search text, which may be a patient's HN, is in no URL. */
export const recordsQuery = queryCodec({
  filters: queryCodec({
    state: optional('state', oneOf(formStates)),
    appraisal: optional('appraisal', oneOf(appraisalStates)),
  }),
  ...paging,
})
export type RecordsView = QueryValue<typeof recordsQuery> & { text: string }
