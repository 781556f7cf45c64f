import { type Age, ageAt, type PatientSection } from 'contract'
import { type PatientValues, sectionFields } from './values.ts'

type Path = readonly (PropertyKey | { key: PropertyKey })[]
type Issue = { message: string; path?: Path | undefined }

const oldestYears = 130

/** Today on this device, as an ISO calendar date. */
export function today(): string {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Undefined while what is typed is no date of birth. */
export function ageOf(dateOfBirth: string, on: string): Age | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) && dateOfBirth <= on ? ageAt(dateOfBirth, on) : undefined
}

/** The schema of a form that is made of these sections: the contract's fields, and what they mean together. */
export function schemaOf(sections: readonly PatientSection[]) {
  const fields = Object.assign({}, ...sections.map((section) => sectionFields[section])) as Record<
    string,
    (typeof sectionFields)['information']['hn']
  >
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'panel',
      validate(value: unknown) {
        const values = value as PatientValues
        const issues: Issue[] = []
        for (const [field, schema] of Object.entries(fields)) {
          const result = schema['~standard'].validate(values[field as keyof PatientValues])
          if (result instanceof Promise || !result.issues) continue
          for (const { message, path = [] } of result.issues) issues.push({ message, path: [field, ...path] })
        }
        for (const { field, message } of problemsTogether(values, today())) {
          if (field in fields) issues.push({ message, path: [field] })
        }
        return issues.length > 0 ? { issues } : { value }
      },
    },
  }
}

/** What no field can tell alone. */
function problemsTogether(values: Partial<PatientValues>, on: string) {
  const problems: { field: keyof PatientValues; message: string }[] = []
  const { identity_kind, national_id, passport_no, date_of_birth, lat, lang } = values
  if (identity_kind === 'national_id' && !national_id)
    problems.push({ field: 'national_id', message: 'national-id-required' })
  if (identity_kind === 'passport' && !passport_no)
    problems.push({ field: 'passport_no', message: 'passport-required' })
  if (date_of_birth && date_of_birth > on)
    problems.push({ field: 'date_of_birth', message: 'date-in-future' })
  if (date_of_birth && Number(on.slice(0, 4)) - Number(date_of_birth.slice(0, 4)) > oldestYears)
    problems.push({ field: 'date_of_birth', message: 'date-too-old' })
  if (lat !== '' && lang === '') problems.push({ field: 'lang', message: 'field-required' })
  if (lang !== '' && lat === '') problems.push({ field: 'lat', message: 'field-required' })
  if (values.no_known_allergy && (values.allergies?.length ?? 0) > 0)
    problems.push({ field: 'no_known_allergy', message: 'allergies-listed' })
  return problems
}
