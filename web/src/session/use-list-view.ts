import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { useUser } from './signed-in.tsx'
import { pickSearchText, type StoredSearch, storeSearch } from './stored-search.ts'

type SearchedPage = { text: string; page: number }

export type ChangeView<View extends SearchedPage> = (
  changed: Partial<View>,
  options?: { isTyping?: boolean },
) => void

type ListQueryCodec<View extends SearchedPage> = {
  /** Key of the list in this tab's session storage. */
  list: string
  read: (query: URLSearchParams) => Omit<View, 'text'>
  write: (view: Omit<View, 'text'>) => string
}

/** The state of a list. The URL holds it, except the search text, which is stored outside the URL. */
export function useListView<View extends SearchedPage>({ list, read, write }: ListQueryCodec<View>) {
  const { _id: owner } = useUser()
  const { key: entry, state } = useLocation()
  const arrival = useNavigationType()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const addressed = { ...read(query), text: pickSearchText(list, state, owner, arrival) } as View
  // The URL changes a moment later: a second choice made before then must not undo the first.
  const [chosen, setChosen] = useState<{ view: View; after: string }>()
  const view = chosen?.view ?? addressed

  const hasArrived =
    chosen !== undefined &&
    chosen.after !== entry &&
    (arrival === 'POP' || (write(addressed) === write(view) && addressed.text === view.text))
  useEffect(() => {
    if (hasArrived) setChosen(undefined)
  }, [hasArrived])

  const change: ChangeView<View> = (changed, { isTyping = false } = {}) => {
    const next = { ...view, page: 1, ...changed }
    const searched: StoredSearch = { owner, text: next.text }
    setChosen({ view: next, after: entry })
    storeSearch(list, searched)
    void navigate(
      { search: write(next) },
      { state: searched, replace: isTyping, preventScrollReset: next.page === view.page },
    )
  }
  return { view, change }
}
