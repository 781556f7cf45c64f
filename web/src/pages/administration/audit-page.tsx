import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import {
  type AuditListView,
  formatAuditListQuery,
  parseAuditListQuery,
} from '../../features/audit/list-query.ts'

/** The URL holds the state of the trail: ids, codes and days, and no names. */
export function AuditPage() {
  const { key: entry } = useLocation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const view = parseAuditListQuery(query)
  // The URL is updated a moment later: a second choice made meanwhile must not undo the first.
  const chosen = useRef<AuditListView>(undefined)
  useEffect(() => {
    if (entry) chosen.current = undefined
  }, [entry])

  const change = (changed: Partial<AuditListView>) => {
    const next = { ...(chosen.current ?? view), ...changed }
    chosen.current = next
    void navigate({ search: formatAuditListQuery(next) }, { preventScrollReset: 'entry' in changed })
  }
  return <AuditTrail view={view} onChange={change} />
}
