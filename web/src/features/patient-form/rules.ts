import { type Age, ageAt, type FieldProblem, type PatientSection } from 'contract'
import { type PatientValues, sectionFields } from './values.ts'

type Issue = { message: string; path: string[] }

const oldestYears = 130

const isoDay = new Intl.DateTimeFormat('sv-SE')

/** Today on this device, as an ISO calendar date. */
export function today(): string {
  return isoDay.format(new Date())
}

/** Undefined while what is typed is no date of birth. */
export function ageOf(dateOfBirth: string, on: string): Age | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) && dateOfBirth <= on ? ageAt(dateOfBirth, on) : undefined
}

/** A field that the server refused, and what stood in it then. */
export type Refusal = FieldProblem & { value: unknown }

/**
 * The schema of a form that is made of these sections: the contract's fields, what they mean together, and
 * what the server has refused for as long as it still stands there.
 */
export function schemaOf(sections: readonly PatientSection[], refusals: readonly Refusal[] = []) {
  const fields = Object.assign({}, ...sections.map((section) => sectionFields[section])) as Record<
    string,
    (typeof sectionFields)['information']['hn']
  >
  function validate(value: unknown) {
    const values = value as PatientValues
    const issues: Issue[] = []
    for (const [field, schema] of Object.entries(fields)) {
      const result = schema['~standard'].validate(values[field as keyof PatientValues])
      if (result instanceof Promise || !result.issues) continue
      for (const { message, path = [] } of result.issues) {
        const within = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment))
        issues.push({ message, path: [field, ...within] })
      }
    }
    for (const { field, message } of problemsTogether(values, today())) {
      if (field in fields) issues.push({ message, path: [field] })
    }
    for (const { field, message, value: refused } of refusals) {
      if (valueAt(values, field) === refused) issues.push({ message, path: field.split('.') })
    }
    return issues.length > 0 ? { issues } : { value }
  }
  return { '~standard': { version: 1 as const, vendor: 'panel', validate } }
}

/** What stands in a field, named as the server names it: `allergies.0.substance`. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((held, key) => (held as Record<string, unknown> | undefined)?.[key], values)
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
