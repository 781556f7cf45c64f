import { useSearchParams } from 'react-router'
import { AlarmBurden } from '../../features/alarms/notifications/alarm-burden.tsx'
import { formatSpan, parseSpan } from '../../features/alarms/notifications/list-query.ts'

/** The URL holds the span of the report. */
export function AlarmBurdenPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <AlarmBurden span={parseSpan(query)} onSpan={(span) => setQuery(formatSpan(span), { replace: true })} />
  )
}
