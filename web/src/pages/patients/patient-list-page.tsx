import {
  formatPatientListQuery,
  type PatientListView,
  parsePatientListQuery,
} from '../../features/patients/list/list-query.ts'
import { PatientList } from '../../features/patients/list/patient-list.tsx'
import { useListView } from '../../session/use-list-view.ts'

export function PatientListPage() {
  const { view, change } = useListView<PatientListView>({
    list: 'patient-list',
    read: parsePatientListQuery,
    write: formatPatientListQuery,
  })
  return <PatientList view={view} onChange={change} />
}
