import { useFullscreenElement } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Alarm, type LiveEvent, monitoring, standardLimits, standardTimes, thresholds } from 'contract'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../../api/client.ts'
import { NextOnEmptyWard } from '../../../clinical/next-on-empty-ward.tsx'
import { askOpenAlarms } from '../../../clinical/open-alarms.ts'
import { BoardHead } from '../../../clinical/pages/board-head.tsx'
import { BoardPage } from '../../../clinical/pages/board-page.tsx'
import { PageTurner } from '../../../clinical/pages/page-turner.tsx'
import { useBoardPages } from '../../../clinical/pages/use-board-pages.ts'
import { useKeepPatientOrder } from '../../../clinical/patient/patient-order.ts'
import { useMyWards } from '../../../clinical/use-my-wards.ts'
import { useNobodyReason } from '../../../clinical/use-wards.ts'
import { lullMs } from '../../../clinical/wall-screens.ts'
import { WardSelect } from '../../../clinical/ward-select.tsx'
import { useLiveEvent } from '../../../live/live.ts'
import { LiveDot } from '../../../live/live-dot.tsx'
import { useRefreshSoon } from '../../../live/use-refresh-soon.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { FullScreenButton } from '../../../ui/bar/full-screen-button.tsx'
import { useNow } from '../../../ui/date/use-now.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ColumnChooser } from '../../../ui/list/column-chooser.tsx'
import { ExportButton, saveCsv } from '../../../ui/list/export-button.tsx'
import { FilterBar } from '../../../ui/list/filter/filter-bar.tsx'
import { FilterButton } from '../../../ui/list/filter/filters.tsx'
import { SortChoice } from '../../../ui/list/filter/sort-choice.tsx'
import { ListScreen } from '../../../ui/list/list-screen.tsx'
import { StaleNotice } from '../../../ui/list/stale-notice.tsx'
import { MovesAnimation } from '../../../ui/list/steady/moves-animation.tsx'
import { ShowNewestButton } from '../../../ui/list/steady/show-newest-button.tsx'
import { useReturnToRow } from '../../../ui/list/steady/use-return-to-row.ts'
import { useSteadyRows } from '../../../ui/list/steady/use-steady-rows.ts'
import type { ChangeView, ListView } from '../../../ui/list/use-list-view.ts'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { BoardPrint, useWardText } from './board-print.tsx'
import { BoardCard, BoardRows, getBoardKey } from './board-rows.tsx'
import { boardColumns, optionalBoardColumns, useBoardColumnLabel, useHiddenBoardColumns } from './columns.ts'
import { BoardFilterFields, BoardFilterSentence } from './filters.tsx'
import { toWardBoardRequest, type WardBoardSort, type WardBoardView } from './list-query.ts'
import { askWardBoard } from './queries.ts'
import { mayChangeBoard, sortBySickness } from './rules.ts'
import classes from './ward-board.module.css'

/** Few wards have more beds, so that nobody turns a page to see them all. */
const rowsPerPage = 100

/**
 * How often the order is looked at again without an event: a patient becomes one of whom nothing is known by waiting.
 */
const orderStepMs = 60_000

const phoneSorts = ['bed', 'news2', 'triage_level', 'observed'] as const satisfies readonly WardBoardSort[]

/** The size of a card where the board fills the screen. */
const cardSize = { width: 360, height: 168, gap: 8 }

type WardBoardProps = {
  view: ListView<WardBoardView>
  onChange: ChangeView<ListView<WardBoardView>>
  /** Leads to the other list of patients. */
  viewSwitch: ReactNode
  /** What else waits on these wards, besides the patients in beds. */
  beside: ReactNode
  /** The filters that the user has saved under names. */
  savedViews: ReactNode
}

