import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import { auditListQuery } from '../../features/audit/list-query.ts'
import { useListView } from '../../ui/list/use-list-view.ts'

/** The URL holds the state of the trail: ids, codes and days, and no names. */
export function AuditPage() {
  const { view, change } = useListView(auditListQuery)
  return <AuditTrail view={view} onChange={change} />
}
