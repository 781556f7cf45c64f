import { patientListQuery, savedPatientListQuery } from '../../features/patients/list/list-query.ts'
import { PatientList } from '../../features/patients/list/patient-list.tsx'
import { SavedViews } from '../../features/saved-views/saved-views.tsx'
import { useSearchedList } from '../../session/use-searched-list.ts'
import { formatQuery } from '../../ui/list/query-codec.ts'
import { PatientViewSwitch } from './patient-view-switch.tsx'

export function AllPatientsPage() {
  const { view, change } = useSearchedList('patient-list', patientListQuery)
  return (
    <PatientList
      view={view}
      onChange={change}
      viewSwitch={<PatientViewSwitch current="all" />}
      savedViews={
        <SavedViews
          list="patients"
          query={formatQuery(savedPatientListQuery, view)}
          onOpen={(query) => change({ ...savedPatientListQuery.parse(new URLSearchParams(query)), text: '' })}
        />
      }
    />
  )
}
