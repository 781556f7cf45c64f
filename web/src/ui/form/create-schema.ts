import { type Fields, listChangedFields } from 'contract'
import type { Schema } from './schema-form.tsx'

export type Issue = { message: string; path: PropertyKey[] }

/** The issues of a value by its schema, with paths relative to the form: `within` is the value's path. */
export function listIssues(schema: Schema, value: unknown, within: PropertyKey[] = []): Issue[] {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise || !result.issues) return []
  return result.issues.map(({ message, path = [] }) => ({
    message,
    path: [...within, ...path.map((segment) => (typeof segment === 'object' ? segment.key : segment))],
  }))
}

/** A schema for `useSchemaForm` whose check combines several schemas of the contract. */
export function createSchema<Values>(check: (values: Values) => Issue[]): Schema {
  const validate = (value: unknown) => {
    const issues = check(value as Values)
    return issues.length > 0 ? { issues } : { value }
  }
  return { '~standard': { version: 1, vendor: 'panel', validate } }
}

/** Checks each changed field by its own schema. Unchanged values are not refused: an older record may lack some. */
export function createUpdateSchema<Values extends Fields>(
  fields: { [Name in keyof Values]: Schema },
  stored: Values,
): Schema {
  return createSchema<Values>((values) =>
    (listChangedFields(stored, values) as (keyof Values & string)[]).flatMap((field) =>
      listIssues(fields[field], values[field], [field]),
    ),
  )
}
