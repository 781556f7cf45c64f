import { useSearchParams } from 'react-router'
import { formatQuery, type QueryCodec } from './list/query-codec.ts'

/** The state of a screen, which its URL query holds. A change replaces the entry in the browser's history. */
export function useUrlState<State>(codec: QueryCodec<State>) {
  const [query, setQuery] = useSearchParams()
  const state = codec.parse(query)
  const change = (changed: Partial<State>) =>
    setQuery(formatQuery(codec, { ...state, ...changed }), { replace: true, preventScrollReset: true })
  return { state, change }
}
