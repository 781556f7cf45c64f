import type { Patient, Unwatched } from 'contract'
import { useTranslation } from 'react-i18next'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { formatDate, formatTime } from '../../../ui/date/dates.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { englishName, fullName } from '../../../ui/person-name.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { AllergyNotice } from './facts/allergy-notice.tsx'
import { PatientPhoto } from './facts/patient-photo.tsx'
import classes from './patient-banner.module.css'
import { UnwatchedNotice } from './unwatched-notice.tsx'

type PatientBannerProps = { patient: Patient; unwatched: readonly Unwatched[]; isShrunk: boolean }

/** The patient's identity and most important warnings, visible on every screen of the record. */
export function PatientBanner({ patient, unwatched, isShrunk }: PatientBannerProps) {
  const { t, i18n } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  const { date_of_birth, triage_level } = patient
  const foreignName = englishName(patient)
  const isNew = foreignName !== `${patient.name} ${patient.surname}`
  return (
    <section className={classes.banner} aria-label={t('banner')} data-shrunk={isShrunk || undefined}>
      <PatientPhoto patient={patient} size={isShrunk ? 40 : 56} />
      <div className={classes.who}>
        <p className={classes.names}>
          <span className={classes.name} lang="th">
            {fullName(patient)}
          </span>
          {foreignName && isNew && (
            <span className={classes.foreignName} lang="en">
              {foreignName}
            </span>
          )}
        </p>
        <p className={classes.facts}>
          <span>
            <abbr>HN</abbr> {patient.hn}
          </span>
          {patient.an && (
            <span className={classes.second}>
              <abbr>AN</abbr> {patient.an}
            </span>
          )}
          <span>{t(`patients:gender.${patient.gender}`)}</span>
          <span>
            {date_of_birth ? ageText(date_of_birth) : t('age-unknown')}
            {date_of_birth && (
              <span className={classes.born}>
                {' '}
                · {t('born', { date: formatDate(date_of_birth, i18n.language) })}
              </span>
            )}
          </span>
          <UnwatchedNotice patientId={patient._id} unwatched={unwatched} />
        </p>
      </div>
      <AllergyNotice patient={patient} />
      <div className={classes.state}>
        {triage_level ? (
          <span className={classes.triage}>
            <TriageBadge level={triage_level} />
            <span className={classes.triageWord}>{t(`patients:urgency.${triage_level}`)}</span>
          </span>
        ) : (
          <span className={classes.untriaged}>{t('patients:not-triaged')}</span>
        )}
        <BannerStay patient={patient} />
      </div>
    </section>
  )
}

function BannerStay({ patient: { ward, bed, admit_date, discharge_date } }: { patient: Patient }) {
  const { t, i18n } = useTranslation(['patient-record', 'patients'])
  const localName = useLocalizedName()
  const day = (moment: string) => formatTime(moment, i18n.language, 'dd MMM yyyy')
  if (ward)
    return (
      <span className={classes.place}>
        <strong>
          {localName(ward)}
          {bed && ` · ${t('patients:bed', { bed })}`}
        </strong>
        {admit_date && <span className={classes.second}> {t('admitted', { date: day(admit_date) })}</span>}
      </span>
    )
  return (
    <span className={classes.place}>
      {discharge_date ? t('discharged', { date: day(discharge_date) }) : t('patients:stay.out')}
    </span>
  )
}
