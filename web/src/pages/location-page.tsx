import { useSearchParams } from 'react-router'
import { Places } from '../features/location/places.tsx'
import { idIn } from '../ui/query-values.ts'

/** The address says which ward is looked at; whose name is sought stays out of it. */
export function LocationPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <Places
      ward={idIn(query, 'ward')}
      onWard={(next) => setQuery(next ? { ward: next } : {}, { replace: true, preventScrollReset: true })}
    />
  )
}
