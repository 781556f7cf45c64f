import { patientListQuery } from '../../features/patients/list/list-query.ts'
import { PatientList } from '../../features/patients/list/patient-list.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'
import { PatientViewSwitch } from './patient-view-switch.tsx'

export function AllPatientsPage() {
  const { view, change } = useSearchedList('patient-list', patientListQuery)
  return <PatientList view={view} onChange={change} viewSwitch={<PatientViewSwitch current="all" />} />
}
