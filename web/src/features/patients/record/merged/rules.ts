import type { Allergy, Patient } from 'contract'

/** What is compared of two records; `allergies` by their substances. */
export const comparedFields = ['name', 'gender', 'date_of_birth', 'identity', 'mobile', 'allergies'] as const
export type ComparedField = (typeof comparedFields)[number]

const getSubstance = ({ substance }: Pick<Allergy, 'substance'>) => substance.toLowerCase()

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
    case 'allergies':
      return [patient.no_known_allergy, ...patient.allergies.map(getSubstance).toSorted()]
    default:
      return patient[field]
  }
}

export function isDifferent(one: Patient, other: Patient, field: ComparedField): boolean {
  return JSON.stringify(toComparable(one, field)) !== JSON.stringify(toComparable(other, field))
}

/** The allergies that a merge adds to the record that is kept: those of which it does not have the substance. */
export function listAddedAllergies(merged: Patient, kept: Patient): Patient['allergies'] {
  const known = new Set(kept.allergies.map(getSubstance))
  return merged.allergies.filter((allergy) => !known.has(getSubstance(allergy)))
}
