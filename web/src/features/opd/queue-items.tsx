import { Anchor, Button } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { type Clinic, formatQueueNumber, opd, type QueueRow, type QueueState, type Unqueued } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { formatPatientPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import classes from './opd.module.css'
import { outdatedByQueue, outdatedBySending } from './queries.ts'

/** What was done to a number; `from` is the state before. */
export type QueueAct = { row: QueueRow; from: QueueState; to: QueueState }

function PatientFacts({ patient, complaint }: Pick<QueueRow, 'patient' | 'complaint'>) {
  const { t } = useTranslation('patients')
  const ageText = useAgeText()
  const facts = [t(`gender.${patient.gender}`), ageText(patient)]
  return (
    <span className={classes.patient}>
      <Anchor
        component={Link}
        to={formatPatientPath(patient._id)}
        c="inherit"
        fw={600}
        className={classes.link}
      >
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
  /** What was done, so that it can be undone. */
  onDone: (done: QueueAct) => void
  /** Whether monitoring had ended with what was taken back. */
  onTakenBack: (hasEndedMonitoring: boolean) => void
}

/** Somebody with a number, and what can be done now. */
export function QueueItem({ row, clinic, room, onSend, onDone, onTakenBack }: QueueItemProps) {
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
        <TimeAgo at={row.done_at ?? row.seen_at ?? row.called_at ?? row.queued_at} />
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
            <TakeBack row={row} onDone={onTakenBack} />
          ) : (
            act(t('send'), () => onSend(row), state === 'seen')
          )}
        </span>
      )}
    </li>
  )
}

type TakeBackProps = { row: QueueRow; onDone: (hasEndedMonitoring: boolean) => void }

export function TakeBack({ row, onDone }: TakeBackProps) {
  const { t } = useTranslation('opd')
  const takeBack = useSend(opd.takeBack, {
    outdates: outdatedBySending,
    onSuccess: ({ has_ended_monitoring }) => onDone(has_ended_monitoring),
  })
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

type UnqueuedItemProps = { one: Unqueued; clinic: Clinic; onGiven: () => void }

/** Somebody who is here without a number. */
export function UnqueuedItem({ one, clinic, onGiven }: UnqueuedItemProps) {
  const { t } = useTranslation('opd')
  const mayManage = useMay('queue:manage')
  const give = useSend(opd.enqueue, {
    outdates: outdatedByQueue,
    onSuccess: ({ number }) => {
      toast('success', t('given', { number }))
      onGiven()
    },
    showSuccess: false,
  })
  const { patient, last } = one
  return (
    <li className={classes.row}>
      <PatientFacts patient={patient} complaint={one.complaint} />
      <span className={classes.when}>
        {last?.sent_to && <span>{t('sent', { to: t(`target.${last.sent_to}`) })}</span>}
        <TimeAgo at={last?.done_at ?? one.visited_at} />
      </span>
      {mayManage && !clinic.is_closed && (
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

type QueueCardProps = { clinic: Clinic; patient: QueueRow['patient']; row?: QueueRow; since: string }

/** Somebody at a clinic on a screen in public view, where names are short and nothing can be done. */
export function QueueCard({ clinic, patient, row, since }: QueueCardProps) {
  const { t } = useTranslation('opd')
  return (
    <article className={classes.card}>
      {row && <strong className={classes.number}>{formatQueueNumber(clinic.code, row.number)}</strong>}
      <PatientName of={patient} isShort className={classes.name} />
      <span className={classes.small}>
        {row?.room && row.state !== 'waiting' && `${t('in-room', { room: row.room })} · `}
        <TimeAgo at={since} />
      </span>
    </article>
  )
}
