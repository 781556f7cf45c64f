import { isAdvanced } from '../care-rows.ts'
import type { Condition, Field, Section } from '../form.ts'

export type Fields = Section['fields']

/** The fields with some of them replaced, each by those that stand in its place. */
export function replaceFields(fields: Fields, replacements: Readonly<Record<string, Fields>>): Fields {
  const unknown = Object.keys(replacements).filter((name) => !(name in fields))
  if (unknown.length > 0) throw new Error(`the version before has no ${unknown.join(', ')}`)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      Object.entries(replacements[name] ?? { [name]: field }),
    ),
  )
}

/** A field with more said about it, and others after it. */
export const refine = (
  fields: Fields,
  name: string,
  more: object,
  after: Fields = {},
): Record<string, Fields> => ({
  [name]: { [name]: { ...fields[name], ...more } as Field, ...after },
})

/** Fields that are needed only where this holds. */
export const needWhere = (
  condition: Condition,
  fields: Fields,
  names: readonly string[],
): Record<string, Fields> =>
  Object.fromEntries(names.flatMap((name) => Object.entries(refine(fields, name, { need: condition }))))

/** Fields that are shown only where this holds, too. */
export const showWhere = (
  condition: Condition,
  fields: Fields,
  names: readonly string[] = Object.keys(fields),
): Record<string, Fields> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const shown = fields[name]?.shown
      const both: Condition = shown ? { every: [condition, shown] } : condition
      return Object.entries(refine(fields, name, { shown: both }))
    }),
  )

/** Fields that stand on the sheet of an advanced unit alone. */
export const forAdvanced = (fields: Fields, names: readonly string[]): Record<string, Fields> =>
  showWhere(isAdvanced, fields, names)
