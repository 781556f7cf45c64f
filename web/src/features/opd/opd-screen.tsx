import { Anchor, Button, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconDeviceTv, IconSpeakerphone, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type Clinic, formatQueueNumber, opd, type QueueRow, type QueueState, type Unqueued } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask, useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { LiveDot } from '../../live/live-dot.tsx'
import { numberDisplayPath, patientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ClinicList } from './clinic-list.tsx'
import classes from './opd.module.css'
import { outdatedByQueue, outdatedBySending } from './queries.ts'
import { SendForm } from './send-form.tsx'

/** Asking for the queue is a call like any other, so it keeps alive the session of a screen that nobody touches. */
const keepAliveMs = 10 * 60_000

const sections = ['called', 'waiting', 'absent', 'seen', 'done'] as const

/** What was done last on this screen, so that it can be undone. `from` is the state before. */
type Done = { row: QueueRow; from: QueueState; to: QueueState }

type OpdScreenProps = {
  /** The clinic that is shown; undefined for the first. */
  clinicId: string | undefined
  onClinic: (id: string) => void
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
  const [done, setDone] = useState<Done>()
  const callNext = useSend(opd.callNext, {
    outdates: outdatedByQueue,
    onSuccess: ({ entry_id }) => {
      if (entry_id === null) toast('warning', t('nobody'))
    },
  })
  const open = queue.data?.clinics.filter(({ is_closed }) => !is_closed) ?? []
  const clinic = open.find(({ _id }) => _id === clinicId) ?? open[0]
  const rows = queue.data?.rows.filter(({ clinic_id }) => clinic_id === clinic?._id) ?? []
  return (
    <>
      <PageHeader title={t('title')}>
        <LiveDot />
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
      </PageHeader>
      <StaleNotice list={queue} text={(time) => t('outdated', { time })} />
      {queue.isLoadingError ? (
        <QueryFailure query={queue} />
      ) : !queue.data ? (
        <Skeleton height="24rem" />
      ) : !clinic ? (
        <EmptyState reason={t(mayConfigure ? 'no-clinics-admin' : 'no-clinics')} />
      ) : (
        <>
          <div className={classes.tools}>
            <NativeSelect
              size="md"
              label={t('clinic')}
              value={clinic._id}
              onChange={({ currentTarget: { value } }) => onClinic(value)}
              data={open.map((one) => ({ value: one._id, label: `${one.code} · ${localName(one)}` }))}
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
          {sections.map((section) => {
            const members = rows.filter(({ state }) => state === section)
            if (members.length === 0 && section !== 'waiting') return null
            return (
              <Section key={section} name={t(section)} count={members.length}>
                {members.length === 0 ? (
                  <p className={classes.small}>{t('nobody')}</p>
                ) : (
                  <ul className={classes.rows} aria-label={t(section)}>
                    {members.map((row) => (
                      <QueueItem
                        key={row._id}
                        row={row}
                        clinic={clinic}
                        room={room}
                        onSend={setSending}
                        onDone={setDone}
                        onAdmit={onAdmit}
                      />
                    ))}
                  </ul>
                )}
              </Section>
            )
          })}
          {queue.data.unqueued.length > 0 && (
            <Section name={t('unqueued')} count={queue.data.unqueued.length}>
              <ul className={classes.rows} aria-label={t('unqueued')}>
                {queue.data.unqueued.map((one) => (
                  <UnqueuedItem key={one.visit_id} one={one} clinic={clinic} />
                ))}
              </ul>
            </Section>
          )}
        </>
      )}
      {done && (
        <UndoBar
          key={`${done.row._id} ${done.to} ${done.row.calls}`}
          done={done}
          clinic={open.find(({ _id }) => _id === done.row.clinic_id)}
          onUndone={() => setDone(undefined)}
        />
      )}
      <Dialog isWide title={t('clinics')} opened={isListing} onClose={() => setListing(false)}>
        {queue.data && <ClinicList clinics={queue.data.clinics} />}
      </Dialog>
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
              if (to === 'ADMIT') onAdmit(sending.patient._id)
            }}
          />
        )}
      </Dialog>
    </>
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

function PatientFacts({ patient, complaint }: Pick<QueueRow, 'patient' | 'complaint'>) {
  const { t } = useTranslation('patients')
  const ageText = useAgeText()
  const facts = [t(`gender.${patient.gender}`), patient.date_of_birth && ageText(patient.date_of_birth)]
  return (
    <span className={classes.patient}>
      <Anchor component={Link} to={patientPath(patient._id)} c="inherit" fw={600} className={classes.link}>
        <PatientName of={patient} />
      </Anchor>
      <span className={classes.small}>
        {facts.filter(Boolean).join(' · ')} · HN {patient.hn}
      </span>
      {complaint && <span>{complaint}</span>}
    </span>
  )
}

type QueueItemProps = {
  row: QueueRow
  clinic: Clinic
  room: string
  onSend: (row: QueueRow) => void
  onDone: (done: Done) => void
  onAdmit: (patientId: string) => void
}

