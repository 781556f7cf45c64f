import { useSearchParams } from 'react-router'
import { MissionReportScreen } from '../../features/mission-reports/mission-report.tsx'
import { formatQuery, queryCodec } from '../../ui/list/query-codec.ts'
import { spanQuery } from '../../ui/list/report-span.ts'

const reportQuery = queryCodec({ span: spanQuery })

/** The URL holds the span of the report. */
export function MissionReportsPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <MissionReportScreen
      span={reportQuery.parse(query).span}
      onSpan={(span) => setQuery(formatQuery(reportQuery, { span }), { replace: true })}
    />
  )
}
