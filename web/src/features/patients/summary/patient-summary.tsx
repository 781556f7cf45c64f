import { Skeleton } from '@mantine/core'
import type { Patient } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PatientPrintout } from '../../../clinical/print/patient-printout.tsx'
import { QueryFailure } from '../../../ui/feedback/query-failure.tsx'
import { ClinicalLists } from './clinical-lists.tsx'
import { NewestSet } from './newest-set.tsx'
import classes from './patient-summary.module.css'
import { useSummary } from './queries.ts'
import { ScoreCard } from './score-card.tsx'

type PatientSummaryProps = {
  patient: Patient
  /** The patient's open alarms. */
  alarms: ReactNode
  /** The devices that the patient wears. */
  devices: ReactNode
  /** What happened with the patient. */
  timeline: ReactNode
}

/** How one patient is now, and was in the last day; on the screen and, as far as it is shown there, on paper. */
export function PatientSummary(props: PatientSummaryProps) {
  const { t } = useTranslation(['summary', 'patients'])
  return (
    <>
      <SummaryParts {...props} />
      <PatientPrintout patient={props.patient} title={t('patients:section.summary')} about={t('printout')}>
        <SummaryParts {...props} />
      </PatientPrintout>
    </>
  )
}

function SummaryParts({ patient, alarms, devices, timeline }: PatientSummaryProps) {
  const { t } = useTranslation('summary')
  const found = useSummary(patient._id)
  return (
    <div className={classes.summary}>
      <div className={classes.alarms}>{alarms}</div>
      <section className={classes.newest} aria-label={t('newest')}>
        {found.isLoadingError ? (
          <QueryFailure query={found} />
        ) : !found.data ? (
          <Skeleton height="18rem" />
        ) : (
          <NewestSet patient={patient} summary={found.data} />
        )}
      </section>
      <div className={classes.side}>
        {found.data ? (
          <ScoreCard patient={patient} summary={found.data} />
        ) : (
          !found.isLoadingError && <Skeleton height="12rem" />
        )}
        <ClinicalLists patient={patient} />
        {devices}
      </div>
      <div className={classes.timeline}>{timeline}</div>
    </div>
  )
}
