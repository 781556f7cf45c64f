import { Button, Skeleton } from '@mantine/core'
import { useFullscreenElement } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import {
  compareErRows,
  type ErRow,
  erBoard,
  standardLimits,
  standardTimes,
  standardTriageMinutes,
  standardTriageSettings,
  thresholds,
} from 'contract'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask, useSend } from '../../api/client.ts'
import { BoardHead } from '../../clinical/pages/board-head.tsx'
import { BoardPage } from '../../clinical/pages/board-page.tsx'
import { PageTurner } from '../../clinical/pages/page-turner.tsx'
import { useBoardPages } from '../../clinical/pages/use-board-pages.ts'
import { MonitoringEnded } from '../../clinical/patient/monitoring-ended.tsx'
import { useKeepOrderOfCards } from '../../clinical/patient/patient-order.ts'
import { keepAliveMs, lullMs } from '../../clinical/wall-screens.ts'
import { useMay } from '../../session/signed-in.tsx'
import { useNow } from '../../ui/date/use-now.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LastActBar } from '../../ui/feedback/last-act-bar.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { ShowNewestButton } from '../../ui/list/steady/show-newest-button.tsx'
import { useAnimatedMoves } from '../../ui/list/steady/use-animated-moves.ts'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import classes from './er-board.module.css'
import { ErCard, type ErCardSettings } from './er-card.tsx'
import { ErHead } from './er-head.tsx'
import { PlaceForm } from './place-form.tsx'
import { askErBoard } from './queries.ts'
import { getSection, groupBySection } from './rules.ts'
import { type DoneAct, DoneActContext, outdatedByUndo, readAgain } from './use-act.ts'

/** How often the order is looked at again without an event: somebody becomes overdue by waiting. */
const orderStepMs = 60_000

/** A card has this size in full screen, with the name of the section above. */
const cardSize = { width: 272, height: 236, gap: 8 }

type ErBoardProps = {
  /** Registers an arrival; nothing for whoever may not. */
  arrival: ReactNode
  /** The form with which somebody leaves; `onDone` is called with the act, by which it can be undone. */
  leaveForm: (row: ErRow, onDone: (actId: string) => void) => ReactNode
  onAdmit: (patientId: string) => void
  /** Asks a ward to admit somebody. */
  onRequest: (patientId: string) => void
  /** Asks what nobody had asked at the triage. */
  onComplete: (patientId: string) => void
}

