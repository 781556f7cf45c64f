import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  beyondTexts,
  listUnassessedDanger,
  missingReasons,
  type Result,
  standardZones,
  type TriageVital,
  triage,
} from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { useZoneName } from '../../clinical/emergency/use-zone-name.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { triagePath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import { Moment } from '../../ui/date/moment.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryFailure } from '../../ui/feedback/query-failure.tsx'
import { RecordRows } from '../../ui/list/record-rows.tsx'
import { Section } from '../../ui/section.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { ChangedFacts } from './changed-facts.tsx'
import { CompletionDialog } from './completion-dialog.tsx'
import classes from './triage-history.module.css'
import { useFindingsText, useUnassessedText } from './words.ts'

type Row = Result<typeof triage.history>['triages'][number]

/** Every triage of a patient: changed to, by whom, when, why, and NEWS2 then. */
export function TriageHistory({ patientId }: { patientId: string }) {
  const { t } = useTranslation('triage')
  const mayTriage = useMay('triage:record')
  const found = useQuery(ask(triage.history, { patient_id: patientId }, true))
  const rows = found.data?.triages
  const corrections = found.data?.corrections ?? []
  const [isCompleting, setCompleting] = useState(false)
  const completed = new Set(rows?.flatMap(({ corrects, completes }) => (completes ? [corrects] : [])))
  const zoneName = useZoneName(found.data?.zones ?? standardZones)
  return (
    <>
      {mayTriage && (
        <Group mb="md">
          <Button component={Link} to={triagePath(patientId)} size="md">
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
              cell: ({ at }) => <Moment at={at} format="dd MMM yyyy HH:mm" />,
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
            { key: 'visit', label: t('history.visit'), cell: ({ visit }) => visit.vn },
          ]}
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
                cell: ({ at }) => <Moment at={at} format="dd MMM yyyy HH:mm" />,
              },
              { key: 'what', label: t('history.what'), cell: (one) => <ChangedFacts of={one} /> },
              { key: 'by', label: t('history.by'), cell: ({ by }) => <StaffName of={by} /> },
              {
                key: 'why',
                label: t('history.why'),
                cell: ({ reason }) => reason ?? t('history.at-triage'),
              },
              { key: 'visit', label: t('history.visit'), cell: ({ visit }) => visit.vn },
            ]}
          />
        </Section>
      )}
    </>
  )
}

/**
 * What was found at a triage: the complaint and since when, the signs of A and B, what was measured, the coma scale,
 * what was expected, and the infection screen.
 */
