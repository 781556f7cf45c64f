import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { RegistrationForm } from '../../features/patients/register/registration-form.tsx'
import { formatPatientAdmissionsPath, formatPatientPath, formatTriagePath } from '../../paths.ts'
import { useMay, useMayOpen } from '../../session/signed-in.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function RegisterPatientPage() {
  const { t } = useTranslation('patient-form')
  const patientsCrumb = usePatientsCrumb()
  const navigate = useNavigate()
  const mayAdmit = useMay('admission:manage')
  const mayReceive = useMay('queue:manage')
  const mayTriage = useMayOpen()('triage/:id') && mayReceive
  return (
    <>
      <PageHeader title={t('title')} crumbs={[patientsCrumb]} />
      <RegistrationForm
        steps={[...(mayAdmit ? (['admit'] as const) : []), ...(mayTriage ? (['triage'] as const) : [])]}
        onRegistered={(patientId, step) => {
          if (step === 'admit') void navigate(`${formatPatientAdmissionsPath(patientId)}?admit=yes`)
          else void navigate(step === 'triage' ? formatTriagePath(patientId) : formatPatientPath(patientId))
        }}
      />
    </>
  )
}
