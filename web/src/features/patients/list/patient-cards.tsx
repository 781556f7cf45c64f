import { Skeleton } from '@mantine/core'
import type { PatientRow } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { TriageBadge } from '../../../clinical/triage-badge.tsx'
import { patientPath } from '../../../paths.ts'
import { useAgeText } from '../../../ui/date/use-age-text.ts'
import cards from '../../../ui/list/cards.module.css'
import { useLocalizedName } from '../../../ui/use-localized-name.ts'
import { DeviceStatus, NotifyStatus, PatientNameCell, StayLength } from './cells.tsx'
import classes from './patient-list.module.css'

type PatientCardsProps = {
  rows: readonly PatientRow[] | undefined
  onOpen: (patient: PatientRow) => void
  isStale: boolean
}

/** The list on a phone. */
export function PatientCards({ rows, onOpen, isStale }: PatientCardsProps) {
  const { t } = useTranslation('patient-list')
  if (!rows) return <Skeleton height="60vh" />
  return (
    <ul className={cards.cards} aria-label={t('title')} aria-busy={isStale} data-stale={isStale || undefined}>
      {rows.map((patient) => (
        <li key={patient._id}>
          <PatientCard patient={patient} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function PatientCard({ patient, onOpen }: { patient: PatientRow; onOpen: (patient: PatientRow) => void }) {
  const { t } = useTranslation(['patient-list', 'patients'])
  const localName = useLocalizedName()
  const ageText = useAgeText()
  const { ward, bed, admit_date, device_status, notify_status } = patient
  const facts = [
    `HN ${patient.hn}`,
    patient.an && `AN ${patient.an}`,
    t(`patients:gender.${patient.gender}`),
    patient.date_of_birth && ageText(patient.date_of_birth),
  ]
  return (
    <Link
      to={patientPath(patient._id)}
      className={cards.card}
      data-row={patient._id}
      onClick={() => onOpen(patient)}
    >
      <div className={cards.line}>
        <PatientNameCell patient={patient} />
        {patient.triage_level && <TriageBadge level={patient.triage_level} />}
      </div>
      <div className={classes.cardFacts}>
        {facts.filter(Boolean).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </div>
      {ward && (
        <div className={cards.line}>
          {bed ? t('ward-and-bed', { ward: localName(ward), bed }) : localName(ward)}
          {admit_date && <StayLength moment={admit_date} />}
        </div>
      )}
      {(device_status || notify_status === 'disabled') && (
        <div className={classes.cardFacts}>
          {device_status && <DeviceStatus status={device_status} />}
          {notify_status === 'disabled' && <NotifyStatus status={notify_status} />}
        </div>
      )}
    </Link>
  )
}
