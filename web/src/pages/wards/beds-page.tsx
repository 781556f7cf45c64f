import { BedMap } from '../../features/beds/bed-map.tsx'
import { bedMapQuery } from '../../features/beds/list-query.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

/** The URL holds the ward and the filters. */
export function BedsPage() {
  const { state, change } = useUrlState(bedMapQuery)
  return <BedMap view={state} onChange={change} />
}
