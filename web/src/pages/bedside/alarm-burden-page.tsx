import { useSearchParams } from 'react-router'
import { AlarmBurden } from '../../features/alarms/notifications/alarm-burden.tsx'
import { spanQuery } from '../../features/alarms/notifications/list-query.ts'
import { formatQuery } from '../../ui/list/query-codec.ts'

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
