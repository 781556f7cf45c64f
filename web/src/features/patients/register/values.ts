import {
  type Allergy,
  addressFields,
  clinicalFields,
  informationFields,
  type Medication,
  type Patient,
  type PatientSection,
  profileFields,
  type UnderlyingDisease,
} from 'contract'

/** The value of a field while it is typed: an empty field is `''` and never null. */
type TypedValue<Value> = Value extends boolean ? Value : Exclude<Value, null> | ''

type TypedFields<Fields> = { -readonly [Field in keyof Fields & keyof Patient]: TypedValue<Patient[Field]> }

/** A row of a clinical list. `key` identifies rows on the screen and is not sent; a new row has no `_id`. */
type TypedRow<Row> = { key: string; _id?: string } & {
  [Field in Exclude<keyof Row, '_id'>]-?: TypedValue<Exclude<Row[Field], undefined>>
}

export type ClinicalRows = {
  underlying_disease: TypedRow<UnderlyingDisease>
  allergies: TypedRow<Allergy>
  medication: TypedRow<Medication>
  ward_medication: TypedRow<Medication>
}
export type ClinicalList = keyof ClinicalRows

export type InformationValues = TypedFields<typeof informationFields>
export type ProfileValues = TypedFields<typeof profileFields>
export type AddressValues = TypedFields<typeof addressFields>
export type ClinicalValues = TypedFields<
  Pick<typeof clinicalFields, 'blood_group' | 'height' | 'weight' | 'waist_circumference'>
> & { [List in ClinicalList]: ClinicalRows[List][] } & {
  no_known_allergy: boolean
  risk_behavior: Patient['risk_behavior']
}

export type PatientValues = InformationValues & ProfileValues & AddressValues & ClinicalValues

/** `chronic_disease` is another name of a list that is included already. */
const { chronic_disease: _, ...shownClinicalFields } = clinicalFields

export const sectionFields = {
  information: informationFields,
  profile: profileFields,
  address: addressFields,
  clinical: shownClinicalFields,
} satisfies Record<PatientSection, object>

/** The fields of a section, in the order of the form. */
export const listSectionFields = (section: PatientSection) =>
  Object.keys(sectionFields[section]) as (keyof PatientValues)[]

export const allFields = (Object.keys(sectionFields) as PatientSection[]).flatMap(listSectionFields)

const blankValues: Partial<PatientValues> = {
  identity_kind: 'national_id',
  no_known_allergy: false,
  underlying_disease: [],
  allergies: [],
  medication: [],
  ward_medication: [],
  risk_behavior: [],
}

/** The values of the form for a record, or of an empty form. */
export function toPatientValues(patient?: Patient): PatientValues {
  const record: Record<string, unknown> = patient ?? blankValues
  return Object.fromEntries(allFields.map((field) => [field, toTypedValue(record[field])])) as PatientValues
}

function toTypedValue(value: unknown): unknown {
  return Array.isArray(value) ? value.map(toTypedEntry) : (value ?? '')
}

function toTypedEntry(entry: string | { _id: string }) {
  if (typeof entry === 'string') return entry
  const fields = Object.entries(entry).map(([field, value]) => [field, value ?? ''])
  return { ...Object.fromEntries(fields), key: entry._id }
}
