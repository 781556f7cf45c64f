import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { NotifySettings } from '../../features/alarms/settings/notify-settings.tsx'
import { patientListPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientNotifyPage() {
  const { t } = useTranslation(['alarms', 'app'])
  const patient = useOutletContext<Patient>()
  return (
    <>
      <PageHeader
        title={t('notify.title')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <NotifySettings key={patient._id} patientId={patient._id} />
    </>
  )
}