function Found({ of }: { of: Row['found'] }) {
  const { t } = useTranslation('triage')
  const nameOf = useVitalName('tile')
  const nameOfDisease = useLocalizedName()
  const { values, gcs, resources } = of
  const confirmed = [
    {
      part: 'confirmed_allergies' as const,
      names: of.confirmed_allergies?.length === 0 ? [t('form.no-allergy')] : of.confirmed_allergies,
    },
    { part: 'confirmed_diseases' as const, names: of.confirmed_diseases?.map(nameOfDisease) },
    { part: 'confirmed_medications' as const, names: of.confirmed_medications },
  ].flatMap(({ part, names }) => (names ? [{ part, names }] : []))
  const { systolic, diastolic, consciousness, oxygen, beyond } = values
  const numbers = foundNumbers.flatMap((name) => {
    const value = (name === 'blood_glucose' && beyond ? beyondTexts[beyond] : values[name]) ?? null
    return value === null ? [] : [`${nameOf(name)} ${value}`]
  })
  const measured = [
    (systolic ?? null) !== null && `${nameOf('blood_pressure')} ${systolic}/${diastolic ?? '–'}`,
    ...numbers,
    (oxygen ?? null) !== null && t(oxygen ? 'form.oxygen' : 'form.air'),
    (consciousness ?? null) !== null && `ACVPU ${consciousness}`,
    (gcs.eye ?? gcs.verbal ?? gcs.motor) !== null &&
      `GCS E${gcs.eye ?? '–'}V${gcs.verbal ?? '–'}M${gcs.motor ?? '–'}`,
    of.gcs_total !== null && `GCS ${of.gcs_total}`,
  ].filter(Boolean)
  const rows = [
    {
      label: t('form.a'),
      signs: of.life_saving.map((one) => t(one === 'NONE' ? 'form.no-sign' : `a.${one}`)),
    },
    { label: t('form.b'), signs: of.high_risk.map((one) => t(one === 'NONE' ? 'form.no-sign' : `b.${one}`)) },
    { label: t('form.infection'), signs: of.infection_signs.map((one) => t(`infection.${one}`)) },
    {
      label: t('arrival.accident'),
      signs:
        of.is_accident !== null
          ? [t(of.is_accident ? 'known.yes' : 'known.no')]
          : of.is_accident_unknown
            ? [t('known.unknown')]
            : [],
    },
    // Triages from before it was asked, and those of men, say nothing of it.
    ...(of.pregnancy === 'not_asked'
      ? []
      : [
          {
            label: t('arrival.pregnancy'),
            signs: [
              t(`pregnancy.${of.pregnancy}`),
              ...(of.pregnancy_weeks === null ? [] : [`${of.pregnancy_weeks} ${t('arrival.weeks-unit')}`]),
            ],
          },
        ]),
  ]
  const isNothing =
    of.complaint === null &&
    of.symptom_groups.length === 0 &&
    measured.length === 0 &&
    of.missing_reason === null &&
    of.missing.length === 0 &&
    !resources &&
    rows.every(({ signs }) => signs.length === 0)
  if (isNothing) return <EmptyValue />
  return (
    <span className={classes.two}>
      {of.complaint !== null && <span>{of.complaint}</span>}
      {of.symptom_groups.length > 0 && (
        <span className={classes.small}>
          {of.symptom_groups.map((group) => `${group} ${t(`symptom-group.${group}`)}`).join(', ')}
        </span>
      )}
      {of.onset_at !== null && (
        <span>
          {t('form.onset')}: <Moment at={of.onset_at} format="dd MMM yyyy HH:mm" />
        </span>
      )}
      {of.onset_at === null && of.is_onset_unknown && (
        <span>
          {t('form.onset')}: {t('form.onset-unknown')}
        </span>
      )}
      {measured.length > 0 && <span>{measured.join(' · ')}</span>}
      {of.missing.length > 0 && (
        <span className={classes.small}>
          {t('history.missing', {
            reason: missingReasons
              .map((reason) => ({
                reason,
                names: of.missing.filter((one) => one.reason === reason).map(({ vital }) => nameOf(vital)),
              }))
              .filter(({ names }) => names.length > 0)
              .map(({ reason, names }) => `${names.join(', ')} (${t(`missing.${reason}`)})`)
              .join(' · '),
          })}
        </span>
      )}
      {of.missing_reason !== null && (
        <span className={classes.small}>
          {t('history.missing', { reason: t(`missing.${of.missing_reason}`) })}
        </span>
      )}
      {confirmed.map(({ part, names }) => (
        <span key={part} className={classes.small}>
          {t('history.confirmed', { part: t(`form.${part}`) })}: {names.join(', ')}
        </span>
      ))}
      {resources !== null && (
        <span className={classes.small}>
          {t('form.c')}:{' '}
          {resources.length === 0 ? t('form.none') : resources.map((one) => t(`resource.${one}`)).join(', ')}
        </span>
      )}
      {rows.map(({ label, signs }) => (
        <span key={label} className={classes.small}>
          {label}: {signs.length === 0 ? t('history.unassessed') : signs.join(', ')}
        </span>
      ))}
    </span>
  )
}

const foundNumbers = [
  'pulse',
  'respiration_rate',
  'spo2',
  'temperature',
  'pain_score',
  'blood_glucose',
  'weight',
] as const satisfies readonly TriageVital[]

type ChangedToProps = { row: Row; zone: string; isCompleted: boolean }

function ChangedTo({ row: { level, fast_tracks, corrected_by }, zone, isCompleted }: ChangedToProps) {
  const { t } = useTranslation('triage')
  return (
    <span className={classes.two}>
      <span className={corrected_by && !isCompleted ? classes.corrected : undefined}>
        <TriageBadge level={level} />
      </span>
      <span>
        {t('form.zone')}: {zone}
      </span>
      <span className={classes.small}>
        {t('form.fast-track')}:{' '}
        {fast_tracks.length === 0
          ? t('history.unassessed')
          : fast_tracks.map((one) => t(one === 'NONE' ? 'form.no-sign' : `track.${one}`)).join(', ')}
      </span>
      {corrected_by && (
        <span className={classes.small}>{t(isCompleted ? 'history.completed' : 'history.corrected')}</span>
      )}
    </span>
  )
}

function Why({
  row: { level, suggested, rule, findings, override, override_words, corrects, completes, found },
}: {
  row: Row
}) {
  const { t } = useTranslation(['triage', 'ui'])
  const findingsText = useFindingsText()
  const unassessedText = useUnassessedText()
  const unassessed =
    rule === 'D' && suggested === 'YELLOW' && (found.missing_reason !== null || found.missing.length > 0)
      ? listUnassessedDanger(found.values)
      : []
  return (
    <span className={classes.two}>
      {override ? <strong>{t(`override.${override}`)}</strong> : <span>{findingsText(findings)}</span>}
      {override_words && <span>{override_words}</span>}
      {suggested !== level && (
        <span className={classes.small}>
          {suggested && rule
            ? `${t('history.suggested', { level: t(`ui:triage.${suggested}`), rule })}: ${findingsText(findings)}`
            : t('history.no-suggestion')}
        </span>
      )}
      {unassessed.length > 0 && <span className={classes.small}>{unassessedText(unassessed)}</span>}
      {corrects && (
        <span className={classes.small}>{t(completes ? 'history.completes' : 'history.corrects')}</span>
      )}
    </span>
  )
}
