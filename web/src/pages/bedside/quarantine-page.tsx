import { Quarantine } from '../../features/ingest/quarantine.tsx'
import { useQueryState } from '../../ui/list/use-query-state.ts'

export function QuarantinePage() {
  const { page, size, said, change } = useQueryState(['reason', 'settled'])
  return <Quarantine filters={said} page={page} size={size} onChange={change} />
}
