import { useSearchParams } from 'react-router'
import { Places } from '../features/location/places.tsx'
import { pageSizes } from '../ui/pager.tsx'

/** The address says which part of the list is looked at. */
export function LocationPage() {
  const [query, setQuery] = useSearchParams()
  const asked = Number(query.get('page'))
  const page = Number.isSafeInteger(asked) && asked > 0 ? asked : 1
  const size = pageSizes.find((one) => String(one) === query.get('size')) ?? pageSizes[1]
  const show = (next: { page: number; size: number }) =>
    setQuery({
      ...(next.page > 1 && { page: String(next.page) }),
      ...(next.size !== pageSizes[1] && { size: String(next.size) }),
    })
  return (
    <Places
      page={page}
      size={size}
      onPage={(to) => show({ page: to, size })}
      onSize={(to) => show({ page: 1, size: to })}
    />
  )
}
