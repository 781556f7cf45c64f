import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router'
import { readAddress, type View, writeAddress } from '../features/patient-list/address.ts'
import { type ChangeView, PatientList } from '../features/patient-list/patient-list.tsx'
import { keepSearch, type Searched, searchedIn } from '../features/patient-list/searched.ts'
import { useUser } from '../shell/signed-in.tsx'

/** The address says what is looked at, but for what is searched: that travels beside it, unseen. */
export function PatientListPage() {
  const { _id: owner } = useUser()
  const { key: entry, state } = useLocation()
  const arrival = useNavigationType()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const addressed: View = { ...readAddress(query), text: searchedIn(state, owner, arrival) }
  // The address follows a moment later: a second choice made meanwhile must not undo the first.
  const [chosen, setChosen] = useState<{ view: View; after: string }>()
  const view = chosen?.view ?? addressed

  const hasArrived =
    chosen !== undefined &&
    chosen.after !== entry &&
    (arrival === 'POP' || (writeAddress(addressed) === writeAddress(view) && addressed.text === view.text))
  useEffect(() => {
    if (hasArrived) setChosen(undefined)
  }, [hasArrived])

  const change: ChangeView = (changed, { isTyping = false } = {}) => {
    const next = { ...view, page: 1, ...changed }
    const searched: Searched = { owner, text: next.text }
    setChosen({ view: next, after: entry })
    keepSearch(searched)
    void navigate(
      { search: writeAddress(next) },
      { state: searched, replace: isTyping, preventScrollReset: next.page === view.page },
    )
  }
  return <PatientList view={view} onChange={change} />
}
