import { readAddress, type View, writeAddress } from '../../features/patients/list/address.ts'
import { PatientList } from '../../features/patients/list/patient-list.tsx'
import { useListView } from '../../session/use-list-view.ts'

export function PatientListPage() {
  const { view, change } = useListView<View>({
    list: 'patient-list',
    read: readAddress,
    write: writeAddress,
  })
  return <PatientList view={view} onChange={change} />
}
