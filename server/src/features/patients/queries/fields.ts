import { type BodyField, bodyQuantity } from 'contract'

/** Fields of the record that are rows of their own tables. */
const listedFields = ['underlying_disease', 'allergies', 'medication', 'ward_medication'] as const
export type ListField = (typeof listedFields)[number]

export function isListField(field: string): field is ListField {
  return (listedFields as readonly string[]).includes(field)
}

/** Whether a field of the record is stored as a reading. */
export function isBodyField(field: string): field is BodyField {
  return field in bodyQuantity
}

/** Fields whose column has another name. */
const columnByField: Record<string, string> = {
  lat: 'latitude',
  lang: 'longitude',
}

/** The fields that are columns of `patients`. */
export function toColumns(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field, value]) => value !== undefined && !isListField(field) && !isBodyField(field))
      .map(([field, value]) => [columnByField[field] ?? field, value]),
  )
}
