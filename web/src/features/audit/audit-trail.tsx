import { Button, Group, VisuallyHidden } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { audit } from 'contract'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { describeFailure } from '../../ui/feedback/call-toasts.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { ExportButton, saveCsv } from '../../ui/list/export-button.tsx'
import screen from '../../ui/list/list-screen.module.css'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useIsPhone } from '../../ui/use-is-phone.ts'
import classes from './audit.module.css'
import { AuditCards } from './audit-cards.tsx'
import { AuditFilterButton, AuditFilterFields, AuditFilterSentence } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'
import { ChainState } from './chain-state.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import {
  type AuditListFilters,
  type AuditListView,
  formatAuditListQuery,
  toAuditListRequest,
} from './list-query.ts'
import { TrailPager } from './trail-pager.tsx'

const newest = { before: undefined, after: undefined, entry: undefined }

export function AuditTrail({
  view,
  onChange,
}: {
  view: AuditListView
  onChange: (changed: Partial<AuditListView>) => void
}) {
  const { t, i18n } = useTranslation('audit')
  const isPhone = useIsPhone()
  const trail = useQuery({
    ...ask(audit.list, toAuditListRequest(view), true),
    placeholderData: keepPreviousData,
    // Each request adds an entry to the audit, so load only when the user asks for it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const send = useSend(audit.exportList, { onSuccess: saveCsv })
  const again = () => void trail.refetch()
  const entries = trail.data?.rows
  const scroller = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (view.before ?? view.after) scroller.current?.scrollTo({ top: 0 })
  }, [view.before, view.after])

  const { total = 0, total_is_at_least: isAtLeast = false } = trail.data ?? {}
  const totalText = `${total.toLocaleString(i18n.language)}${isAtLeast ? '+' : ''}`
  const isNarrowed = Object.values(view.filters).some((value) => value !== undefined)
  const filter = (filters: AuditListFilters) => onChange({ ...newest, filters })
  const filtering = {
    filters: view.filters,
    known: entries?.flatMap(({ patients }) => patients) ?? [],
    onChange: filter,
  }
  const shared = {
    entries,
    toPath: ({ _id }: { _id: string }) => `?${formatAuditListQuery({ ...view, entry: _id })}`,
    isStale: trail.isPlaceholderData,
  }

  return (
    <div className={screen.screen}>
      <PageHeader title={t('title')} count={trail.data && totalText}>
        {isPhone && <AuditFilterButton {...filtering} />}
        <Button
          variant="default"
          size="md"
          leftSection={<IconRefresh size={18} aria-hidden />}
          loading={trail.isRefetching}
          onClick={() => (view.before || view.after ? onChange(newest) : again())}
        >
          {t('refresh')}
        </Button>
        <ExportButton
          isPending={send.isPending}
          onExport={(language) =>
            send.mutate({ filterLists: toAuditListRequest(view).filterLists, language })
          }
        >
          {t('export')}
        </ExportButton>
      </PageHeader>
      {isPhone ? <AuditFilterSentence {...filtering} /> : <AuditFilterFields {...filtering} />}

      {trail.data && <ChainState chain={trail.data.chain} />}
      <VisuallyHidden role="status">
        {isNarrowed && trail.data && !trail.isPlaceholderData && t('found', { total: totalText })}
      </VisuallyHidden>
      <StaleNotice list={trail} text={(time) => t('out-of-date', { time })} />

      <div className={`${classes.list} ${screen.list}`}>
        {trail.isLoadingError ? (
          <ErrorState message={describeFailure(trail.error)} isRetrying={trail.isFetching} onRetry={again} />
        ) : entries?.length === 0 ? (
          <EmptyState reason={isNarrowed && t('none-found')}>
            <Group>
              {(view.before || view.after) && (
                <Button variant="default" size="md" onClick={() => onChange(newest)}>
                  {t('to-newest')}
                </Button>
              )}
              {isNarrowed && (
                <Button variant="default" size="md" onClick={() => filter({})}>
                  {t('show-all')}
                </Button>
              )}
            </Group>
          </EmptyState>
        ) : isPhone ? (
          <AuditCards {...shared} />
        ) : (
          <AuditTable {...shared} scrollerRef={scroller} />
        )}
      </div>
      {entries !== undefined && entries.length > 0 && (
        <TrailPager
          entries={entries}
          hasNewer={trail.data?.has_newer ?? false}
          hasOlder={trail.data?.has_older ?? false}
          size={view.size}
          onChange={(changed) => onChange({ ...newest, ...changed })}
        />
      )}
      <EntryDrawer
        id={view.entry}
        isPhone={isPhone}
        onClose={() => onChange({ entry: undefined })}
        onFilter={filter}
      />
    </div>
  )
}
