import { useSearchParams } from 'react-router'
import { HospitalRecords } from '../../features/hospitals/hospital-records.tsx'
import { parseQueryId } from '../../ui/list/query-values.ts'

/** One's own hospital, or the one in the URL. */
export function HospitalPage() {
  const [query] = useSearchParams()
  return <HospitalRecords id={parseQueryId(query, 'hospital')} />
}
