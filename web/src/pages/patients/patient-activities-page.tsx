import type { Patient } from 'contract'
import { useOutletContext, useSearchParams } from 'react-router'
import { ReadingsScreen } from '../../features/readings/readings-screen.tsx'

export function PatientActivitiesPage() {
  const patient = useOutletContext<Patient>()
  const [query, setQuery] = useSearchParams()
  return (
    <ReadingsScreen
      name="activities"
      patient={patient}
      query={query}
      onQuery={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
    />
  )
}
