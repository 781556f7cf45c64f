import type { Patient, StayHistory } from 'contract'
import { useTranslation } from 'react-i18next'
import { PatientPaper } from '../../clinical/paper/patient-paper.tsx'
import { formatTime } from '../../ui/date/dates.ts'
import classes from './admission-paper.module.css'
import { StayFacts } from './stay-facts.tsx'
import { StayLog } from './stay-log.tsx'

type AdmitHistoryPaperProps = {
  patient: Patient
  stays: readonly StayHistory[]
  formatTitle: (stay: StayHistory) => string
}

/** All stays of a patient on A4, with where the patient was and everything that was done. */
export function AdmitHistoryPaper({ patient, stays, formatTitle }: AdmitHistoryPaperProps) {
  const { t, i18n } = useTranslation('admissions')
  return (
    <PatientPaper
      patient={patient}
      title={t('history-title')}
      about={t('list.paper-count', { count: stays.length })}
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
    </PatientPaper>
  )
}
