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

/**
 * Whether the URL query has `name=yes`, such as for a dialog that a link can open. A change leaves the rest as it is.
 */
export function useUrlFlag(name: string): [isOn: boolean, setOn: (isOn: boolean) => void] {
  const [query, setQuery] = useSearchParams()
  const setOn = (isOn: boolean) =>
    setQuery(
      (now) => {
        if (isOn) now.set(name, 'yes')
        else now.delete(name)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return [query.get(name) === 'yes', setOn]
}
