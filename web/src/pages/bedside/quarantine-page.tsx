import { quarantineQuery } from '../../features/ingest/list-query.ts'
import { Quarantine } from '../../features/ingest/quarantine.tsx'
import { useListView } from '../../ui/list/use-list-view.ts'

export function QuarantinePage() {
  const { view, change } = useListView(quarantineQuery)
  return <Quarantine view={view} onChange={change} />
}
