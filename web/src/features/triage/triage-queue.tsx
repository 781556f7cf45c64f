import { Button, Menu } from '@mantine/core'
import { classifyWait, getWaitStart, type TriageQueueRow, triageLevels, visits } from 'contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSend } from '../../api/client.ts'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { lullMs } from '../../clinical/wall-screens.ts'
import { formatTriagePath } from '../../paths.ts'
import { useMay, useMayOpen } from '../../session/signed-in.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { useDerivedNow } from '../../ui/date/use-now.ts'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { Dialog } from '../../ui/feedback/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LastActBar } from '../../ui/feedback/last-act-bar.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { StaleNotice } from '../../ui/list/stale-notice.tsx'
import { ShowNewestButton } from '../../ui/list/steady/show-newest-button.tsx'
import { useSteadyRows } from '../../ui/list/steady/use-steady-rows.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { formatPatientName } from '../../ui/person-name.ts'
import { useArrival } from './arrival/use-arrival.tsx'
import { EndVisitForm } from './end-visit-form.tsx'
import { outdatedByTriage, useTriageQueue } from './queries.ts'
import classes from './triage-queue.module.css'
import { type EndedVisit, ReopenVisit } from './visits/reopen-visit.tsx'

/** Who waits for triage, and for whom it is due again. */
export function TriageQueue() {
  const { t } = useTranslation('triage')
  const queue = useTriageQueue()
  const mayTriage = useMayOpen()('triage/:id')
  const mayManage = useMay('queue:manage')
  const [leaving, setLeaving] = useState<TriageQueueRow>()
  const [ended, setEnded] = useState<EndedVisit>()
  const [reopening, setReopening] = useState<EndedVisit>()
  const [settled, setSettled] = useState(0)
  const steady = useSteadyRows({
    rows: queue.data?.rows,
    // What somebody did here themselves they see at once.
    question: String(settled),
    rowKey: ({ visit }) => visit._id,
    lullMs,
  })
  const settle = () => void queue.refetch().then(() => setSettled((count) => count + 1))
  const arrival = useArrival({ onDone: settle })
  const rows = queue.data && steady.rows
  const waiting = queue.data?.rows.filter(({ last }) => last === null).length ?? 0
  return (
    <>
      <PageHeader title={t('title')} count={rows && t('queue.waiting', { count: waiting })}>
        {arrival.button}
      </PageHeader>
      <p className={classes.lead}>{t('queue.lead')}</p>
      <ShowNewestButton steady={steady}>{t('queue.changed')}</ShowNewestButton>
      <StaleNotice list={queue} text={(time) => t('queue.outdated', { time })} />
      {queue.data && queue.data.total > queue.data.rows.length && (
        <p className={classes.cut}>
          {t('queue.cut', { count: queue.data.total, shown: queue.data.rows.length })}
        </p>
      )}
      {queue.isLoadingError ? (
        <QueryFailure query={queue} />
      ) : rows?.length === 0 ? (
        <EmptyState reason={t(arrival.button ? 'queue.none-next' : 'queue.none')}>
          {arrival.button}
        </EmptyState>
      ) : (
        <div {...steady.listProps}>
          <RecordRows
            label={t('title')}
            rows={rows}
            rowKey={({ visit }) => visit._id}
            rowLink={
              mayTriage
                ? {
                    path: ({ patient }) => formatTriagePath(patient._id),
                    label: ({ patient }) => t('queue.open', { name: formatPatientName(patient) }),
                  }
                : undefined
            }
            columns={[
              { key: 'level', label: t('queue.level'), cell: (row) => <RowLevel row={row} /> },
              {
                key: 'patient',
                label: t('queue.patient'),
                isBare: true,
                cell: (row) => <RowPatient row={row} />,
              },
              {
                key: 'complaint',
                label: t('queue.complaint'),
                cell: ({ visit }) =>
                  visit.complaint ? (
                    <span className={classes.complaint}>{visit.complaint}</span>
                  ) : (
                    <EmptyValue />
                  ),
              },
              {
                key: 'arrived',
                label: t('queue.arrived'),
                cell: ({ visit }) => (
                  <span className={classes.due}>
                    <TimeAgo at={getWaitStart(visit)} />
                    {visit.er_since && <span className={classes.facts}>{t('queue.from-clinic')}</span>}
                  </span>
                ),
              },
              { key: 'news2', label: t('queue.news2'), cell: ({ score }) => score?.value ?? <EmptyValue /> },
              { key: 'next', label: t('queue.next'), cell: (row) => <RowDue row={row} /> },
              {
                key: 'seen',
                label: t('queue.seen'),
                cell: ({ visit }) =>
                  visit.first_seen_at ? <TimeAgo at={visit.first_seen_at} /> : t('queue.not-seen'),
              },
              ...(mayManage
                ? [
                    {
                      key: 'acts',
                      label: t('queue.acts'),
                      isActions: true,
                      isBare: true,
                      cell: (row: TriageQueueRow): ReactNode => (
                        <RowActs row={row} onSeen={settle} onLeave={() => setLeaving(row)} />
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      )}
      {ended && (
        <LastActBar
          wayBack={
            <Button variant="white" size="md" onClick={() => setReopening(ended)}>
              {t('reopen.action')}
            </Button>
          }
        >
          {t('reopen.ended', { name: formatPatientName(ended.patient) })}
        </LastActBar>
      )}
      {arrival.dialog}
      <ReopenVisit
        ended={reopening}
        onClose={() => setReopening(undefined)}
        onReopened={() => {
          setEnded(undefined)
          settle()
        }}
      />
      <Dialog
        title={t('disposition.title')}
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
      >
        {leaving && (
          <EndVisitForm
            row={leaving}
            onDone={(actId) => {
              setLeaving(undefined)
              setEnded({ patient: leaving.patient, visitId: leaving.visit._id, actId })
              settle()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function RowLevel({ row: { last } }: { row: TriageQueueRow }) {
  const { t } = useTranslation('triage')
  if (!last) return <strong className={classes.waits}>{t('queue.waits')}</strong>
  return (
    <span className={classes.level}>
      <TriageBadge level={last.level} /> L{triageLevels.indexOf(last.level) + 1}
    </span>
  )
}

function RowPatient({ row: { patient, visit } }: { row: TriageQueueRow }) {
  const { t } = useTranslation(['triage', 'patients'])
  const ageText = useAgeText()
  const age = ageText(patient)
  const person = [t(`patients:gender.${patient.gender}`), age].filter(Boolean).join(' ')
  return (
    <span className={classes.patient}>
      <PatientName of={patient} className={classes.name} />
      <span className={classes.facts}>
        <InlineFacts of={[person, `HN ${patient.hn}`, t(`kind.${visit.kind}`)]} />
      </span>
    </span>
  )
}

/** A wait is told when it is soon due, and loudly when it is overdue: in words, not by colour alone. */
function RowDue({ row: { due, last } }: { row: TriageQueueRow }) {
  const { t, i18n } = useTranslation('triage')
  const state = useDerivedNow((now) => {
    if (!due || !last || due.reason === 'continuous') return undefined
    return classifyWait({ since: Date.parse(last.at), due: Date.parse(due.due_at) }, now)
  })
  if (!due) return <EmptyValue />
  if (due.reason === 'continuous') return <>{t('reason.continuous')}</>
  return (
    <span className={classes.due} data-state={state}>
      {state && <strong>{t(`queue.${state}`)}</strong>}
      {state === 'overdue' ? (
        <TimeAgo at={due.due_at} isShort />
      ) : (
        <time dateTime={due.due_at}>{formatTime(due.due_at, i18n.language, 'HH:mm')}</time>
      )}
      {due.reason !== 'level' && <span className={classes.facts}>{t(`reason.${due.reason}`)}</span>}
    </span>
  )
}

type RowActsProps = { row: TriageQueueRow; onSeen: () => void; onLeave: () => void }

function RowActs({ row: { patient, visit }, onSeen, onLeave }: RowActsProps) {
  const { t } = useTranslation('triage')
  const see = useSend(visits.see, { outdates: outdatedByTriage, onSuccess: onSeen })
  return (
    <RowMenu label={t('queue.more', { name: formatPatientName(patient) })} isBusy={see.isPending}>
      {visit.first_seen_at === null && (
        <Menu.Item onClick={() => see.mutate({ patient_id: patient._id, visit_id: visit._id })}>
          {t('queue.see')}
        </Menu.Item>
      )}
      <Menu.Item onClick={onLeave}>{t('queue.leave')}</Menu.Item>
    </RowMenu>
  )
}
