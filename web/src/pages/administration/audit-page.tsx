import { useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { AuditTrail } from '../../features/audit/audit-trail.tsx'
import {
  type AuditListView,
  formatAuditListQuery,
  parseAuditListQuery,
} from '../../features/audit/list-query.ts'

/** The address says what of the trail is looked at: ids, codes and days, and nobody's name. */
export function AuditPage() {
  const { key: entry } = useLocation()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const view = parseAuditListQuery(query)
  // The address follows a moment later: a second choice made meanwhile must not undo the first.
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
