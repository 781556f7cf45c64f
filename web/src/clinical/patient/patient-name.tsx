import {
  formatEnglishName,
  formatPatientName,
  formatShortPatientName,
  getNameLanguage,
  type PatientNames,
  type PatientNamesInEnglish,
} from '../../ui/person-name.ts'

type PatientNameProps = {
  of: PatientNames
  /** For screens in public view: the surname is only its first consonant. */
  isShort?: boolean
  className?: string | undefined
}

/** A patient's name as on the wristband. */
export function PatientName({ of: patient, isShort = false, className }: PatientNameProps) {
  const name = isShort ? formatShortPatientName(patient) : formatPatientName(patient)
  return (
    <span className={className} lang={getNameLanguage(name)}>
      {name}
    </span>
  )
}

type EnglishNameProps = { of: PatientNames & PatientNamesInEnglish; className?: string | undefined }

/** A patient's English name; nothing if none is recorded, or if it repeats the name. */
export function PatientEnglishName({ of: patient, className }: EnglishNameProps) {
  const name = formatEnglishName(patient)
  if (!name || name === `${patient.name} ${patient.surname}`) return null
  return (
    <span className={className} lang="en">
      {name}
    </span>
  )
}
