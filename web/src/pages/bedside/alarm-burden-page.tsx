import { useSearchParams } from 'react-router'
import { formatSpan, parseSpan } from '../../features/alarms/notifications/address.ts'
import { AlarmBurden } from '../../features/alarms/notifications/burden.tsx'

/** The address says of which span the report is. */
export function AlarmBurdenPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <AlarmBurden span={parseSpan(query)} onSpan={(span) => setQuery(formatSpan(span), { replace: true })} />
  )
}
