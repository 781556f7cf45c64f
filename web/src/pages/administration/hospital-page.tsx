import { useSearchParams } from 'react-router'
import { HospitalRecords } from '../../features/hospitals/hospital-records.tsx'
import { id, optional } from '../../ui/list/query-codec.ts'

const hospitalQuery = optional('hospital', id)

/** One's own hospital, or the one in the URL. */
export function HospitalPage() {
  const [query] = useSearchParams()
  return <HospitalRecords id={hospitalQuery.parse(query)} />
}
