import { Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarms } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { formatQuery } from '../../ui/list/query-codec.ts'
import { SectionTitle } from '../../ui/section.tsx'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { AlarmRows } from './notifications/alarm-rows.tsx'
import { type AlarmListView, alarmListQuery } from './notifications/list-query.ts'

type PatientAlarmsProps = {
  patientId: string
  view: AlarmListView
  onChange: (changed: Partial<AlarmListView>) => void
}

/** All alarms of one patient, the newest first. */
export function PatientAlarms({ patientId, view, onChange }: PatientAlarmsProps) {
  const { t } = useTranslation('alarms')
  const found = useQuery({
    ...ask(alarms.list, { patient_id: patientId, page: view.page, number_of_rec: view.size }, true),
    placeholderData: keepPreviousData,
  })
  return (
    <section>
      <SectionTitle mb="xs">{t('notify.alarms')}</SectionTitle>
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !found.data ? (
        <Skeleton height="12rem" />
      ) : found.data.rows.length === 0 ? (
        <Text c="dimmed">{t('notify.no-alarms')}</Text>
      ) : (
        <>
          <AlarmRows
            label={t('notify.alarms')}
            alarms={found.data.rows}
            toPath={({ _id }) => `?${formatQuery(alarmListQuery, { ...view, open: _id })}`}
            isStale={found.isPlaceholderData}
            isOfOnePatient
          />
          <Pager view={view} found={found.data} onChange={onChange} />
        </>
      )}
      <AlarmDrawer id={view.open} onClose={() => onChange({ open: undefined })} />
    </section>
  )
}
