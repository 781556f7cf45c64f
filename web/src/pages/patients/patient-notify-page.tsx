import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext, useSearchParams } from 'react-router'
import {
  type AlarmListView,
  formatAlarmListQuery,
  parseAlarmListQuery,
} from '../../features/alarms/notifications/list-query.ts'
import { PatientAlarms } from '../../features/alarms/patient-alarms.tsx'
import { NotifySettings } from '../../features/alarms/settings/notify-settings.tsx'
import { patientListPath } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientNotifyPage() {
  const { t } = useTranslation(['alarms', 'app'])
  const patient = useOutletContext<Patient>()
  const [search, setSearch] = useSearchParams()
  const view = parseAlarmListQuery(search)
  const written = (changed: Partial<AlarmListView>) => formatAlarmListQuery({ ...view, ...changed })
  return (
    <>
      <PageHeader
        title={t('notify.title')}
        crumbs={[{ label: t('app:patient-list'), to: patientListPath }]}
      />
      <NotifySettings key={patient._id} patientId={patient._id} />
      <PatientAlarms
        patientId={patient._id}
        page={view.page}
        size={view.size}
        alarm={view.alarm}
        toPath={(alarm) => `?${written({ alarm })}`}
        onChange={(changed) => setSearch(written(changed), { replace: true, preventScrollReset: true })}
      />
    </>
  )
}