/** Everybody on the user's wards, in a bed or without one, the sickest first. */
export function WardBoard({ view, onChange, viewSwitch, beside, savedViews }: WardBoardProps) {
  const { t } = useTranslation(['ward-board', 'patient-list', 'monitoring'])
  const columnLabel = useBoardColumnLabel()
  const isPhone = useIsPhone()
  const mayExport = useMay('patient:export')
  const seesAlarms = useMay('alarm:read')
  const [hidden, setHidden] = useHiddenBoardColumns()
  const send = useSend(monitoring.exportWardBoard, { onSuccess: saveCsv })
  const keepOrder = useKeepPatientOrder()

  const body = { ...toWardBoardRequest(view), page: view.page, number_of_rec: rowsPerPage }
  const list = useQuery({ ...askWardBoard(body), placeholderData: keepPreviousData })
  const { data: open } = useQuery({ ...askOpenAlarms(), enabled: seesAlarms })
  const { data: settings } = useQuery(ask(thresholds.get, {}, true))
  const limits = settings?.thresholds.limits ?? standardLimits
  const times = settings?.thresholds.times ?? standardTimes
  const findAlarms = useMemo(() => {
    const byPatient = Map.groupBy(open?.alarms ?? noAlarms, ({ patient }) => patient?._id)
    return (patientId: string) => byPatient.get(patientId) ?? noAlarms
  }, [open])

  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()
  const now = useNow(orderStepMs)
  const isOwnOrder = view.sort === undefined
  const answered = list.isPlaceholderData ? undefined : list.data?.rows
  const ordered = useMemo(
    () => (answered && isOwnOrder ? sortBySickness(answered, findAlarms, { times, now }) : answered),
    [answered, isOwnOrder, findAlarms, times, now],
  )
  const steady = useSteadyRows({
    rows: ordered,
    question: JSON.stringify(body),
    rowKey: getBoardKey,
    // Nobody may be standing at a wall, so it begins anew; somebody who works at a list finds it as they left it.
    ...(isFullScreen && { lullMs }),
  })
  const rows = list.data && steady.rows
  const place = useReturnToRow('ward-board', rows !== undefined && !list.isPlaceholderData)

  const ward = view.ward ?? list.data?.ward
  const nobodyReason = useNobodyReason(ward)
  const hasOwnWards = useMyWards().size > 0 || ward === 'mine'
  const isPaged = (list.data?.total ?? 0) > rowsPerPage || view.page > 1
  const title = t('title')
  const wardText = useWardText()
  const pages = useBoardPages({
    items: rows,
    least: cardSize,
    isPaged: isFullScreen,
    isHeld: steady.isHeld,
  })
  const drawnBy = { showsWard: ward === 'mine' || ward === 'every', limits, times, findAlarms }
  const rereadSoon = useRefreshSoon([monitoring.wardBoard])
  const rereadIfChanged = (event: LiveEvent) => {
    if (mayChangeBoard(event, { ...view, rows: list.data?.rows ?? [], isPaged })) rereadSoon()
  }
  useLiveEvent('alarm', rereadIfChanged)
  useLiveEvent('latest', rereadIfChanged)
  useLiveEvent('device', rereadIfChanged)

  const tools = (
    <>
      <FilterBar>
        <WardSelect
          aria-label={t('ward')}
          anyWard={t('every-ward')}
          offersOwnWards={hasOwnWards}
          value={ward === 'every' ? undefined : ward}
          onChange={(chosen) => onChange({ ward: chosen ?? 'every' })}
        />
        <FilterButton
          label={t('filters')}
          filters={view.filters}
          show={t('patient-list:show-patients')}
          onPhone={
            <SortChoice
              sort={view.sort}
              fields={phoneSorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
              own={t('sickest-first')}
              onSort={(sort) => onChange({ sort })}
            />
          }
        >
          <BoardFilterFields
            filters={view.filters}
            onChange={(filters) => onChange({ filters })}
            seesAlarms={seesAlarms}
          />
        </FilterButton>
        {savedViews}
        <div className={classes.beside} role="group" aria-label={t('beside')} data-keeps-words>
          {beside}
        </div>
        {!isPhone && (
          <ColumnChooser
            columns={optionalBoardColumns.map((key) => ({ key, label: columnLabel(key) }))}
            hidden={hidden}
            onChange={setHidden}
          />
        )}
      </FilterBar>
      <BoardFilterSentence filters={view.filters} onChange={(filters) => onChange({ filters })} />
      <ShowNewestButton steady={steady}>{t('monitoring:changed')}</ShowNewestButton>
    </>
  )
  const isPart = rows !== undefined && list.data !== undefined && list.data.total > rows.length
  const screen = isFullScreen ? (
    <>
      <BoardHead
        title={ward ? `${title} · ${wardText(ward)}` : title}
        isFullScreen
        onToggle={toggle}
        full={
          <>
            {isPart && <span>{t('printout.part', { shown: rows.length, total: list.data?.total })}</span>}
            <PageTurner {...pages.turning} />
          </>
        }
      />
      <StaleNotice list={list} text={(time) => t('patient-list:out-of-date', { time })} />
      {list.isLoadingError ? (
        <QueryFailure query={list} />
      ) : rows?.length === 0 ? (
        <EmptyState reason={nobodyReason} />
      ) : (
        <BoardPage
          label={title}
          fit={pages.fit}
          items={pages.shown ?? []}
          itemKey={getBoardKey}
          card={(row) => (
            <article className={classes.card}>
              <BoardCard row={row} {...drawnBy} isPublic />
            </article>
          )}
          listProps={steady.listProps}
        />
      )}
    </>
  ) : (
    <ListScreen
      fillsWindow
      title={title}
      actions={
        <>
          <LiveDot />
          {!isPhone && rows && rows.length > 0 && ward && (
            <BoardPrint
              {...drawnBy}
              view={view}
              ward={ward}
              columns={boardColumns.filter((column) => !hidden.some((one) => one === column))}
              rows={rows}
              total={list.data?.total ?? 0}
              rowsPerPage={rowsPerPage}
            />
          )}
          {mayExport && !isPhone && (
            <ExportButton
              isPending={send.isPending}
              onExport={(language) => send.mutate({ ...toWardBoardRequest(view), language })}
            >
              {t('patient-list:export')}
            </ExportButton>
          )}
          {!isPhone && document.fullscreenEnabled && (
            <FullScreenButton isFullScreen={false} onToggle={toggle} />
          )}
          {viewSwitch}
        </>
      }
      tools={tools}
      list={list}
      rows={rows}
      view={{ filters: view.filters, page: view.page, size: rowsPerPage }}
      onChange={({ page, filters }) => onChange({ ...(page && { page }), ...(filters && { filters }) })}
      next={<NextOnEmptyWard />}
      texts={{
        none: nobodyReason,
        outdated: (time) => t('patient-list:out-of-date', { time }),
        showAll: t('patient-list:show-all'),
      }}
      around={place.around}
      scroller={place.scroller}
      className={classes.board}
      hasFixedSize
      {...(!isPaged && { pager: <></> })}
    >
      <MovesAnimation
        order={rows?.map(getBoardKey).join(' ') ?? ''}
        list={() => place.around.current?.querySelectorAll<HTMLElement>('tbody > tr, ul > li') ?? []}
      />
      <div className={classes.steady} {...steady.listProps}>
        <BoardRows
          rows={rows}
          hidden={hidden}
          sort={view.sort}
          onSort={(sort) => onChange({ sort })}
          onOpen={(row) => {
            keepOrder(rows?.map(getBoardKey) ?? [], {
              list: 'ward-board',
              question: body,
              found: list.data,
            })
            place.leaveRow(getBoardKey(row))
          }}
          isStale={list.isPlaceholderData}
          scrollerRef={place.scroller}
          {...drawnBy}
        />
      </div>
    </ListScreen>
  )
  return (
    <div ref={ref} className={isFullScreen ? classes.full : undefined}>
      {screen}
    </div>
  )
}

const noAlarms: readonly Alarm[] = []
