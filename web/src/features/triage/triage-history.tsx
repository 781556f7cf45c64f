import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { standardZones, triage } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { useZoneName } from '../../clinical/emergency/use-zone-name.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { formatTriagePath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { Section } from '../../ui/section.tsx'
import { ChangedFacts } from './changed-facts.tsx'
import { CompletionDialog } from './completion-dialog.tsx'
import { LateCorrection, type PastTriage, type TriagedPatient } from './decision/late-correction.tsx'
import classes from './triage-history.module.css'
import { ChangedTo, Found, listCompleted, Why } from './triage-parts.tsx'

/** Every triage of a patient: changed to, by whom, when, why, and NEWS2 then. */
export function TriageHistory({ patient }: { patient: TriagedPatient }) {
  const patientId = patient._id
  const { t } = useTranslation('triage')
  const mayTriage = useMay('triage:record')
  const found = useQuery(ask(triage.history, { patient_id: patientId }, true))
  const rows = found.data?.triages
  const corrections = found.data?.corrections ?? []
  const [isCompleting, setCompleting] = useState(false)
  const [correcting, setCorrecting] = useState<string>()
  const completed = listCompleted(rows ?? [])
  const visits = new Map((found.data?.visits ?? []).map((one) => [one._id, one]))
  /** The newest triage of each visit that is over and not cancelled. */
  const correctable = new Set(
    [...visits.values()].flatMap(({ _id, is_open, voided }) =>
      is_open || voided ? [] : (rows?.find(({ visit }) => visit._id === _id)?._id ?? []),
    ),
  )
  const visitNumber = ({ _id, vn }: { _id: string; vn: string }) =>
    visits.get(_id)?.voided ? (
      <span className={classes.two}>
        <s className={classes.corrected}>{vn}</s>
        <span className={classes.small}>{t('void.done')}</span>
      </span>
    ) : (
      vn
    )
  const corrected = rows?.find(({ _id }) => _id === correcting)
  const correctedVisit = corrected && visits.get(corrected.visit._id)
  const zoneName = useZoneName(found.data?.zones ?? standardZones)
  return (
    <>
      {mayTriage && (
        <Group mb="md">
          <Button component={Link} to={formatTriagePath(patientId)} size="md">
            {t('history.now')}
          </Button>
        </Group>
      )}
      {found.isLoadingError ? (
        <QueryFailure query={found} />
      ) : !rows ? (
        <Skeleton height="16rem" />
      ) : rows.length === 0 ? (
        <EmptyState reason={t('history.none')} />
      ) : (
        <RecordRows
          label={t('title')}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={[
            {
              key: 'at',
              label: t('history.at'),
              cell: ({ at }) => <Time at={at} format="dd MMM yyyy HH:mm" />,
            },
            {
              key: 'to',
              label: t('history.to'),
              cell: (row) => (
                <ChangedTo row={row} zone={zoneName(row.zone)} isCompleted={completed.has(row._id)} />
              ),
            },
            {
              key: 'from',
              label: t('history.from'),
              cell: ({ from }) => (from ? <TriageBadge level={from} /> : t('history.first')),
            },
            { key: 'by', label: t('history.by'), cell: ({ by }) => <StaffName of={by} /> },
            { key: 'why', label: t('history.why'), cell: (row) => <Why row={row} /> },
            {
              key: 'found',
              label: t('history.found'),
              cell: ({ found: one, unasked }) => (
                <span className={classes.two}>
                  {unasked.length > 0 && (
                    <strong>
                      {t('unasked.label', { names: unasked.map((name) => t(`unasked.${name}`)).join(', ') })}
                      {mayTriage && (
                        <Button variant="subtle" size="compact-md" onClick={() => setCompleting(true)}>
                          {t('unasked.ask')}
                        </Button>
                      )}
                    </strong>
                  )}
                  <Found of={one} />
                </span>
              ),
            },
            { key: 'news2', label: t('history.news2'), cell: ({ news2 }) => news2 ?? <EmptyValue /> },
            { key: 'visit', label: t('history.visit'), cell: ({ visit }) => visitNumber(visit) },
            ...(mayTriage && correctable.size > 0
              ? [
                  {
                    key: 'correct',
                    label: t('history.correct'),
                    isBare: true,
                    cell: ({ _id, visit }: PastTriage) =>
                      correctable.has(_id) && (
                        <Button
                          variant="subtle"
                          size="compact-md"
                          aria-label={`${t('history.correct')}: ${t('title')} ${visit.vn}`}
                          onClick={() => setCorrecting(_id)}
                        >
                          {t('history.correct')}
                        </Button>
                      ),
                  },
                ]
              : []),
          ]}
        />
      )}
      {corrected && correctedVisit && (
        <LateCorrection
          patient={patient}
          visit={correctedVisit}
          triages={rows?.filter(({ visit }) => visit._id === correctedVisit._id) ?? []}
          row={corrected}
          onClose={() => setCorrecting(undefined)}
        />
      )}
      {isCompleting && <CompletionDialog patientId={patientId} onClose={() => setCompleting(false)} />}
      {corrections.length > 0 && (
        <Section title={t('history.arrival')}>
          <RecordRows
            label={t('history.arrival')}
            rows={corrections}
            rowKey={({ _id }) => _id}
            columns={[
              {
                key: 'at',
                label: t('history.at'),
                cell: ({ at }) => <Time at={at} format="dd MMM yyyy HH:mm" />,
              },
              { key: 'what', label: t('history.what'), cell: (one) => <ChangedFacts of={one} /> },
              { key: 'by', label: t('history.by'), cell: ({ by }) => <StaffName of={by} /> },
              {
                key: 'why',
                label: t('history.why'),
                cell: ({ reason }) => reason ?? t('history.at-triage'),
              },
              { key: 'visit', label: t('history.visit'), cell: ({ visit }) => visitNumber(visit) },
            ]}
          />
        </Section>
      )}
    </>
  )
}
