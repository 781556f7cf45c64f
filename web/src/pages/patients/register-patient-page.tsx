import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { RegistrationForm } from '../../features/patients/register/registration-form.tsx'
import { patientListPath, patientPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function RegisterPatientPage() {
  const { t } = useTranslation(['patient-form', 'app'])
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('app:patient-list'), to: patientListPath }]} />
      <RegistrationForm onRegistered={(patientId) => void navigate(patientPath(patientId))} />
    </>
  )
}
