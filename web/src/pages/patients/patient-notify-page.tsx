import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { usePatientsCrumb } from '../../clinical/use-patients-crumb.ts'
import { NotifySettings } from '../../features/alarms/settings/notify-settings.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientNotifyPage() {
  const { t } = useTranslation('alarms')
  const patientsCrumb = usePatientsCrumb()
  const patient = useOutletContext<Patient>()
  return (
    <>
      <PageHeader title={t('notify.title')} crumbs={[patientsCrumb]} />
      <NotifySettings key={patient._id} patient={patient} />
    </>
  )
}
