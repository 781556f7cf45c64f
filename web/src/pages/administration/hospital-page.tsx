import { useSearchParams } from 'react-router'
import { HospitalRecords } from '../../features/hospitals/hospital-records.tsx'
import { parseQueryId } from '../../ui/list/query-values.ts'

/** One's own hospital, or the one that the address names. */
export function HospitalPage() {
  const [query] = useSearchParams()
  return <HospitalRecords id={parseQueryId(query, 'hospital')} />
}
