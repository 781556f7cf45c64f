import type { Patient } from 'contract'
import { useOutletContext, useSearchParams } from 'react-router'
import { FlowsheetScreen } from '../../features/readings/flowsheet/flowsheet-screen.tsx'

export function PatientFlowsheetPage() {
  const patient = useOutletContext<Patient>()
  const [query, setQuery] = useSearchParams()
  return (
    <FlowsheetScreen
      patient={patient}
      query={query}
      onQuery={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
    />
  )
}
