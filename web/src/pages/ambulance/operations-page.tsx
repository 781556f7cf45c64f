import { operationListQuery } from '../../features/fleet/list-query.ts'
import { OperationList } from '../../features/fleet/operation-list.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function OperationsPage() {
  const { view, change } = useSearchedList('operations', operationListQuery)
  return <OperationList view={view} onChange={change} />
}
