import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import {
  PatientChangeList,
  patientHistoryQuery,
  SectionFilter,
} from '../../features/patients/record/history/patient-change-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'

export function PatientHistoryPage() {
  const { t } = useTranslation(['patient-record', 'patients'])
  const patientsCrumb = usePatientsCrumb()
  const patient = useOutletContext<Patient>()
  const { state, change } = useUrlState(patientHistoryQuery)
  return (
    <>
      <PageHeader title={t('patients:section.history')} crumbs={[patientsCrumb]}>
        <SectionFilter section={state.section} onSection={(section) => change({ section, page: 1 })} />
      </PageHeader>
      <PatientChangeList patientId={patient._id} view={state} onChange={change} />
    </>
  )
}
