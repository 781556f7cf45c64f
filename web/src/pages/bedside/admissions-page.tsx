import { AdmissionList } from '../../features/admissions/admission-list.tsx'
import { admissionsQuery } from '../../features/admissions/list-query.ts'
import { useSearchedList } from '../../session/use-searched-list.ts'

export function AdmissionsPage() {
  const { view, change } = useSearchedList('admissions', admissionsQuery)
  return <AdmissionList view={view} onChange={change} />
}
