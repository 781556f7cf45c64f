import { appraisalStates, formStates } from 'contract'
import { knownValue, optional, paging, type QueryValue, queryCodec } from '../../../ui/list/query-codec.ts'

/** The search text, which may be a patient's HN, is in no URL. */
export const recordsQuery = queryCodec({
  filters: queryCodec({
    state: optional('state', knownValue(formStates)),
    appraisal: optional('appraisal', knownValue(appraisalStates)),
  }),
  ...paging,
})
export type RecordsView = QueryValue<typeof recordsQuery> & { text: string }
