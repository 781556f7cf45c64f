import { useSearchParams } from 'react-router'
import { readSpan, writeSpan } from '../../features/alarms/notifications/address.ts'
import { AlarmBurden } from '../../features/alarms/notifications/burden.tsx'

/** The address says of which span the report is. */
export function AlarmBurdenPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <AlarmBurden span={readSpan(query)} onSpan={(span) => setQuery(writeSpan(span), { replace: true })} />
  )
}
