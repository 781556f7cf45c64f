import type { Patient } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date/dates.ts'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { formatPatientName } from '../../ui/person-name.ts'
import { Barcode, useBarcode } from '../../ui/print/barcode.tsx'
import { Paper } from '../../ui/print/paper.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import { PaperHead } from './paper-head.tsx'
import classes from './patient-paper.module.css'

type PatientPaperProps = {
  patient: Patient
  title: string
  /** What of the record is on it: the span of time, the rows that were left out. */
  about: ReactNode
  isLandscape?: boolean
  children: ReactNode
}

/** The print of a part of a record. Each page says whose it is, in letters and in bars. */
export function PatientPaper({ patient, title, about, isLandscape = false, children }: PatientPaperProps) {
  const bars = useBarcode(patient.hn)
  useTranslation(['patient-record', 'patients'])
  return (
    <Paper
      isLandscape={isLandscape}
      head={
        <div className={classes.head}>
          <div className={classes.sheet}>
            <PaperHead title={title} about={about} />
          </div>
          <PatientLabel patient={patient} bars={bars} />
        </div>
      }
    >
      {children}
    </Paper>
  )
}

/** Who the patient is, as on the label of a folder; with what must never be overlooked. */
function PatientLabel({ patient, bars }: { patient: Patient; bars: string | undefined }) {
  const { t, i18n } = useTranslation(['patient-record', 'patients'])
  const ageText = useAgeText()
  const localName = useLocalizedName()
  const { hn, an, gender, date_of_birth, ward, bed } = patient
  const facts = [
    t(`patients:gender.${gender}`),
    date_of_birth ? ageText(date_of_birth) : t('age-unknown'),
    date_of_birth && t('born', { date: formatDate(date_of_birth, i18n.language) }),
    an && `AN ${an}`,
    ward && localName(ward),
    bed && t('patients:bed', { bed }),
  ]
  return (
    <div className={classes.label}>
      <div className={classes.who}>
        <strong className={classes.name} lang="th">
          {formatPatientName(patient)}
        </strong>
        <span>{facts.filter(Boolean).join(' · ')}</span>
        <AllergyLine patient={patient} />
      </div>
      <div className={classes.hn}>
        {bars && <Barcode bars={bars} />}
        <strong>HN {hn}</strong>
      </div>
    </div>
  )
}

function AllergyLine({ patient: { allergies, no_known_allergy } }: { patient: Patient }) {
  const { t } = useTranslation(['patient-record', 'patients'])
  if (allergies.length > 0)
    return (
      <strong>
        {t('allergic-to')}: {allergies.map(({ substance }) => substance).join(', ')}
      </strong>
    )
  return <span>{t(no_known_allergy ? 'patients:field.no_known_allergy' : 'allergies-not-recorded')}</span>
}
