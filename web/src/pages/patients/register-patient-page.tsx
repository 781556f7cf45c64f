import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { RegistrationForm } from '../../features/patients/register/registration-form.tsx'
import { patientAddress, patientListAddress } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function RegisterPatientPage() {
  const { t } = useTranslation(['patient-form', 'shell'])
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title={t('title')} crumbs={[{ label: t('shell:patient-list'), to: patientListAddress }]} />
      <RegistrationForm onRegistered={(patientId) => void navigate(patientAddress(patientId))} />
    </>
  )
}
