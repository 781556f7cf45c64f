import { type BirthDatePrecision, computeAgeBand } from './clinical/age.ts'
import { type Doubt, detectDoubt, type MeasuredValue } from './clinical/plausibility.ts'
import { quantities } from './clinical/vital-signs.ts'
import {
  type Allergy,
  allergySeverities,
  type BodyField,
  bodyFields,
  bodyQuantity,
  type Patient,
} from './patients.ts'
import type { FieldProblem } from './wire/endpoint.ts'

/** A record as it stands in a form or would stand in the database; empty text means no value. */
type PatientRecordFields = {
  identity_kind?: string | undefined
  national_id?: string | null | undefined
  passport_no?: string | null | undefined
  migrant_no?: string | null | undefined
  appearance?: string | null | undefined
  date_of_birth?: string | null | undefined
  birth_date_precision?: BirthDatePrecision | '' | null | undefined
  province?: string | null | undefined
  district?: string | null | undefined
  sub_district?: string | null | undefined
  lat?: number | string | null | undefined
  lang?: number | string | null | undefined
  no_known_allergy?: boolean | undefined
  allergies?: readonly unknown[] | undefined
}

const oldestYears = 130

/** Problems of several fields together. `today` is an ISO calendar date. */
export function validatePatientRecord(record: PatientRecordFields, today: string): FieldProblem[] {
  const problems: FieldProblem[] = []
  const refuseIf = (isWrong: boolean, field: keyof PatientRecordFields, message: string) => {
    if (isWrong) problems.push({ field, message })
  }
  const { identity_kind, date_of_birth: birth, birth_date_precision: precision, allergies = [] } = record
  refuseIf(identity_kind === 'national_id' && !record.national_id, 'national_id', 'national-id-required')
  refuseIf(identity_kind === 'passport' && !record.passport_no, 'passport_no', 'passport-required')
  refuseIf(identity_kind === 'migrant' && !record.migrant_no, 'migrant_no', 'migrant-number-required')
  refuseIf(identity_kind === 'unknown' && !record.appearance, 'appearance', 'appearance-required')
  if (birth) {
    const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
    refuseIf(birth > today, 'date_of_birth', 'date-in-future')
    refuseIf(years > oldestYears, 'date_of_birth', 'date-too-old')
    // The year alone leaves open which limits apply to a baby.
    refuseIf(precision === 'year' && birth <= today && years < 2, 'date_of_birth', 'birth-month-needed')
  }
  refuseIf(!!record.sub_district && !record.district, 'district', 'field-required')
  refuseIf(!!record.district && !record.province, 'province', 'field-required')
  refuseIf(hasInput(record.lat) && !hasInput(record.lang), 'lang', 'field-required')
  refuseIf(hasInput(record.lang) && !hasInput(record.lat), 'lat', 'field-required')
  refuseIf(record.no_known_allergy === true && allergies.length > 0, 'no_known_allergy', 'allergies-listed')
  return problems
}

/**
 * The allergies of a merged record that the other one lacks. One to the same substance that is graver is added as well:
 * two entries are safer than the milder one.
 */
export function listAddedAllergies<A extends Pick<Allergy, 'substance' | 'severity'>>(
  merged: { allergies: readonly A[] },
  kept: { allergies: readonly Pick<Allergy, 'substance' | 'severity'>[] },
): A[] {
  const grade = ({ severity }: Pick<Allergy, 'severity'>) => allergySeverities.indexOf(severity)
  const isSame = (one: Pick<Allergy, 'substance'>, other: Pick<Allergy, 'substance'>) =>
    one.substance.toLowerCase() === other.substance.toLowerCase()
  return merged.allergies.filter(
    (allergy) => !kept.allergies.some((one) => isSame(one, allergy) && grade(one) >= grade(allergy)),
  )
}

/** Whether the record that is kept takes over the national ID of the one merged into it: it has none of its own. */
export function takesNationalId(
  merged: Pick<Patient, 'national_id'>,
  kept: Pick<Patient, 'national_id'>,
): boolean {
  return merged.national_id !== null && kept.national_id === null
}

/** The lists of a record whose entries say since when. */
const datedLists = [
  'underlying_disease',
  'chronic_disease',
  'allergies',
  'medication',
  'ward_medication',
] as const

type DatedLists = { [List in (typeof datedLists)[number]]?: readonly { since?: string | null }[] | undefined }

/**
 * Entries that begin in the future. A year of the Buddhist Era is one of these, as in a date of birth. Only the entries
 * of a call are checked: one that was stored earlier does not keep the rest of its record from being changed.
 */
export function listFutureEntries(lists: DatedLists, today: string): FieldProblem[] {
  return datedLists.flatMap((list) =>
    (lists[list] ?? []).flatMap(({ since }, at) =>
      since && isCalendarDate(since) && since > today
        ? [{ field: `${list}.${at}.since`, message: 'date-in-future' }]
        : [],
    ),
  )
}

/** Whether a form has a date here: what was typed and is no date stays as text. */
function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function hasInput(value: number | string | null | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}

type BodyContext = {
  /** ISO calendar date; without one the patient counts as an adult. */
  date_of_birth: string | null
  now: string
  today: string
  /** The present record; left out if nothing was measured yet. */
  patient?: Patient | undefined
}

/** The unusual heights, weights and waists among the typed fields of a record, which the user is asked to confirm. */
export function detectBodyDoubts(
  typed: Readonly<Record<string, unknown>>,
  { date_of_birth, now, today, patient }: BodyContext,
): Map<BodyField, Doubt> {
  const band = computeAgeBand(date_of_birth, today)
  const doubts = new Map<BodyField, Doubt>()
  for (const field of bodyFields) {
    const value = typed[field]
    const { min, max } = quantities[bodyQuantity[field]]
    if (typeof value !== 'number' || value < min || value > max) continue
    const doubt = detectDoubt(bodyQuantity[field], value, {
      band,
      last: getLastBodyMeasurement(patient, field),
      at: now,
    })
    if (doubt) doubts.set(field, doubt)
  }
  return doubts
}

/** The newest measurement, and when it was taken. */
export function getLastBodyMeasurement(
  patient: Patient | undefined,
  field: BodyField,
): MeasuredValue | undefined {
  const value = patient?.[field] ?? undefined
  const measured = patient?.measured[field]
  return value === undefined || !measured ? undefined : { value, measured_at: measured.measured_at }
}
