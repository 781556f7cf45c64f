import { type Patient, writeBirthDate } from 'contract'

/** What is compared of two records; `allergies` by substance and severity. */
export const comparedFields = ['name', 'gender', 'date_of_birth', 'identity', 'mobile', 'allergies'] as const
export type ComparedField = (typeof comparedFields)[number]

/** The number, or the words, by which a person is identified. */
export function getIdentity(patient: Patient): { field: keyof Patient; value: string | null } | undefined {
  switch (patient.identity_kind) {
    case 'national_id':
      return { field: 'national_id', value: patient.national_id }
    case 'passport':
      return { field: 'passport_no', value: patient.passport_no }
    case 'migrant':
      return { field: 'migrant_no', value: patient.migrant_no }
    case 'unknown':
      return { field: 'appearance', value: patient.appearance }
    case 'none':
      return undefined
  }
}

function toComparable(patient: Patient, field: ComparedField): unknown {
  switch (field) {
    case 'name':
      return [patient.title, patient.name, patient.surname]
    case 'identity':
      return [patient.identity_kind, getIdentity(patient)?.value, patient.migrant_kind]
    case 'date_of_birth':
      return writeBirthDate(patient)
    case 'allergies':
      return [
        patient.no_known_allergy,
        ...patient.allergies
          .map(({ substance, severity }) => `${substance.toLowerCase()} ${severity}`)
          .toSorted(),
      ]
    default:
      return patient[field]
  }
}

export function isDifferent(one: Patient, other: Patient, field: ComparedField): boolean {
  return JSON.stringify(toComparable(one, field)) !== JSON.stringify(toComparable(other, field))
}
