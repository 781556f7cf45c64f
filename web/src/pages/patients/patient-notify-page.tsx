import type { Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { useOutletContext, useSearchParams } from 'react-router'
import { readAddress, type View, writeAddress } from '../../features/alarms/notifications/address.ts'
import { PatientAlarms } from '../../features/alarms/patient-alarms.tsx'
import { NotifySettings } from '../../features/alarms/settings/notify-settings.tsx'
import { patientListAddress } from '../../paths.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export function PatientNotifyPage() {
  const { t } = useTranslation(['alarms', 'shell'])
  const patient = useOutletContext<Patient>()
  const [search, setSearch] = useSearchParams()
  const view = readAddress(search)
  const written = (changed: Partial<View>) => writeAddress({ ...view, ...changed })
  return (
    <>
      <PageHeader
        title={t('notify.title')}
        crumbs={[{ label: t('shell:patient-list'), to: patientListAddress }]}
      />
      <NotifySettings key={patient._id} patientId={patient._id} />
      <PatientAlarms
        patientId={patient._id}
        page={view.page}
        size={view.size}
        alarm={view.alarm}
        addressOf={(alarm) => `?${written({ alarm })}`}
        onChange={(changed) => setSearch(written(changed), { replace: true, preventScrollReset: true })}
      />
    </>
  )
}
