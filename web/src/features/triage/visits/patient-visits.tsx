import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Patient, type RequestOfDeath, type Result, triage, type Visit } from 'contract'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { ask } from '../../../api/client.ts'
import { useMay } from '../../../session/signed-in.tsx'
import { formatDate } from '../../../ui/date/dates.ts'
import { Time } from '../../../ui/date/time.tsx'
import { EmptyValue } from '../../../ui/empty-value.tsx'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import { RecordRows } from '../../../ui/list/record-rows.tsx'
import { Section } from '../../../ui/section.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { ArrivalCorrectionForm } from '../arrival/arrival-form.tsx'
import { VisitPrintout } from '../print/visit-printout.tsx'
import { type EndedVisit, ReopenVisit } from './reopen-visit.tsx'
import { VisitNumber, VoidVisit } from './void-visit.tsx'

type ListedVisit = Result<typeof triage.history>['visits'][number]

/**
 * Every visit of a patient: when they came, were seen and left, and how. Also one that has ended can be corrected, and
 * for a day opened again.
 */
export function PatientVisits({ patient }: { patient: Patient }) {
  const { t } = useTranslation('triage')
  const mayCorrect = useMay('queue:manage')
  const found = useQuery(ask(triage.history, { patient_id: patient._id }, true))
  const [correcting, setCorrecting] = useState<string>()
  const [reopening, setReopening] = useState<EndedVisit>()
  const [requests, setRequests] = useState<readonly RequestOfDeath[]>([])
  const visits = found.data?.visits ?? []
  const corrected = visits.find(({ _id }) => _id === correcting)
  const isPhone = useIsPhone()
  const [printed, setPrinted] = useState<string>()
  const onPaper = visits.find(({ _id }) => _id === printed) ?? visits[0]
  if (!found.data || !onPaper) return null
  const print = (visitId: string) => {
    // The sheet is drawn as soon as the print dialog opens.
    flushSync(() => setPrinted(visitId))
    window.print()
  }
  return (
    <Section title={t('history.visits')}>
      {requests.map((request) => (
        <PlannedAdmission key={request.planned_on} request={request} />
      ))}
      <RecordRows
        label={t('history.visits')}
        rows={visits}
        rowKey={({ _id }) => _id}
        columns={[
          { key: 'vn', label: t('history.visit'), cell: (visit) => <VisitNumber visit={visit} /> },
          {
            key: 'arrived',
            label: t('arrival.arrived'),
            cell: ({ visited_at, er_since }) => (
              <span>
                <At at={visited_at} />
                {er_since && (
                  <>
                    {` · ${t('history.er-since')} `}
                    <At at={er_since} />
                  </>
                )}
              </span>
            ),
          },
          {
            key: 'seen',
            label: t('fact.first_seen_at'),
            cell: ({ first_seen_at, opd_seen_at }) => (
              <span>
                <At at={first_seen_at} />
                {opd_seen_at && (
                  <>
                    {` · ${t('kind.OPD')} `}
                    <At at={opd_seen_at} />
                  </>
                )}
              </span>
            ),
          },
          { key: 'left', label: t('fact.left_at'), cell: (visit) => <Left visit={visit} /> },
          ...(isPhone
            ? []
            : [
                {
                  key: 'print',
                  label: t('print.action'),
                  isBare: true,
                  cell: ({ _id, vn }: Visit) => (
                    <Button
                      variant="subtle"
                      size="compact-md"
                      aria-label={`${t('print.of')}: ${vn}`}
                      onClick={() => print(_id)}
                    >
                      {t('print.action')}
                    </Button>
                  ),
                },
              ]),
          ...(mayCorrect
            ? [
                {
                  key: 'correct',
                  label: t('history.correct'),
                  isBare: true,
                  cell: ({ _id, vn, end_act, voided }: ListedVisit) => (
                    <Group gap="xs">
                      {end_act !== null && (
                        <Button
                          variant="subtle"
                          size="compact-md"
                          aria-label={`${t('reopen.title')}: ${vn}`}
                          onClick={() => setReopening({ patient, visitId: _id, actId: end_act })}
                        >
                          {t('reopen.action')}
                        </Button>
                      )}
                      {voided === null && (
                        <Button
                          variant="subtle"
                          size="compact-md"
                          aria-label={`${t('arrival.correct-title')}: ${vn}`}
                          onClick={() => setCorrecting(_id)}
                        >
                          {t('history.correct')}
                        </Button>
                      )}
                    </Group>
                  ),
                },
                {
                  key: 'void',
                  label: t('void.action'),
                  isBare: true,
                  cell: (visit: Visit) => <VoidVisit patient={patient} visit={visit} onAlive={setRequests} />,
                },
              ]
            : []),
        ]}
      />
      <ReopenVisit ended={reopening} onClose={() => setReopening(undefined)} />
      <VisitPrintout patient={patient} visit={onPaper} history={found.data} />
      <Dialog
        isWide
        title={t('arrival.correct-title')}
        opened={corrected !== undefined}
        onClose={() => setCorrecting(undefined)}
      >
        {corrected && (
          <ArrivalCorrectionForm
            patient={patient}
            visit={corrected}
            onDone={() => setCorrecting(undefined)}
            onAlive={setRequests}
          />
        )}
      </Dialog>
    </Section>
  )
}

/** What became of a planned admission that a death had closed, of a patient who has not died after all. */
function PlannedAdmission({ request: { ward, planned_on, is_open } }: { request: RequestOfDeath }) {
  const { t, i18n } = useTranslation('triage')
  const localName = useLocalizedName()
  const planned = { ward: localName(ward), day: formatDate(planned_on, i18n.language) }
  return (
    <Alert role="status" color={is_open ? 'green' : 'yellow'} mb="sm">
      {t(is_open ? 'history.request-open' : 'history.request-closed', planned)}
    </Alert>
  )
}

function At({ at }: { at: string | null }) {
  return at === null ? <EmptyValue /> : <Time at={at} format="dd MMM yyyy HH:mm" />
}

function Left({ visit: { left_at, disposition } }: { visit: Visit }) {
  const { t } = useTranslation('triage')
  return (
    <span>
      <At at={left_at} />
      {disposition !== null && ` · ${t(`disposition.${disposition as 1}`)}`}
      {left_at !== null && disposition === null && ` · ${t('disposition.unknown')}`}
    </span>
  )
}
