import {
  type Age,
  computeAge,
  type FieldProblem,
  listFutureEntries,
  type PatientSection,
  validatePatientRecord,
} from 'contract'
import { today } from '../../../ui/date/use-today.ts'
import { getValueAtPath } from '../../../ui/value-at-path.ts'
import { type PatientValues, sectionFields } from './values.ts'

type FieldIssue = { message: string; path: string[] }

/** Undefined while the typed text is not a birth date. */
export function parseAge(dateOfBirth: string, on: string): Age | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.test(dateOfBirth) && dateOfBirth <= on
    ? computeAge(dateOfBirth, on)
    : undefined
}

const birthProblems: Readonly<Record<string, string>> = {
  month: 'birth-month-invalid',
  year: 'birth-year-invalid',
  estimated: 'birth-age-invalid',
}

/** What is wrong with a birth date is said in the words of the fields in which it is typed. */
function nameProblem({ birth_date_precision }: PatientValues, field: string, message: string): string {
  if (field !== 'date_of_birth' || message !== 'date-invalid') return message
  return birthProblems[birth_date_precision] ?? message
}

/** A field that the server refused, and its value at that time. */
export type RefusedValue = FieldProblem & { value: unknown }

/**
 * The schema of a form with these sections: the contract's fields, the rules between fields, and the server's
 * refusals, each for as long as the refused value is unchanged.
 */
export function createPatientSchema(
  sections: readonly PatientSection[],
  refusals: readonly RefusedValue[] = [],
) {
  const fields = Object.assign({}, ...sections.map((section) => sectionFields[section])) as Record<
    string,
    (typeof sectionFields)['information']['hn']
  >
  function validate(value: unknown) {
    const values = value as PatientValues
    const issues: FieldIssue[] = []
    for (const [field, schema] of Object.entries(fields)) {
      const result = schema['~standard'].validate(values[field as keyof PatientValues])
      if (result instanceof Promise || !result.issues) continue
      for (const { message, path = [] } of result.issues) {
        const within = path.map((segment) => String(typeof segment === 'object' ? segment.key : segment))
        issues.push({ message: nameProblem(values, field, message), path: [field, ...within] })
      }
    }
    // A whole date may be unknown; of what somebody chose to state less exactly, nothing would be left.
    const unstated = birthProblems[values.birth_date_precision]
    if (unstated && values.date_of_birth === '' && 'date_of_birth' in fields)
      issues.push({ message: unstated, path: ['date_of_birth'] })
    for (const { field, message } of validatePatientRecord(values, today())) {
      if (field in fields) issues.push({ message, path: [field] })
    }
    for (const { field, message } of listFutureEntries(values, today())) {
      const path = field.split('.')
      if (path[0] && path[0] in fields) issues.push({ message, path })
    }
    for (const { field, message, value: refused } of refusals) {
      if (getValueAtPath(values, field) === refused) issues.push({ message, path: field.split('.') })
    }
    return issues.length > 0 ? { issues } : { value }
  }
  return { '~standard': { version: 1 as const, vendor: 'panel', validate } }
}
