import { isAdvanced } from '../care-rows.ts'
import {
  type Condition,
  defineProse,
  type Field,
  type MissionFact,
  needed,
  type RowsField,
  type Section,
} from '../form.ts'

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

/** A field that is asked for once somebody has said that there is something to write into it. */
export function askFirst(fields: Fields, question: string, name: string): Record<string, Fields> {
  const shown = fields[name]?.shown
  const isTold: Condition = { field: question, of: [true] }
  const both: Condition = shown ? { every: [shown, isTold] } : isTold
  return {
    [name]: {
      [question]: { kind: 'yes-no', ...needed, ...(shown && { shown }) },
      [name]: { ...fields[name], shown: both, ...needed } as Field,
    },
  }
}

/** Fields that stand on the sheet of an advanced unit alone. */
export const forAdvanced = (fields: Fields, names: readonly string[]): Record<string, Fields> =>
  showWhere(isAdvanced, fields, names)

function refineRows(rows: Field | undefined, replace: (fields: Fields) => Record<string, Fields>): RowsField {
  if (rows?.kind !== 'rows') throw new Error('the version before has no such rows')
  return { ...rows, fields: replaceFields(rows.fields, replace(rows.fields)) as RowsField['fields'] }
}

/** Rows of which some fields may hold the reason why nobody knows the answer. */
export const allowReasons = (rows: Field | undefined, names: readonly string[]): RowsField =>
  refineRows(rows, (fields) =>
    Object.fromEntries(
      names.flatMap((name) => Object.entries(refine(fields, name, { mayGiveReason: true }))),
    ),
  )

/** Rows with more said about one of their fields. */
export const refineRowsOf = (rows: Field | undefined, name: string, more: object): RowsField =>
  refineRows(rows, (fields) => refine(fields, name, more))

/** Rows with more fields after one of theirs. */
export const extendRows = (rows: Field | undefined, name: string, after: Fields): RowsField =>
  refineRows(rows, (fields) => refine(fields, name, {}, after))

/** Rows of which more is computed. */
export const addCalculations = (
  rows: Field | undefined,
  more: NonNullable<RowsField['calculations']>,
): RowsField => {
  if (rows?.kind !== 'rows') throw new Error('the version before has no such rows')
  return { ...rows, calculations: [...(rows.calculations ?? []), ...more] }
}

/** Whether the dose is a number, which is always below this: a reason instead of a dose has no unit. */
const isDosed: Condition = { field: 'dose', below: 100_001 }

/** Rows of drugs that take a reason instead of a dose. */
export const refineDrugRows = (rows: Field | undefined): RowsField =>
  refineRows(rows, (fields) => ({
    ...refine(fields, 'dose', { mayGiveReason: true }),
    ...needWhere(isDosed, fields, ['dose_unit']),
  }))

/** How long what a record lists of one patient can be. */
const mostOfRecord = 2000

/** Fields that a record fills with a list, with room for a long one. */
export const extendLists = (fields: Fields, names: readonly string[]): Fields =>
  replaceFields(
    fields,
    Object.fromEntries(names.flatMap((name) => Object.entries(refine(fields, name, { most: mostOfRecord })))),
  )

/** The allergies of the record beside those that somebody was told: who writes these takes none of the others away. */
export const addKnownAllergies = (fields: Fields): Record<string, Fields> => ({
  allergies: {
    known_allergies: { ...defineProse(500), filled: 'record_allergies', isKnown: true },
    ...refine(fields, 'allergies', {})['allergies'],
  },
})

/** How long what a request or a record says can be: a longer name fills no field, and a longer list loses its end. */
const mostOfFact: { readonly [Fact in MissionFact]?: number } = {
  pick_up: 500,
  patient_name: 300,
  address: 600,
  allergies: mostOfRecord,
  record_allergies: mostOfRecord,
  diseases: mostOfRecord,
  medicines: mostOfRecord,
}
const mostOfCrewName = 250

function widen(field: Field): Field {
  if (field.kind === 'rows')
    return field.filled === 'crew'
      ? refineRows(field, (fields) => refine(fields, 'crew_name', { most: mostOfCrewName }))
      : field
  const most = field.filled && mostOfFact[field.filled]
  if (field.kind !== 'text' || !most) return field
  // A place may have several lines.
  return { ...field, most: Math.max(most, field.most), ...(field.filled === 'pick_up' && { isLong: true }) }
}

/** Sections with room for the whole of what a request or a record fills in. */
export const makeRoom = (sections: readonly Section[]): Section[] =>
  sections.map((section) => ({
    ...section,
    fields: Object.fromEntries(Object.entries(section.fields).map(([name, field]) => [name, widen(field)])),
  }))