/** Everybody in the emergency room, the most urgent first. */
export function ErBoard({ arrival, leaveForm, onAdmit, onRequest, onComplete }: ErBoardProps) {
  const { t } = useTranslation('er-board')
  const board = useQuery({ ...askErBoard(), refetchInterval: keepAliveMs })
  const { data: settings } = useQuery({ ...ask(thresholds.get, {}, true), enabled: useMay('alarm:read') })
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()
  const [leaving, setLeaving] = useState<ErRow>()
  const [placing, setPlacing] = useState<ErRow>()
  const [done, setDone] = useState<DoneAct>()
  const [unmonitored, setUnmonitored] = useState<string>()
  const [settled, setSettled] = useState(0)
  const now = useNow(orderStepMs)
  const minutes = board.data?.minutes ?? standardTriageMinutes
  const zones = board.data?.zones ?? standardTriageSettings.zones
  const places = board.data?.places ?? standardTriageSettings.places
  const ordered = useMemo(
    () => board.data?.rows.toSorted(compareErRows(minutes, now)),
    [board.data, minutes, now],
  )
  const steady = useSteadyRows({
    rows: ordered,
    // What somebody did here themselves they see at once.
    question: String(settled),
    rowKey: ({ visit }) => visit._id,
    lullMs,
  })
  const rows = board.data && steady.rows
  const opening = useKeepOrderOfCards(() =>
    groupBySection(rows ?? []).flatMap((section) => section.rows.map(({ patient }) => patient._id)),
  )
  const tellDone = useCallback((act: DoneAct | undefined) => {
    setDone(act)
    void readAgain().then(() => setSettled((count) => count + 1))
  }, [])
  const moves = useAnimatedMoves()
  const pages = useBoardPages({
    items: rows,
    least: cardSize,
    isPaged: isFullScreen,
    isHeld: steady.isHeld,
  })
  const shared: ErCardSettings = {
    minutes,
    zones,
    limits: settings?.thresholds.limits ?? standardLimits,
    times: settings?.thresholds.times ?? standardTimes,
    isPublic: isFullScreen,
    onLeave: setLeaving,
    onPlace: setPlacing,
    onAdmit,
    onRequest,
    onComplete,
  }
  const title = t('title')
  return (
    <DoneActContext value={tellDone}>
      <div ref={ref} className={classes.screen} data-full={isFullScreen || undefined}>
        <BoardHead
          title={title}
          count={rows && t('count', { count: rows.length })}
          isFullScreen={isFullScreen}
          onToggle={toggle}
          full={<PageTurner {...pages.turning} />}
          tools={arrival}
        />
        {ordered && <ErHead rows={ordered} minutes={minutes} zones={zones} places={places} now={now} />}
        <ShowNewestButton steady={steady}>{t('changed')}</ShowNewestButton>
        <StaleNotice list={board} text={(time) => t('outdated', { time })} />
        {board.data?.has_more && (
          <p className={classes.more}>{t('more', { count: board.data.rows.length })}</p>
        )}
        {board.isLoadingError ? (
          <QueryFailure query={board} />
        ) : rows?.length === 0 ? (
          <EmptyState reason={t(arrival && !isFullScreen ? 'none-next' : 'none')}>
            {!isFullScreen && arrival}
          </EmptyState>
        ) : rows && isFullScreen ? (
          <BoardPage
            label={title}
            fit={pages.fit}
            items={pages.shown ?? []}
            itemKey={({ visit }) => visit._id}
            toGroup={(row) => ({ key: getSection(row), name: t(`section.${getSection(row)}`) })}
            card={(row) => <ErCard row={row} {...shared} />}
            listProps={steady.listProps}
          />
        ) : rows ? (
          <div className={classes.board} {...opening} {...steady.listProps}>
            <div ref={moves} className={classes.sections}>
              {groupBySection(rows).map(({ section, rows: members }) => (
                <section key={section} className={classes.section} aria-label={t(`section.${section}`)}>
                  <h2 className={classes.sectionName}>
                    {t(`section.${section}`)} <span className={classes.count}>{members.length}</span>
                  </h2>
                  <ul
                    className={classes.cards}
                    aria-label={t('people', { section: t(`section.${section}`) })}
                  >
                    {members.map((row) => (
                      <li key={row.visit._id} data-place={row.visit._id}>
                        <ErCard row={row} {...shared} />
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </div>
        ) : (
          <div className={classes.board}>
            <ul className={classes.cards} aria-busy aria-label={title}>
              {Array.from({ length: 8 }, (_, place) => (
                <li key={place}>
                  <Skeleton height={220} radius="md" />
                </li>
              ))}
            </ul>
          </div>
        )}
        {board.data?.is_standard && !isFullScreen && <p className={classes.small}>{t('standard')}</p>}
        {done && !isFullScreen && (
          <UndoBar
            key={done.actId}
            done={done}
            onUndone={(hasEndedMonitoring) => {
              if (hasEndedMonitoring) setUnmonitored(done.name)
              tellDone(undefined)
            }}
          />
        )}
        <MonitoringEnded person={unmonitored} onClose={() => setUnmonitored(undefined)} />
        <Dialog
          title={placing && t('place-title', { name: formatPatientName(placing.patient) })}
          opened={placing !== undefined}
          onClose={() => setPlacing(undefined)}
        >
          {placing && <PlaceForm row={placing} zones={zones} onDone={() => setPlacing(undefined)} />}
        </Dialog>
        <Dialog
          title={leaving && t('leave')}
          opened={leaving !== undefined}
          onClose={() => setLeaving(undefined)}
        >
          {leaving &&
            leaveForm(leaving, (actId) => {
              const { patient, visit } = leaving
              setLeaving(undefined)
              tellDone({
                actId,
                patientId: patient._id,
                visitId: visit._id,
                name: formatPatientName(patient),
                text: t('act.leave'),
              })
            })}
        </Dialog>
      </div>
    </DoneActContext>
  )
}

/** What was done last on this screen, and the way back. */
function UndoBar({ done, onUndone }: { done: DoneAct; onUndone: (hasEndedMonitoring: boolean) => void }) {
  const { t } = useTranslation(['er-board', 'triage'])
  const { actId, patientId, visitId, name, text } = done
  const undo = useSend(erBoard.undo, {
    outdates: outdatedByUndo,
    onSuccess: ({ has_ended_monitoring, taken_bay }) => {
      if (taken_bay !== null) toast('warning', t('triage:reopen.taken-bay', { bay: taken_bay }))
      onUndone(has_ended_monitoring)
    },
  })
  return (
    <LastActBar
      wayBack={
        <Button
          variant="white"
          size="md"
          loading={undo.isPending}
          onClick={() => undo.mutate({ patient_id: patientId, visit_id: visitId, act_id: actId })}
        >
          {t('undo')}
        </Button>
      }
    >
      <bdi>{name}</bdi>: {text}
    </LastActBar>
  )
}
