import { useSearchParams } from 'react-router'
import { Places } from '../features/location/places.tsx'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The address says which ward is looked at; whose name is sought stays out of it. */
export function LocationPage() {
  const [query, setQuery] = useSearchParams()
  const ward = query.get('ward') ?? ''
  return (
    <Places
      ward={uuid.test(ward) ? ward : undefined}
      onWard={(next) => setQuery(next ? { ward: next } : {}, { replace: true, preventScrollReset: true })}
    />
  )
}
