import type { AlarmOff, Patient } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PatientEnglishName, PatientName } from '../../../clinical/patient/patient-name.tsx'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { formatTime } from '../../../ui/date/dates.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { AlarmsOffNotice } from './alarms-off-notice.tsx'
import { AllergyNotice } from './facts/allergy-notice.tsx'
import { PatientPhoto } from './facts/patient-photo.tsx'
import classes from './patient-banner.module.css'

type PatientBannerProps = {
  patient: Patient
  alarmsOff: readonly AlarmOff[]
  /** What can be done from every screen of the record; it stands at the end of the banner. */
  children?: ReactNode
}

/** The patient's identity and most important warnings in one line, on every screen of the record. */
export function PatientBanner({ patient, alarmsOff, children }: PatientBannerProps) {
  const { t } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  const { triage_level } = patient
  return (
    <section className={classes.banner} aria-label={t('banner')}>
      <span className={classes.photo}>
        <PatientPhoto patient={patient} size={36} />
      </span>
      <PatientName of={patient} className={classes.name} />
      <div className={classes.facts}>
        <PatientEnglishName of={patient} className={classes.more} />
        <span className={classes.hn}>
          <abbr>HN</abbr> {patient.hn}
        </span>
        {patient.an && (
          <span className={classes.more}>
            <abbr>AN</abbr> {patient.an}
          </span>
        )}
        <span className={classes.age}>
          <span className={classes.gender}>{t(`patients:gender.${patient.gender}`)}</span>{' '}
          {ageText(patient) ?? t('age-unknown')}
        </span>
        <BannerStay patient={patient} />
        <AlarmsOffNotice patientId={patient._id} alarmsOff={alarmsOff} />
      </div>
      <div className={classes.allergies}>
        <AllergyNotice patient={patient} />
      </div>
      {triage_level ? (
        <span className={classes.triage}>
          <TriageBadge level={triage_level} />
          <span className={classes.more}>{t(`patients:urgency.${triage_level}`)}</span>
        </span>
      ) : (
        <span className={classes.untriaged}>{t('patients:not-triaged')}</span>
      )}
      {children}
    </section>
  )
}

function BannerStay({ patient: { ward, bed, discharge_date } }: { patient: Patient }) {
  const { t, i18n } = useTranslation(['patient-record', 'patients'])
  const localName = useLocalizedName()
  if (ward)
    return (
      <span className={classes.place}>
        <span className={classes.ward}>{localName(ward)}</span>
        {bed && <span className={classes.bed}>{t('patients:bed', { bed })}</span>}
      </span>
    )
  return (
    <span className={classes.place}>
      <span className={classes.out}>
        {discharge_date
          ? t('discharged', { date: formatTime(discharge_date, i18n.language, 'dd MMM yyyy') })
          : t('patients:stay.out')}
      </span>
    </span>
  )
}
