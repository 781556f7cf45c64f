import {
  type Allergy,
  type ChronicDisease,
  formatNationalId,
  type Medication,
  type UnderlyingDisease,
} from 'contract'
import type texts from 'contract/locales/en/patients.json'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isIcd10 } from '../../../../clinical/icd-10.ts'
import { useBirthText } from '../../../../ui/date/use-birth-text.ts'
import { EmptyValue } from '../../../../ui/empty-value.tsx'
import { useLocalizedName } from '../../../../ui/use-localized-name.ts'
import { type CodedField, isCodedField, useCoded } from '../queries.ts'
import classes from './field-value.module.css'

type PatientTexts = typeof texts
export type FieldName = keyof PatientTexts['field']

const units = { height: 'cm', weight: 'kg', waist_circumference: 'cm' } as const
const positionDigits = 5

/** The label of a field of the record, in the language of the screen. */
export function usePatientFieldLabel(): (field: string) => string {
  const { t } = useTranslation('patients')
  return (field) => t(`field.${field as FieldName}`)
}

/** A value of the record for display: names for codes, formatted dates, numbers with units. */
export function FieldValue({ field, value }: { field: string; value: unknown }): ReactNode {
  const { t } = useTranslation(['patients', 'patient-record'])
  const birthText = useBirthText()
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <EmptyValue />
  if (Array.isArray(value)) return <EntryList field={field} entries={value} />
  if (isCodedField(field)) return <CodeName field={field} code={formatFieldValue(value)} />
  switch (field) {
    case 'gender':
      return t(`gender.${value as keyof PatientTexts['gender']}`)
    case 'identity_kind':
      return t(`identity-kind.${value as keyof PatientTexts['identity-kind']}`)
    case 'relationship':
      return t(`relationship.${value as keyof PatientTexts['relationship']}`)
    case 'date_of_birth':
      return birthText(formatFieldValue(value))
    case 'birth_date_precision':
      return t(`birth-date-precision.${value as keyof PatientTexts['birth-date-precision']}`)
    case 'national_id':
      return formatNationalId(formatFieldValue(value), true)
    case 'no_known_allergy':
      return t(value ? 'patient-record:yes' : 'patient-record:no')
    case 'photo':
      return t(value ? 'patient-record:photo-added' : 'patient-record:photo-none')
    case 'lat':
    case 'lang':
      return Number(value).toFixed(positionDigits)
    case 'height':
    case 'weight':
    case 'waist_circumference':
      return (
        <>
          {formatFieldValue(value)} <span className={classes.minor}>{t(`unit.${units[field]}`)}</span>
        </>
      )
    default:
      return formatFieldValue(value)
  }
}

function formatFieldValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function CodeName({ field, code }: { field: CodedField; code: string }) {
  const localName = useLocalizedName()
  const coded = useCoded(field, code)
  return coded ? localName(coded) : coded === null && code
}

/** The name of a disease with its ICD-10 code, if it has one. */
export function Disease({ code }: { code: string }) {
  return (
    <>
      <CodeName field="underlying_disease" code={code} />{' '}
      {isIcd10(code) && <span className={classes.minor}>{code}</span>}
    </>
  )
}

function EntryList({ field, entries }: { field: string; entries: readonly unknown[] }) {
  return (
    <ul className={classes.entries}>
      {entries.map((entry) => (
        <li key={JSON.stringify(entry)}>
          <EntryText field={field} entry={entry} />
        </li>
      ))}
    </ul>
  )
}

/** One entry of a clinical list in one line, starting with its name. */
export function EntryText({ field, entry }: { field: string; entry: unknown }): ReactNode {
  const { t } = useTranslation('patients')
  switch (field) {
    case 'risk_behavior':
      return t(`risk-behavior.${entry as keyof PatientTexts['risk-behavior']}`)
    case 'allergies': {
      const { substance, severity, reaction } = entry as Allergy
      return <FactLine parts={[substance, t(`allergy-severity.${severity}`), reaction]} />
    }
    case 'medication':
    case 'ward_medication': {
      const { name, dose, route, frequency } = entry as Medication
      return <FactLine parts={[name, dose, route, frequency]} />
    }
    case 'underlying_disease': {
      const { underlying_disease, note } = entry as UnderlyingDisease
      return <FactLine parts={[<Disease key="name" code={underlying_disease} />, note]} />
    }
    case 'chronic_disease': {
      const { disease, note } = entry as ChronicDisease
      return <FactLine parts={[<Disease key="name" code={disease} />, note]} />
    }
    default:
      return formatFieldValue(entry)
  }
}

function FactLine({ parts: [first, ...rest] }: { parts: readonly ReactNode[] }) {
  return (
    <>
      <span className={classes.thing}>{first}</span>
      {rest.filter(Boolean).map((part, at) => (
        <span key={at}> · {part}</span>
      ))}
    </>
  )
}