function QueueItem({ row, clinic, room, onSend, onDone }: QueueItemProps) {
  const { t } = useTranslation('opd')
  const mayManage = useMay('queue:manage')
  const send = useSend(opd.move, { outdates: outdatedByQueue })
  const { state, patient } = row
  const move = (to: 'waiting' | 'called' | 'absent' | 'seen') =>
    send.mutate(
      { patient_id: patient._id, entry_id: row._id, state, to, room: to === 'called' ? room : row.room },
      { onSuccess: () => onDone({ row, from: state, to }) },
    )
  const act = (label: string, onClick: () => void, isMain = false) => (
    <Button
      variant={isMain ? 'light' : 'default'}
      size="md"
      px="sm"
      loading={send.isPending}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <li className={classes.row}>
      <strong className={classes.number}>{formatQueueNumber(clinic.code, row.number)}</strong>
      <PatientFacts patient={patient} complaint={row.complaint} />
      <span className={classes.when}>
        {row.room && state !== 'waiting' && <span>{t('in-room', { room: row.room })}</span>}
        {row.calls > 1 && state === 'called' && <span>{t('calls', { count: row.calls })}</span>}
        {state === 'done' && row.sent_to && <span>{t('sent', { to: t(`target.${row.sent_to}`) })}</span>}
        <TimeAgo moment={row.done_at ?? row.seen_at ?? row.called_at ?? row.queued_at} />
      </span>
      {mayManage && (
        <span
          className={classes.acts}
          role="group"
          aria-label={t('acts', { name: formatPatientName(patient) })}
        >
          {(state === 'waiting' || state === 'absent') && act(t('call'), () => move('called'), true)}
          {state === 'called' && (
            <>
              {act(t('see'), () => move('seen'), true)}
              {act(t('call-again'), () => move('called'))}
              {act(t('miss'), () => move('absent'))}
            </>
          )}
          {(state === 'called' || state === 'absent') && act(t('back'), () => move('waiting'))}
          {state === 'done' ? (
            <TakeBack row={row} onDone={() => {}} />
          ) : (
            act(t('send'), () => onSend(row), state === 'seen')
          )}
        </span>
      )}
    </li>
  )
}

function TakeBack({ row, onDone }: { row: QueueRow; onDone: () => void }) {
  const { t } = useTranslation('opd')
  const takeBack = useSend(opd.takeBack, { outdates: outdatedBySending, onSuccess: onDone })
  return (
    <Button
      variant="default"
      size="md"
      loading={takeBack.isPending}
      onClick={() => takeBack.mutate({ patient_id: row.patient._id, entry_id: row._id })}
    >
      {t('undo')}
    </Button>
  )
}

function UnqueuedItem({ one, clinic }: { one: Unqueued; clinic: Clinic }) {
  const { t } = useTranslation('opd')
  const mayManage = useMay('queue:manage')
  const give = useSend(opd.enqueue, {
    outdates: outdatedByQueue,
    onSuccess: ({ number }) => toast('success', t('given', { number })),
    showSuccess: false,
  })
  const { patient, last } = one
  return (
    <li className={classes.row}>
      <PatientFacts patient={patient} complaint={one.complaint} />
      <span className={classes.when}>
        {last?.sent_to && <span>{t('sent', { to: t(`target.${last.sent_to}`) })}</span>}
        <TimeAgo moment={last?.done_at ?? one.visited_at} />
      </span>
      {mayManage && (
        <span className={classes.acts}>
          <Button
            variant="light"
            size="md"
            leftSection={<IconTicket size={18} aria-hidden />}
            loading={give.isPending}
            aria-label={`${t('give')} ${clinic.code}: ${formatPatientName(patient)}`}
            onClick={() =>
              give.mutate({ patient_id: patient._id, visit_id: one.visit_id, clinic_id: clinic._id })
            }
          >
            {t('give')} {clinic.code}
          </Button>
        </span>
      )}
    </li>
  )
}

type UndoBarProps = { done: Done; clinic: Clinic | undefined; onUndone: () => void }

/** What was done last on this screen, and the way back. */
function UndoBar({ done: { row, from, to }, clinic, onUndone }: UndoBarProps) {
  const { t } = useTranslation('opd')
  const send = useSend(opd.move, { outdates: outdatedByQueue, onSuccess: onUndone })
  const { patient } = row
  return (
    <div className={classes.undo} role="status">
      <span className={classes.name}>
        {clinic && formatQueueNumber(clinic.code, row.number)} <bdi>{formatPatientName(patient)}</bdi>:{' '}
        {t(`moved.${to}`)}
      </span>
      {to === 'done' ? (
        <TakeBack row={row} onDone={onUndone} />
      ) : (
        from !== 'done' && (
          <Button
            variant="white"
            size="md"
            loading={send.isPending}
            onClick={() =>
              send.mutate({ patient_id: patient._id, entry_id: row._id, state: to, to: from, room: row.room })
            }
          >
            {t('undo')}
          </Button>
        )
      )}
    </div>
  )
}
