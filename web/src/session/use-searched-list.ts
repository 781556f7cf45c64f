import { useLocation, useNavigationType } from 'react-router'
import type { QueryCodec } from '../ui/list/query-codec.ts'
import { useListView } from '../ui/list/use-list-view.ts'
import { useUser } from './signed-in.tsx'
import { pickSearchText, type StoredSearch, storeSearch } from './stored-search.ts'

/**
 * The state of a list that is searched for people. Names and numbers belong in no URL: the text is stored in the
 * browser's history and, under `list`, in this tab.
 */
export function useSearchedList<Params extends { page: number }>(list: string, codec: QueryCodec<Params>) {
  const { _id: owner } = useUser()
  const { state } = useLocation()
  const arrival = useNavigationType()
  return useListView(codec, {
    text: pickSearchText(list, state, owner, arrival),
    store(text): StoredSearch {
      const searched = { owner, text }
      storeSearch(list, searched)
      return searched
    },
  })
}
