import type { Patient } from 'contract'
import { useOutletContext, useSearchParams } from 'react-router'
import { PatientAdmissions } from '../../features/admissions/patient-admissions.tsx'

/** The URL says whether the form of an admission is open, and with which referral: other screens can lead to it. */
export function PatientAdmissionsPage() {
  const [query, setQuery] = useSearchParams()
  return (
    <PatientAdmissions
      patient={useOutletContext<Patient>()}
      referralId={query.get('referral')}
      isAdmitting={query.get('admit') === 'yes'}
      onAdmitting={(isAdmitting) => setQuery(isAdmitting ? { admit: 'yes' } : {}, { replace: true })}
    />
  )
}
