import { type AnswerField, type MissionFact, needed, type RowsField } from './form.ts'

/** A text that the mission or the record of the patient answers. */
export const defineFilledText = (filled: MissionFact, most: number) =>
  ({ kind: 'text', most, filled }) as const satisfies AnswerField

export const defineStamp = (filled: MissionFact) =>
  ({ kind: 'instant', filled }) as const satisfies AnswerField

export const odometer = {
  kind: 'number',
  decimals: 1,
  possible: [0, 9_999_999],
  unit: 'km',
} as const satisfies AnswerField

/** The people who went with the vehicle. */
export const crewRows = {
  kind: 'rows',
  most: 6,
  need: 'always',
  filled: 'crew',
  fields: {
    crew_name: { kind: 'text', most: 120, ...needed },
    crew_level: { kind: 'choice', options: 'crew-level', ...needed },
    crew_code: { kind: 'text', most: 40 },
  },
} as const satisfies RowsField

/** Which mission a sheet is about, and with what. */
export const missionFields = {
  mission_number: { ...defineFilledText('number', 40), ...needed },
  vehicle: { ...defineFilledText('vehicle', 100), ...needed },
  unit_name: { ...defineFilledText('team', 120), ...needed },
  crew: crewRows,
} as const

const isBaby = { field: 'age_years', below: 2 } as const

/** An age beside its years: months of a baby, days of a newborn, and whether somebody guessed it. */
export const ageParts = {
  age_months: { kind: 'number', decimals: 0, possible: [0, 11], filled: 'age_months', shown: isBaby },
  age_days: {
    kind: 'number',
    decimals: 0,
    possible: [0, 30],
    filled: 'age_days',
    shown: {
      every: [
        { field: 'age_years', below: 1 },
        { field: 'age_months', below: 1 },
      ],
    },
  },
  is_age_estimated: { kind: 'yes-no', filled: 'is_age_estimated' },
} as const satisfies Record<string, AnswerField>

/** The person who is carried, as far as the request or their record says. */
export const patientFields = {
  patient: { kind: 'link', to: 'patient', filled: 'patient' },
  patient_name: { ...defineFilledText('patient_name', 200), ...needed, mayGiveReason: true },
  sex: { kind: 'choice', options: 'sex', filled: 'sex', ...needed },
  age_years: {
    kind: 'number',
    decimals: 0,
    possible: [0, 150],
    plausible: [0, 110],
    filled: 'age_years',
    mayGiveReason: true,
    ...needed,
  },
  age_months: { kind: 'number', decimals: 0, possible: [0, 11], filled: 'age_months' },
  weight_kg: {
    kind: 'number',
    decimals: 1,
    possible: [0.3, 400],
    plausible: [1, 200],
    unit: 'kg',
    filled: 'weight',
  },
} as const satisfies Record<string, AnswerField>
