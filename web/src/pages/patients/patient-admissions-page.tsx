import type { Patient } from 'contract'
import { useOutletContext, useSearchParams } from 'react-router'
import { PatientAdmissions } from '../../features/admissions/patient-admissions.tsx'

/** The URL says whether the form of an admission is open: a registration can lead to it. */
export function PatientAdmissionsPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <PatientAdmissions
      patient={useOutletContext<Patient>()}
      isAdmitting={query.get('admit') === 'yes'}
      onAdmitting={(isAdmitting) => setQuery(isAdmitting ? { admit: 'yes' } : {}, { replace: true })}
    />
  )
}
