import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { compareInbound, type InboundRow, standardZones } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { LiveDot } from '../../live/live-dot.tsx'
import { useMay } from '../../session/signed-in.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ArriveForm } from './arrive-form.tsx'
import classes from './inbound.module.css'
import { InboundCard } from './inbound-card.tsx'
import { OpenAppraisals } from './open-appraisals.tsx'
import { PrepareForm } from './prepare-form.tsx'
import { askInbound } from './queries.ts'

/** Asking for the board keeps alive the session of a screen that nobody touches. */
const keepAliveMs = 60_000

/** The patients whom ambulances bring: the most urgent first, then the first to arrive. */
export function InboundBoard() {
  const { t } = useTranslation('inbound')
  const board = useQuery({ ...askInbound(), refetchInterval: keepAliveMs })
  const mayDispatch = useMay('mission:dispatch')
  const [preparing, setPreparing] = useState<InboundRow>()
  const [arriving, setArriving] = useState<InboundRow>()
  const rows = board.data?.rows.toSorted(compareInbound)
  const zones = board.data?.zones ?? standardZones
  return (
    <>
      <PageHeader title={t('title')} count={rows && String(rows.filter(({ arrived }) => !arrived).length)}>
        <LiveDot />
      </PageHeader>
      <OpenAppraisals />
      {board.isLoadingError ? (
        <QueryFailure query={board} />
      ) : !rows ? (
        <Skeleton height="20rem" />
      ) : rows.length === 0 ? (
        <EmptyState reason={t('none')}>
          {mayDispatch && (
            <Button variant="default" size="md" component={Link} to="/app/ambulance/missions">
              {t('all-missions')}
            </Button>
          )}
        </EmptyState>
      ) : (
        <div className={classes.cards}>
          {rows.map((row) => (
            <InboundCard
              key={row._id}
              row={row}
              zones={zones}
              onPrepare={setPreparing}
              onArrive={setArriving}
            />
          ))}
        </div>
      )}
      {preparing && (
        <Dialog title={t('prepare')} opened onClose={() => setPreparing(undefined)}>
          <PrepareForm row={preparing} zones={zones} onDone={() => setPreparing(undefined)} />
        </Dialog>
      )}
      {arriving && (
        <Dialog
          title={t(arriving.arrived ? 'one-more-title' : 'arrive-title', {
            number: arriving.vehicle?.call_sign ?? arriving.number,
          })}
          opened
          onClose={() => setArriving(undefined)}
        >
          <ArriveForm row={arriving} zones={zones} onDone={() => setArriving(undefined)} />
        </Dialog>
      )}
    </>
  )
}
