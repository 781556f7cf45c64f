import type { PatientRow } from 'contract'
import { PatientName } from '../../clinical/patient/patient-name.tsx'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { PatientNameCell } from '../../features/patients/list/cells.tsx'
import type { Opened } from '../../session/opened.ts'
import { useAgeText } from '../../ui/date/use-age-text.ts'
import { InitialsPicture } from '../../ui/picture/initials-picture.tsx'
import { useLocalizedName } from '../../ui/use-localized-name.ts'
import classes from './options.module.css'
import type { SearchEntry } from './use-search-entries.ts'

export function EntryOption({ entry: { icon: Icon, label } }: { entry: SearchEntry }) {
  return (
    <span className={classes.entry}>
      <Icon size={20} aria-hidden />
      {label}
    </span>
  )
}

type OpenedPatient = Extract<Opened, { kind: 'patient' }>['patient']

export function OpenedPatientOption({ patient }: { patient: OpenedPatient }) {
  return (
    <span className={classes.entry}>
      <InitialsPicture person={patient} />
      <PatientName of={patient} />
      <span className={classes.number}>HN {patient.hn}</span>
    </span>
  )
}

export function FoundPatientOption({ patient }: { patient: PatientRow }) {
  const localName = useLocalizedName()
  const ageText = useAgeText()
  return (
    <span className={classes.patient}>
      <PatientNameCell patient={patient} />
      <span className={classes.about}>
        <span className={classes.numbers}>
          <span>{[`HN ${patient.hn}`, ageText(patient)].filter(Boolean).join(' · ')}</span>
          {patient.ward && (
            <span>
              {localName(patient.ward)} {patient.bed}
            </span>
          )}
        </span>
        {patient.triage_level && <TriageBadge level={patient.triage_level} />}
      </span>
    </span>
  )
}
