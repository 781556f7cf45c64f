import type { Patient } from 'contract'
import { useOutletContext, useSearchParams } from 'react-router'
import { SpanFluids } from '../../features/fluids/span-fluids.tsx'
import { FlowsheetScreen } from '../../features/readings/flowsheet/flowsheet-screen.tsx'

export function PatientFlowsheetPage() {
  const patient = useOutletContext<Patient>()
  const [query, setQuery] = useSearchParams()
  return (
    <FlowsheetScreen
      patient={patient}
      drawFluids={(span, isPrinted) => (
        <SpanFluids patientId={patient._id} span={span} isPrinted={isPrinted} />
      )}
      query={query}
      onQuery={(next) => setQuery(next, { replace: true, preventScrollReset: true })}
    />
  )
}
