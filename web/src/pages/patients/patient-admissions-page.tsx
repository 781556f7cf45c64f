import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { PatientAdmissions } from '../../features/admissions/patient-admissions.tsx'
import { patientListPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientAdmissionsPage() {
  const { t } = useTranslation(['patients', 'app'])
  const patient = useOutletContext<Patient>()
  return (
    <>
      <PageHeader
        title={t('section.admissions')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <PatientAdmissions patient={patient} />
    </>
  )
}
