import type { Patient } from 'contract'
import { useOutletContext, useSearchParams } from 'react-router'
import { ReadingsScreen } from '../../features/readings/readings-screen.tsx'

export function PatientBodyDataPage() {
  const patient = useOutletContext<Patient>()
  const [query, setQuery] = useSearchParams()
  return (
    <ReadingsScreen
      name="body-data"
      patient={patient}
      query={query}
      onQuery={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
    />
  )
}
