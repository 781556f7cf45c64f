import { Switch } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { audit } from 'contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import { FilterBar } from '../../ui/list/filter/filter-bar.tsx'
import { FilterButton } from '../../ui/list/filter/filters.tsx'
import { isListNarrowed, ListScreen } from '../../ui/list/list-screen.tsx'
import { formatQuery } from '../../ui/list/query-codec.ts'
import { RefreshButton } from '../../ui/list/refresh-button.tsx'
import type { ChangeView, ListView } from '../../ui/list/use-list-view.ts'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import { AuditFilterFields, AuditFilterSentence } from './audit-filters.tsx'
import { AuditRows } from './audit-rows.tsx'
import { ChainState } from './chain-state.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import {
  type AuditListFilters,
  type AuditListView,
  auditListQuery,
  isActsOnly,
  toAuditListRequest,
} from './list-query.ts'
import { TrailPager } from './trail-pager.tsx'

type AuditTrailProps = { view: ListView<AuditListView>; onChange: ChangeView<AuditListView> }

export function AuditTrail({ view, onChange }: AuditTrailProps) {
  const { t } = useTranslation('audit')
  const isPhone = useIsPhone()
  const trail = useQuery({
    ...ask(audit.list, toAuditListRequest(view), true),
    placeholderData: keepPreviousData,
    // Each request adds an entry to the audit, so load only when the user asks for it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const send = useSend(audit.exportList, { onSuccess: saveCsv })
  const entries = trail.data?.rows
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (view.page) scroller.current?.scrollTo({ top: 0 })
  }, [view.page])

  const filtering = {
    filters: view.filters,
    known: entries?.flatMap(({ patients }) => patients) ?? [],
    onChange: (filters: AuditListFilters) => onChange({ filters }),
  }
  const actions = (
    <>
      <RefreshButton
        isPending={trail.isRefetching}
        onClick={() => (view.page ? onChange({ page: undefined }) : void trail.refetch())}
      >
        {t('refresh')}
      </RefreshButton>
      <ExportButton
        isPending={send.isPending}
        onExport={(language) => send.mutate({ filterLists: toAuditListRequest(view).filterLists, language })}
      >
        {t('export')}
      </ExportButton>
    </>
  )
  return (
    <>
      <ListScreen
        fillsWindow
        title={t('title')}
        actions={actions}
        tools={
          <>
            <FilterBar>
              <FilterButton label={t('filters')} show={t('show-entries')} filters={view.filters}>
                <AuditFilterFields {...filtering} />
              </FilterButton>
              <Switch
                label={t('by-itself.show')}
                description={isActsOnly(view) && t('by-itself.hidden')}
                checked={view.everything === true}
                onChange={({ currentTarget: { checked } }) => onChange({ everything: checked || undefined })}
              />
            </FilterBar>
            <AuditFilterSentence {...filtering} />
            {trail.data && <ChainState chain={trail.data.chain} />}
          </>
        }
        list={trail}
        view={view}
        onChange={({ filters = view.filters }) => onChange({ filters })}
        texts={{
          none: isListNarrowed(view) && t('none-found'),
          found: (total) => t('found', { total }),
          outdated: (time) => t('out-of-date', { time }),
          showAll: t('show-all'),
          toFirstPage: t('to-newest'),
        }}
        pager={
          trail.data && (
            <TrailPager
              page={trail.data}
              size={view.size}
              onPage={(page) => onChange({ page })}
              onSize={(size) => onChange({ size })}
            />
          )
        }
      >
        <AuditRows
          entries={entries}
          toPath={({ _id }) => `?${formatQuery(auditListQuery, { ...view, open: _id })}`}
          isStale={trail.isPlaceholderData}
          scrollerRef={scroller}
        />
      </ListScreen>
      <EntryDrawer
        id={view.open}
        isPhone={isPhone}
        onClose={() => onChange({ open: undefined })}
        onFilter={filtering.onChange}
      />
    </>
  )
}
