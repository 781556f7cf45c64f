import type { Patient, StayHistory } from 'contract'
import { useTranslation } from 'react-i18next'
import { PatientPrintout } from '../../clinical/print/patient-printout.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import classes from './admission-printout.module.css'
import { StayFacts } from './stay-facts.tsx'
import { StayLog } from './stay-log.tsx'

type AdmitHistoryPrintoutProps = {
  patient: Patient
  stays: readonly StayHistory[]
  formatTitle: (stay: StayHistory) => string
}

/** All stays of a patient on A4, with where the patient was and everything that was done. */
export function AdmitHistoryPrintout({ patient, stays, formatTitle }: AdmitHistoryPrintoutProps) {
  const { t, i18n } = useTranslation('admissions')
  return (
    <PatientPrintout
      patient={patient}
      title={t('history-title')}
      about={t('list.printout-count', { count: stays.length })}
    >
      {stays.map((stay) => (
        <section key={stay._id} className={classes.stay}>
          <h2 className={classes.heading}>{formatTitle(stay)}</h2>
          {stay.voided_at && (
            <p>{t('void-stay', { time: formatTime(stay.voided_at, i18n.language, 'dd MMM yyyy HH:mm') })}</p>
          )}
          <StayFacts stay={stay} />
          <StayLog stay={stay} />
        </section>
      ))}
    </PatientPrintout>
  )
}
