import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { formatQuery, type QueryCodec } from './query-codec.ts'

/** `page`: where the shown page begins. `open`: id of the record that is open beside the list. */
type ListParams = { page?: unknown; open?: string | undefined }

/** The state of a list: what its URL query holds, and the search text, which no URL holds. */
export type ListView<Params> = Params & { text: string }

/** Any change but that of the open record leads to the first page, with nothing open beside it. */
export type ChangeView<View> = (changed: Partial<View>, options?: { isTyping?: boolean }) => void

type SearchText = {
  text: string
  /** Stores a new text; returns the state of the entry in the browser's history that shows what was found. */
  store: (text: string) => unknown
}

/** The state of a list, which the URL query holds: Back and Forward, a reload and a copied link restore it. */
export function useListView<Params extends ListParams>(
  codec: QueryCodec<Params>,
  search: SearchText = { text: '', store: () => undefined },
): { view: ListView<Params>; change: ChangeView<ListView<Params>> } {
  const { key: entry } = useLocation()
  const arrival = useNavigationType()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const inQuery: ListView<Params> = { ...codec.parse(query), text: search.text }
  // The URL changes a moment later: a second choice made before then must not undo the first.
  const [chosen, setChosen] = useState<{ view: ListView<Params>; after: string }>()
  const view = chosen?.view ?? inQuery

  const listed = ({ text, ...params }: ListView<Params>) =>
    `${formatQuery(codec, { ...params, open: undefined } as unknown as Params)} ${text}`
  const hasArrived =
    chosen !== undefined && chosen.after !== entry && (arrival === 'POP' || listed(inQuery) === listed(view))
  useEffect(() => {
    if (hasArrived) setChosen(undefined)
  }, [hasArrived])

  const change: ChangeView<ListView<Params>> = (changed, { isTyping = false } = {}) => {
    const firstPage = { page: codec.parse(new URLSearchParams()).page, open: undefined }
    const next = { ...view, ...('open' in changed ? {} : firstPage), ...changed }
    setChosen({ view: next, after: entry })
    void navigate(
      { search: formatQuery(codec, next) },
      { state: search.store(next.text), replace: isTyping, preventScrollReset: next.page === view.page },
    )
  }
  return { view, change }
}
