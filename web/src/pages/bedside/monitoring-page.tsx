import { MonitoringWall } from '../../features/monitoring/wall.tsx'
import { wallQuery } from '../../features/monitoring/wall-query.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

/** The URL holds the filters of the wall. */
export function MonitoringPage() {
  const { state, change } = useUrlState(wallQuery)
  return <MonitoringWall view={state} onChange={change} />
}
