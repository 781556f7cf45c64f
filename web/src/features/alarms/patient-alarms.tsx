import { Skeleton, Text, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarms } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../api/client.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Pager, type PageSize } from '../../ui/list/pager.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AlarmDrawer } from './alarm-drawer.tsx'
import { AlarmRows, AlarmTable } from './notifications/alarm-table.tsx'

type PatientAlarmsProps = {
  patientId: string
  page: number
  size: PageSize
  /** Id of the alarm that is open. */
  alarm: string | undefined
  toPath: (alarmId: string) => string
  onChange: (changed: { page?: number; size?: PageSize; alarm?: undefined }) => void
}

/** All alarms of one patient, the newest first. */
export function PatientAlarms({
  patientId,
  page,
  size,
  alarm,
  toPath: addressOf,
  onChange,
}: PatientAlarmsProps) {
  const { t } = useTranslation('alarms')
  const isPhone = useIsPhone()
  const found = useQuery({
    ...ask(alarms.list, { patient_id: patientId, page, number_of_rec: size }, true),
    placeholderData: keepPreviousData,
  })
  const Rows = isPhone ? AlarmRows : AlarmTable
  return (
    <section>
      <Title order={2} size="h4" mb="xs">
        {t('notify.alarms')}
      </Title>
      {found.isLoadingError ? (
        <ErrorState
          message={describeFailure(found.error)}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      ) : !found.data ? (
        <Skeleton height="12rem" />
      ) : found.data.rows.length === 0 ? (
        <Text c="dimmed">{t('notify.no-alarms')}</Text>
      ) : (
        <>
          <Rows
            label={t('notify.alarms')}
            alarms={found.data.rows}
            toPath={({ _id }) => addressOf(_id)}
            isStale={found.isPlaceholderData}
            isOfOnePatient
          />
          <Pager
            page={page}
            size={size}
            shown={found.data.rows.length}
            total={found.data.total}
            isAtLeast={found.data.total_is_at_least}
            onPage={(wanted) => onChange({ page: wanted })}
            onSize={(wanted) => onChange({ size: wanted, page: 1 })}
          />
        </>
      )}
      <AlarmDrawer id={alarm} onClose={() => onChange({ alarm: undefined })} />
    </section>
  )
}
