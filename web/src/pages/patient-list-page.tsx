import { readAddress, type View, writeAddress } from '../features/patient-list/address.ts'
import { PatientList } from '../features/patient-list/patient-list.tsx'
import { useListView } from '../shell/use-list-view.ts'

export function PatientListPage() {
  const { view, change } = useListView<View>({
    list: 'patient-list',
    read: readAddress,
    write: writeAddress,
  })
  return <PatientList view={view} onChange={change} />
}
