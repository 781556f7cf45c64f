import { useSearchParams } from 'react-router'
import { severityFilters, Wall, type WallView, wallSorts } from '../features/monitoring/wall.tsx'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The address says what of the wall is looked at. */
export function MonitoringPage() {
  const [query, setQuery] = useSearchParams()
  const ward = query.get('ward') ?? ''
  const view: WallView = {
    ward: uuid.test(ward) ? ward : undefined,
    severity: severityFilters.find((one) => one === query.get('alarm')),
    sort: wallSorts.find((one) => one === query.get('sort')) ?? 'bed',
  }
  const change = (changed: Partial<WallView>) => {
    const next = { ...view, ...changed }
    setQuery(
      {
        ...(next.ward && { ward: next.ward }),
        ...(next.severity && { alarm: next.severity }),
        ...(next.sort !== 'bed' && { sort: next.sort }),
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return <Wall view={view} onChange={change} />
}
