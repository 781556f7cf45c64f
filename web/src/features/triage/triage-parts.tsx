import { beyondTexts, listUnassessedDanger, missingReasons, type Triage, type TriageVital } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './triage-history.module.css'
import { useFindingsText, useUnassessedText } from './words.ts'

/** The ids of the triages that a later one completes. */
export const listCompleted = (triages: readonly Triage[]): ReadonlySet<string | null> =>
  new Set(triages.flatMap(({ corrects, completes }) => (completes ? [corrects] : [])))

/**
 * What was found at a triage: the complaint and since when, the signs of A and B, what was measured, the coma scale,
 * what was expected, and the infection screen.
 */
export function Found({ of }: { of: Triage['found'] }) {
  const { t } = useTranslation('triage')
  const vitalName = useVitalName('tile')
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
    return value === null ? [] : [`${vitalName(name)} ${value}`]
  })
  const measured = [
    (systolic ?? null) !== null && `${vitalName('blood_pressure')} ${systolic}/${diastolic ?? '–'}`,
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
          {t('form.onset')}: <Time at={of.onset_at} format="dd MMM yyyy HH:mm" />
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
                names: of.missing.filter((one) => one.reason === reason).map(({ vital }) => vitalName(vital)),
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

type ChangedToProps = { row: Triage; zone: string; isCompleted: boolean }

/** The level and where the patient was sent. `isCompleted`: it was not wrong, but completed. */
export function ChangedTo({ row: { level, fast_tracks, corrected_by }, zone, isCompleted }: ChangedToProps) {
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

/** What decided, or why the level is another one than suggested. */
export function Why({
  row: {
    level,
    suggested,
    rule,
    findings,
    override,
    override_words,
    corrects,
    completes,
    late_reason,
    found,
  },
}: {
  row: Triage
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
      {late_reason !== null && (
        <span className={classes.small}>{t('history.late', { reason: late_reason })}</span>
      )}
    </span>
  )
}
