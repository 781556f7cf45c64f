import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { RegistrationForm } from '../../features/patients/register/registration-form.tsx'
import { patientPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function RegisterPatientPage() {
  const { t } = useTranslation('patient-form')
  const patientsCrumb = usePatientsCrumb()
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('title')} crumbs={[patientsCrumb]} />
      <RegistrationForm onRegistered={(patientId) => void navigate(patientPath(patientId))} />
    </>
  )
}
