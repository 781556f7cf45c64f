import { useSearchParams } from 'react-router'
import { CensusScreen } from '../../features/census/census-report.tsx'
import { formatQuery, id, optional, queryCodec } from '../../ui/list/query-codec.ts'
import { spanQuery } from '../../ui/list/report-span.ts'

const censusQuery = queryCodec({ span: spanQuery, ward: optional('ward', id) })

/** The URL holds the span and the ward of the report. */
export function CensusPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <CensusScreen
      {...censusQuery.parse(query)}
      onChange={(view) => setQuery(formatQuery(censusQuery, view), { replace: true })}
    />
  )
}
