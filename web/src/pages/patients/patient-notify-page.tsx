import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext } from 'react-router'
import { alarmListQuery } from '../../features/alarms/notifications/list-query.ts'
import { PatientAlarms } from '../../features/alarms/patient-alarms.tsx'
import { NotifySettings } from '../../features/alarms/settings/notify-settings.tsx'
import { patientListPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useUrlState } from '../../ui/use-url-state.ts'

export function PatientNotifyPage() {
  const { t } = useTranslation(['alarms', 'app'])
  const patient = useOutletContext<Patient>()
  const { state, change } = useUrlState(alarmListQuery)
  return (
    <>
      <PageHeader
        title={t('notify.title')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <NotifySettings key={patient._id} patientId={patient._id} />
      <PatientAlarms patientId={patient._id} view={state} onChange={change} />
    </>
  )
}
