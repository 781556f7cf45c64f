import { useSearchParams } from 'react-router'
import { AlarmBurden } from '../../features/alarms/notifications/alarm-burden.tsx'
import { formatQuery } from '../../ui/list/query-codec.ts'
import { spanQuery } from '../../ui/list/report-span.ts'

/** The URL holds the span of the report. */
export function AlarmBurdenPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <AlarmBurden
      span={spanQuery.parse(query)}
      onSpan={(span) => setQuery(formatQuery(spanQuery, span), { replace: true })}
    />
  )
}
