import type { ListedStay } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { useStayLength } from '../../clinical/patient/use-stay-length.ts'
import { StaffName } from '../../clinical/staff/staff-name.tsx'
import { Time } from '../../ui/date/time.tsx'
import { EmptyValue } from '../../ui/empty-value.tsx'
import { InlineFacts } from '../../ui/inline-facts.tsx'
import classes from './admissions.module.css'
import type { StayState } from './list-query.ts'
import { usePlaceFacts } from './stay-facts.tsx'

export type StayColumn = {
  key: string
  label: string
  isBare?: boolean
  cell: (stay: ListedStay) => ReactNode
}

/** What the list of stays shows of each, on the screen and on paper. */
export function useStayColumns(state: StayState): StayColumn[] {
  const { t } = useTranslation('admissions')
  const stayLength = useStayLength()
  const placeFacts = usePlaceFacts()
  const ofThoseWhoLeft = (column: StayColumn) => (state === 'in' ? [] : [column])
  return [
    {
      key: 'patient',
      label: t('list.patient'),
      isBare: true,
      cell: ({ patient, an }) => (
        <span className={classes.person}>
          <PatientName of={patient} className={classes.name} />
          <span className={classes.by}>
            HN {patient.hn} · {t('an')} {an}
          </span>
        </span>
      ),
    },
    {
      key: 'place',
      label: t('place'),
      cell: ({ place }) =>
        place ? (
          <span className={classes.words}>
            <InlineFacts of={placeFacts(place)} />
          </span>
        ) : (
          <EmptyValue />
        ),
    },
    {
      key: 'admitted',
      label: t('admitted'),
      cell: (stay) => (
        <span className={classes.person}>
          <Time at={stay.admitted_at} />
          {stay.voided_at === null && <span className={classes.by}>{stayLength(stay)}</span>}
        </span>
      ),
    },
    ...ofThoseWhoLeft({
      key: 'discharged',
      label: t('discharged'),
      cell: ({ discharged_at, outcome }) =>
        discharged_at ? (
          <span className={classes.person}>
            <Time at={discharged_at} />
            {outcome && <span className={classes.by}>{t(`outcomes.${outcome}`)}</span>}
          </span>
        ) : (
          <EmptyValue />
        ),
    }),
    {
      key: 'diagnosis',
      label: t('diagnosis'),
      cell: ({ diagnosis, disease, is_record_open }) =>
        is_record_open ? (
          <span className={classes.words}>{diagnosis ?? disease ?? <EmptyValue />}</span>
        ) : (
          t('list.record-closed')
        ),
    },
    {
      key: 'doctor',
      label: t('doctor'),
      cell: ({ attending }) => (attending ? <StaffName of={attending} /> : <EmptyValue />),
    },
  ]
}
