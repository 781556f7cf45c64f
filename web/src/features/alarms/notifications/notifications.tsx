import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { alarms } from 'contract'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { FilterBar } from '../../../ui/list/filter/filter-bar.tsx'
import { FilterButton } from '../../../ui/list/filter/filters.tsx'
import { isListNarrowed, ListScreen } from '../../../ui/list/list-screen.tsx'
import { formatQuery } from '../../../ui/list/query-codec.ts'
import { RefreshButton } from '../../../ui/list/refresh-button.tsx'
import type { ChangeView, ListView } from '../../../ui/list/use-list-view.ts'
import { AlarmDrawer } from '../alarm-drawer.tsx'
import classes from '../alarms.module.css'
import { AlarmRows } from './alarm-rows.tsx'
import {
  type AlarmListFilters,
  type AlarmListView,
  alarmListQuery,
  toAlarmListRequest,
} from './list-query.ts'
import { AlarmFilterFields, NotificationFilterSentence } from './notification-filters.tsx'

type NotificationsProps = { view: ListView<AlarmListView>; onChange: ChangeView<AlarmListView> }

/** All alarms, the newest first. */
export function Notifications({ view, onChange }: NotificationsProps) {
  const { t } = useTranslation('alarms')
  const list = useQuery({
    ...ask(alarms.list, toAlarmListRequest(view), true),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  const filtering = {
    filters: view.filters,
    known: list.data?.rows.flatMap(({ patient }) => patient ?? []) ?? [],
    onChange: (filters: AlarmListFilters) => onChange({ filters }),
  }
  const tools = (
    <>
      <FilterBar>
        <FilterButton label={t('list.filters')} show={t('list.show')} filters={view.filters}>
          <AlarmFilterFields {...filtering} />
        </FilterButton>
      </FilterBar>
      <NotificationFilterSentence {...filtering} />
    </>
  )
  return (
    <>
      <ListScreen
        title={t('list.title')}
        actions={
          <RefreshButton isPending={list.isRefetching} onClick={() => void list.refetch()}>
            {t('list.refresh')}
          </RefreshButton>
        }
        tools={tools}
        list={list}
        view={view}
        onChange={onChange}
        texts={{
          none: t(isListNarrowed(view) ? 'list.none-found' : 'list.none-yet'),
          found: (total) => t('list.found', { total }),
          showAll: t('list.show-all'),
        }}
        className={classes.list}
      >
        <AlarmRows
          label={t('list.title')}
          alarms={list.data?.rows}
          toPath={({ _id }) => `?${formatQuery(alarmListQuery, { ...view, open: _id })}`}
          isStale={list.isPlaceholderData}
        />
      </ListScreen>
      <AlarmDrawer id={view.open} onClose={() => onChange({ open: undefined })} />
    </>
  )
}
