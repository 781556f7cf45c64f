import { IconAlertTriangleFilled, IconCheck, IconHelpCircle } from '@tabler/icons-react'
import type { Medication, Patient } from 'contract'
import { useTranslation } from 'react-i18next'
import { sortBySeverity } from '../../../clinical/patient/sort-by-severity.ts'
import { InlineFacts } from '../../../ui/inline-facts.tsx'
import { Section } from '../../../ui/section.tsx'
import { Disease } from '../record/facts/field-value.tsx'
import classes from './clinical-lists.module.css'

/** Allergies by severity, problems and drugs. */
export function ClinicalLists({ patient }: { patient: Patient }) {
  const { t } = useTranslation(['summary', 'patients'])
  const { underlying_disease: diseases, disease, ward_medication, medication } = patient
  return (
    <>
      <Allergies patient={patient} />
      <Section title={t('problems')}>
        {!disease && diseases.length === 0 ? (
          <p className={classes.empty}>{t('nothing-recorded')}</p>
        ) : (
          <ul className={classes.list}>
            {disease && (
              <li>
                <strong>
                  <Disease code={disease} />
                </strong>
                <span className={classes.minor}>{t(patient.an ? 'this-stay' : 'last-stay')}</span>
              </li>
            )}
            {diseases.map(({ _id, underlying_disease, note }) => (
              <li key={_id}>
                <Disease code={underlying_disease} />
                {note && <span className={classes.minor}>{note}</span>}
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t('drugs')}>
        {ward_medication.length + medication.length === 0 ? (
          <p className={classes.empty}>{t('nothing-recorded')}</p>
        ) : (
          <>
            <Drugs title={t('drugs-here')} drugs={ward_medication} />
            <Drugs title={t('drugs-at-home')} drugs={medication} />
          </>
        )}
      </Section>
    </>
  )
}

/** The most severe first. Unknown allergies are said to be unknown. */
function Allergies({ patient: { allergies, no_known_allergy } }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const Icon = no_known_allergy ? IconCheck : IconHelpCircle
  return (
    <Section title={t('patients:field.allergies')}>
      {allergies.length === 0 ? (
        <p className={classes.allergyState} data-unknown={!no_known_allergy || undefined}>
          <Icon size={18} aria-hidden />
          {t(no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-not-recorded')}
        </p>
      ) : (
        <ul className={classes.list}>
          {sortBySeverity(allergies).map(({ _id, substance, severity, reaction, certainty }) => (
            <li key={_id} className={classes.allergy}>
              <span className={classes.severity} data-severity={severity}>
                {severity === 'life_threatening' && <IconAlertTriangleFilled size={14} aria-hidden />}
                {t(`patients:allergy-severity.${severity}`)}
              </span>
              <strong>{substance}</strong>
              <span className={classes.minor}>
                <InlineFacts
                  of={[
                    reaction ?? t('no-reaction'),
                    certainty !== 'unclassified' && t(`patients:allergy-certainty.${certainty}`),
                  ]}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Drugs({ title, drugs }: { title: string; drugs: readonly (Medication & { _id: string })[] }) {
  if (drugs.length === 0) return null
  return (
    <>
      <h3 className={classes.group}>{title}</h3>
      <ul className={classes.list}>
        {drugs.map(({ _id, name, dose, route, frequency }) => (
          <li key={_id}>
            <strong>{name}</strong>{' '}
            <span className={classes.minor}>
              <InlineFacts of={[dose, route, frequency]} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}
