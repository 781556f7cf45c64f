import { Button, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarms } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { describeFailure } from '../../../ui/feedback/call-toasts.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { AlarmDrawer } from '../alarm-drawer.tsx'
import classes from '../alarms.module.css'
import { AlarmRows, AlarmTable } from './alarm-table.tsx'
import {
  type AlarmListFilters,
  type AlarmListView,
  formatAlarmListQuery,
  toAlarmListRequest,
} from './list-query.ts'
import {
  AlarmFilterFields,
  NotificationFilterButton,
  NotificationFilterSentence,
} from './notification-filters.tsx'

type NotificationsProps = {
  view: AlarmListView
  onChange: (changed: Partial<AlarmListView>) => void
}

/** All alarms, the newest first. */
export function Notifications({ view, onChange }: NotificationsProps) {
  const { t, i18n } = useTranslation(['alarms', 'ui'])
  const isPhone = useIsPhone()
  const found = useQuery({
    ...ask(alarms.list, toAlarmListRequest(view), true),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const rows = found.data?.rows
  const { total = 0, total_is_at_least: isAtLeast = false } = found.data ?? {}
  const totalText = `${total.toLocaleString(i18n.language)}${isAtLeast ? '+' : ''}`
  const isNarrowed = Object.values(view.filters).some((value) => value !== undefined)
  const filter = (filters: AlarmListFilters) => onChange({ filters, page: 1, alarm: undefined })
  const filtering = {
    filters: view.filters,
    known: rows?.flatMap(({ patient }) => patient ?? []) ?? [],
    onChange: filter,
  }
  const shared = {
    label: t('list.title'),
    alarms: rows,
    toPath: ({ _id }: { _id: string }) => `?${formatAlarmListQuery({ ...view, alarm: _id })}`,
    isStale: found.isPlaceholderData,
  }
  const again = () => void found.refetch()
  return (
    <>
      <PageHeader title={t('list.title')} count={found.data && totalText}>
        {isPhone && <NotificationFilterButton {...filtering} />}
        <Button
          variant="default"
          size="md"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={found.isRefetching}
          onClick={again}
        >
          {t('list.refresh')}
        </Button>
      </PageHeader>
      {isPhone ? <NotificationFilterSentence {...filtering} /> : <AlarmFilterFields {...filtering} />}
      <VisuallyHidden role="status">
        {isNarrowed && found.data && !found.isPlaceholderData && t('list.found', { total: totalText })}
      </VisuallyHidden>
      <div className={classes.list}>
        {found.isLoadingError ? (
          <ErrorState message={describeFailure(found.error)} isRetrying={found.isFetching} onRetry={again} />
        ) : rows?.length === 0 ? (
          <EmptyState reason={t(isNarrowed ? 'list.none-found' : 'list.none-yet')}>
            {isNarrowed && (
              <Button variant="default" size="md" onClick={() => filter({})}>
                {t('list.show-all')}
              </Button>
            )}
          </EmptyState>
        ) : isPhone ? (
          <AlarmRows {...shared} />
        ) : (
          <AlarmTable {...shared} />
        )}
      </div>
      {rows !== undefined && rows.length > 0 && (
        <Pager
          page={view.page}
          size={view.size}
          shown={rows.length}
          total={total}
          isAtLeast={isAtLeast}
          onPage={(page) => onChange({ page })}
          onSize={(size) => onChange({ size, page: 1 })}
        />
      )}
      <AlarmDrawer id={view.alarm} onClose={() => onChange({ alarm: undefined })} />
    </>
  )
}
