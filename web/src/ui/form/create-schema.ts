import type { Schema } from './schema-form.tsx'

export type Issue = { message: string; path: PropertyKey[] }

/** What a schema says of a value that stands at a place within the form. */
export function listIssues(schema: Schema, value: unknown, within: PropertyKey[] = []): Issue[] {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise || !result.issues) return []
  return result.issues.map(({ message, path = [] }) => ({
    message,
    path: [...within, ...path.map((segment) => (typeof segment === 'object' ? segment.key : segment))],
  }))
}

/** A schema for `useSchemaForm` where what is wrong depends on more than one of the contract's. */
export function createSchema<Values>(check: (values: Values) => Issue[]): Schema {
  const validate = (value: unknown) => {
    const issues = check(value as Values)
    return issues.length > 0 ? { issues } : { value }
  }
  return { '~standard': { version: 1, vendor: 'panel', validate } }
}
