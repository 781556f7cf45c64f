import { Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useFullscreenElement, useLocalStorage } from '@mantine/hooks'
import { IconDeviceTv, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import {
  type Clinic,
  formatQueueNumber,
  opd,
  type QueueRow,
  type QueueState,
  type Result,
  type Unqueued,
} from 'contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, queryClient, useSend } from '../../api/client.ts'
import { BoardHead } from '../../clinical/pages/board-head.tsx'
import { BoardPage } from '../../clinical/pages/board-page.tsx'
import { PageTurner } from '../../clinical/pages/page-turner.tsx'
import { useBoardPages } from '../../clinical/pages/use-board-pages.ts'
import { MonitoringEnded } from '../../clinical/patient/monitoring-ended.tsx'
import { keepAliveMs, lullMs } from '../../clinical/wall-screens.ts'
import { numberDisplayPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LastActBar } from '../../ui/feedback/last-act-bar.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { ShowNewestButton } from '../../ui/list/steady/show-newest-button.tsx'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ClinicList } from './clinic-list.tsx'
import classes from './opd.module.css'
import { outdatedByQueue } from './queries.ts'
import { type QueueAct, QueueCard, QueueItem, TakeBack, UnqueuedItem } from './queue-items.tsx'
import { SendForm } from './send-form.tsx'

const sections = ['called', 'waiting', 'absent', 'seen', 'done'] as const

/** Somebody of a clinic in the section in which they stand. */
type Member = { key: string } & (
  | { section: QueueState; row: QueueRow }
  | { section: 'unqueued'; one: Unqueued }
)

const listMembers = (rows: readonly QueueRow[], unqueued: readonly Unqueued[]): Member[] => [
  ...sections.flatMap((section) =>
    rows
      .filter(({ state }) => state === section)
      .map((row) => ({ key: `${row._id} ${section}`, section, row })),
  ),
  ...unqueued.map((one) => ({ key: one.visit_id, section: 'unqueued' as const, one })),
]

/** The patients with a number of a clinic, and those without one. */
function useMembers(queue: Result<typeof opd.queue> | undefined, clinicId: string | undefined) {
  return useMemo(
    () =>
      queue &&
      listMembers(
        queue.rows.filter(({ clinic_id }) => clinic_id === clinicId),
        queue.unqueued,
      ),
    [queue, clinicId],
  )
}

/** A card has this size in full screen, with the name of the section above. */
const cardSize = { width: 272, height: 116, gap: 8 }

type OpdScreenProps = {
  /** The clinic that is shown; undefined for the first. */
  clinicId: string | undefined
  onClinic: (id: string) => void
  /** Registers an arrival; nothing for whoever may not. */
  arrival: ReactNode
  onAdmit: (patientId: string) => void
}

/** The queues of the clinics: waiting, called, seen, sent on. */
export function OpdScreen({ clinicId, onClinic, arrival, onAdmit }: OpdScreenProps) {
  const { t } = useTranslation('opd')
  const localName = useLocalizedName()
  const queue = useQuery({ ...ask(opd.queue, {}, true), refetchInterval: keepAliveMs })
  const mayManage = useMay('queue:manage')
  const mayConfigure = useMay('hospital:manage')
  const [isListing, setListing] = useState(false)
  const [room, setRoom] = useLocalStorage({ key: 'opd-room', defaultValue: '' })
  const [sending, setSending] = useState<QueueRow>()
  const [done, setDone] = useState<QueueAct>()
  const [unmonitored, setUnmonitored] = useState<QueueRow>()
  const callNext = useSend(opd.callNext, {
    outdates: outdatedByQueue,
    onSuccess: ({ entry_id }) => {
      if (entry_id === null) toast('warning', t('nobody'))
      settle()
    },
  })
  const clinics = queue.data?.clinics ?? []
  const open = clinics.filter(({ is_closed }) => !is_closed)
  // A closed clinic gives no more numbers, but whoever has one of them is still called and seen.
  const offered = clinics.filter(
    ({ _id, is_closed }) =>
      !is_closed || queue.data?.rows.some(({ clinic_id, state }) => clinic_id === _id && state !== 'done'),
  )
  const clinic = offered.find(({ _id }) => _id === clinicId) ?? open[0] ?? offered[0]
  const members = useMembers(queue.data, clinic?._id)
  const [settled, setSettled] = useState(0)
  const steady = useSteadyRows({
    rows: members,
    // What somebody did here themselves they see at once.
    question: `${clinic?._id} ${settled}`,
    rowKey: ({ key }) => key,
    lullMs,
  })
  const shown = members && steady.rows
  const settle = () =>
    void queryClient
      .invalidateQueries({ queryKey: [opd.queue.path] })
      .then(() => setSettled((count) => count + 1))
  const newest = new Map(queue.data?.rows.map((row) => [row._id, row]))
  const { ref, toggle, fullscreen: isFullScreen } = useFullscreenElement<HTMLDivElement>()
  const here = useMemo(() => shown?.filter(({ section }) => section !== 'done'), [shown])
  const pages = useBoardPages({
    items: here,
    least: cardSize,
    isPaged: isFullScreen,
    isHeld: steady.isHeld,
  })
  const title = t('title')
  return (
    <div ref={ref} className={classes.screen} data-full={isFullScreen || undefined}>
      <BoardHead
        title={title}
        fullTitle={clinic ? `${title} · ${localName(clinic)}` : title}
        isFullScreen={isFullScreen}
        onToggle={toggle}
        full={<PageTurner {...pages.turning} />}
        tools={
          <>
            <Button
              component={Link}
              to={numberDisplayPath}
              variant="default"
              size="md"
              leftSection={<IconDeviceTv size={18} aria-hidden />}
            >
              {t('display')}
            </Button>
            {mayConfigure && (
              <Button variant="default" size="md" onClick={() => setListing(true)}>
                {t('clinics')}
              </Button>
            )}
            {arrival}
          </>
        }
      />
      <StaleNotice list={queue} text={(time) => t('outdated', { time })} />
      {queue.isLoadingError ? (
        <QueryFailure query={queue} />
      ) : !queue.data || !shown || !pages.shown ? (
        <Skeleton height="24rem" />
      ) : !clinic ? (
        <EmptyState reason={t(mayConfigure ? 'no-clinics-admin' : 'no-clinics')}>
          {mayConfigure && (
            <Button size="md" onClick={() => setListing(true)}>
              {t('clinics')}
            </Button>
          )}
        </EmptyState>
      ) : isFullScreen && pages.shown.length === 0 ? (
        <EmptyState reason={t('nobody')} />
      ) : isFullScreen ? (
        <BoardPage
          label={title}
          fit={pages.fit}
          items={pages.shown}
          itemKey={({ key }) => key}
          toGroup={({ section }) => ({ key: section, name: t(section) })}
          card={(member) =>
            member.section === 'unqueued' ? (
              <QueueCard clinic={clinic} patient={member.one.patient} since={member.one.visited_at} />
            ) : (
              <QueueCard
                clinic={clinic}
                patient={member.row.patient}
                row={newest.get(member.row._id) ?? member.row}
                since={member.row.called_at ?? member.row.queued_at}
              />
            )
          }
          listProps={steady.listProps}
        />
      ) : (
        <>
          <div className={classes.tools}>
            <NativeSelect
              size="md"
              label={t('clinic')}
              value={clinic._id}
              onChange={({ currentTarget: { value } }) => onClinic(value)}
              data={offered.map((one) => ({
                value: one._id,
                label: [one.code, localName(one), ...(one.is_closed ? [t('is-closed')] : [])].join(' · '),
              }))}
            />
            {mayManage && (
              <>
                <TextInput
                  size="md"
                  label={t('room')}
                  description={t('room-hint')}
                  inputWrapperOrder={['label', 'input', 'description']}
                  maxLength={20}
                  value={room}
                  onChange={({ currentTarget: { value } }) => setRoom(value)}
                />
                <Button
                  size="lg"
                  leftSection={<IconSpeakerphone size={20} aria-hidden />}
                  loading={callNext.isPending}
                  onClick={() => callNext.mutate({ clinic_id: clinic._id, room })}
                >
                  {t('call-next')}
                </Button>
              </>
            )}
          </div>
          <ShowNewestButton steady={steady}>{t('changed')}</ShowNewestButton>
          {shown.length === 0 && (
            <EmptyState reason={t(arrival ? 'nobody-next' : 'nobody-here')}>{arrival}</EmptyState>
          )}
          <div {...steady.listProps}>
            {sections.map((section) => {
              const of = shown.filter((member) => member.section === section)
              if (of.length === 0 && (section !== 'waiting' || shown.length === 0)) return null
              return (
                <Section key={section} name={t(section)} count={of.length}>
                  {of.length === 0 ? (
                    <p className={classes.small}>{t('nobody')}</p>
                  ) : (
                    <ul className={classes.rows} aria-label={t(section)}>
                      {of.map((member) =>
                        member.section === 'unqueued' ? null : (
                          <QueueItem
                            key={member.key}
                            row={newest.get(member.row._id) ?? member.row}
                            clinic={clinic}
                            room={room}
                            onSend={setSending}
                            onDone={(act) => {
                              setDone(act)
                              settle()
                            }}
                            onTakenBack={(hasEndedMonitoring) => {
                              if (hasEndedMonitoring) setUnmonitored(member.row)
                              settle()
                            }}
                          />
                        ),
                      )}
                    </ul>
                  )}
                </Section>
              )
            })}
            <UnqueuedSection
              members={shown}
              hasMore={queue.data.has_more_unqueued}
              clinic={clinic}
              onGiven={settle}
            />
          </div>
        </>
      )}
      {done && !isFullScreen && (
        <UndoBar
          key={`${done.row._id} ${done.to} ${done.row.calls}`}
          done={done}
          clinic={clinics.find(({ _id }) => _id === done.row.clinic_id)}
          onUndone={(hasEndedMonitoring) => {
            if (hasEndedMonitoring) setUnmonitored(done.row)
            setDone(undefined)
            settle()
          }}
        />
      )}
      <Dialog isWide title={t('clinics')} opened={isListing} onClose={() => setListing(false)}>
        {queue.data && <ClinicList clinics={clinics} />}
      </Dialog>
      <MonitoringEnded
        person={unmonitored && formatPatientName(unmonitored.patient)}
        onClose={() => setUnmonitored(undefined)}
      />
      <Dialog
        title={sending && t('send-title', { name: formatPatientName(sending.patient) })}
        opened={sending !== undefined}
        onClose={() => setSending(undefined)}
      >
        {sending && (
          <SendForm
            row={sending}
            clinics={open.filter(({ _id }) => _id !== sending.clinic_id)}
            onDone={(to) => {
              setSending(undefined)
              setDone({ row: sending, from: sending.state, to: 'done' })
              settle()
              if (to === 'ADMIT') onAdmit(sending.patient._id)
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

function Section({ name, count, children }: { name: string; count: number; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={name}>
      <h2 className={classes.sectionName}>
        {name} <span className={classes.small}>{count}</span>
      </h2>
      {children}
    </section>
  )
}

type UnqueuedSectionProps = {
  members: readonly Member[]
  hasMore: boolean
  clinic: Clinic
  onGiven: () => void
}

function UnqueuedSection({ members, hasMore, clinic, onGiven }: UnqueuedSectionProps) {
  const { t } = useTranslation('opd')
  const of = members.flatMap((member) => (member.section === 'unqueued' ? [member.one] : []))
  if (of.length === 0) return null
  return (
    <Section name={t('unqueued')} count={of.length}>
      <ul className={classes.rows} aria-label={t('unqueued')}>
        {of.map((one) => (
          <UnqueuedItem key={one.visit_id} one={one} clinic={clinic} onGiven={onGiven} />
        ))}
      </ul>
      {hasMore && <p className={classes.more}>{t('more-unqueued', { count: of.length })}</p>}
    </Section>
  )
}

type UndoBarProps = {
  done: QueueAct
  clinic: Clinic | undefined
  /** Whether monitoring had ended with what was undone. */
  onUndone: (hasEndedMonitoring: boolean) => void
}

/** What was done last on this screen, and the way back. */
function UndoBar({ done: { row, from, to }, clinic, onUndone }: UndoBarProps) {
  const { t } = useTranslation('opd')
  const send = useSend(opd.move, { outdates: outdatedByQueue, onSuccess: () => onUndone(false) })
  const { patient } = row
  return (
    <LastActBar
      wayBack={
        to === 'done' ? (
          <TakeBack row={row} onDone={onUndone} />
        ) : (
          from !== 'done' &&
          // A call that was repeated changed nothing that could be taken back: nobody un-hears a number.
          from !== to && (
            <Button
              variant="white"
              size="md"
              loading={send.isPending}
              onClick={() =>
                send.mutate({
                  patient_id: patient._id,
                  entry_id: row._id,
                  state: to,
                  to: from,
                  is_undo: true,
                })
              }
            >
              {t('undo')}
            </Button>
          )
        )
      }
    >
      {clinic && formatQueueNumber(clinic.code, row.number)} <bdi>{formatPatientName(patient)}</bdi>:{' '}
      {t(`moved.${to}`)}
    </LastActBar>
  )
}
