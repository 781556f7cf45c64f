import { useSearchParams } from 'react-router'
import { MonitoringWall, severityFilters, type WallView, wallSorts } from '../../features/monitoring/wall.tsx'
import { parseQueryWards } from '../../ui/list/query-values.ts'

/** The URL holds the filters of the wall. */
export function MonitoringPage() {
  const [query, setQuery] = useSearchParams()
  const view: WallView = {
    ward: parseQueryWards(query, 'ward')[0],
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
  return <MonitoringWall view={view} onChange={change} />
}
