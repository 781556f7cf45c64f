import type { DischargeStatus, DischargeType, StayOutcome } from '../patient-flow/admission-codes.ts'
import type { Refusal } from '../patient-flow/refusal.ts'
import type { Gender } from '../patients.ts'
import { isSameValue } from '../wire/compare.ts'
import type { FieldProblem } from '../wire/endpoint.ts'
import { computeAge } from './age.ts'

type FinalDiagnosis = { code: string; role: number }
type Discharge = {
  discharge_status: DischargeStatus
  discharge_type: DischargeType
  discharged_to: string | null
  discharge_cause: number | null
  goes_home_to_die: boolean
  discharge_diagnoses: readonly FinalDiagnosis[]
  refusal: Pick<Refusal, 'signed_by' | 'signer_name'> | null
}
/** Birth date and day of the discharge as `yyyy-mm-dd`. */
type Discharged = { gender: Gender; date_of_birth: string | null; on: string }
type Before = { discharge_type: number | null; discharge_diagnoses: unknown } & {
  [Field in 'discharged_to' | 'discharge_cause' | 'refusal']: unknown
}
const nothing: Before = {
  discharge_type: null,
  discharged_to: null,
  discharge_cause: null,
  refusal: null,
  discharge_diagnoses: [],
}

const isDead = (code: number) => code === 8 || code === 9

/**
 * What contradicts itself in a discharge, by field. Death in the type is death in the status and the reverse; a
 * delivery is of a woman of 10 to 60 years, a newborn is under one year, a transfer names where to and why, and
 * whoever leaves against advice refuses with a witness; they alone go home to die. An unknown birth date excludes
 * nothing. What a discharge of this type lacked `before` was not asked for then, and it can be changed without it.
 * Whether the patient died is not changed afterwards: devices, alarms and later stays hang on it, so the discharge is
 * undone and made anew.
 */
export function validateDischarge(
  discharge: Discharge,
  patient: Discharged,
  before: Before = nothing,
): FieldProblem[] {
  const { discharge_status: status, discharge_type: type, refusal } = discharge
  const years = patient.date_of_birth === null ? null : computeAge(patient.date_of_birth, patient.on).years
  const mayDeliver = patient.gender !== 'male' && (years === null || (years >= 10 && years <= 60))
  const lacks = (field: 'discharged_to' | 'discharge_cause' | 'refusal') =>
    discharge[field] === null && !(before.discharge_type === type && before[field] === null)
  return [
    // Status 8 is a stillbirth, which only a death can be.
    ...(isDead(type) === isDead(status) ? [] : [{ field: 'discharge_status', message: 'death-differs' }]),
    ...(before.discharge_type !== null && isDead(before.discharge_type) !== isDead(type)
      ? [{ field: 'discharge_type', message: 'death-by-undo' }]
      : []),
    ...((status === 4 || status === 5) && !mayDeliver
      ? [{ field: 'discharge_status', message: 'delivery-impossible' }]
      : []),
    ...((status === 6 || status === 7) && years !== null && years >= 1
      ? [{ field: 'discharge_status', message: 'newborn-too-old' }]
      : []),
    ...(type === 4 && lacks('discharged_to') ? [{ field: 'discharged_to', message: 'field-required' }] : []),
    ...(type === 4 && lacks('discharge_cause')
      ? [{ field: 'discharge_cause', message: 'field-required' }]
      : []),
    ...(type === 2 && lacks('refusal') ? [{ field: 'refusal', message: 'field-required' }] : []),
    ...(type !== 2 && discharge.goes_home_to_die
      ? [{ field: 'goes_home_to_die', message: 'home-to-die-type' }]
      : []),
    ...(type !== 2 && refusal !== null ? [{ field: 'refusal', message: 'choice-invalid' }] : []),
    ...(refusal?.signed_by === 'RELATIVE' && refusal.signer_name === null
      ? [{ field: 'refusal.signer_name', message: 'field-required' }]
      : []),
    ...(isSameValue(before.discharge_diagnoses, discharge.discharge_diagnoses)
      ? []
      : validateDiagnoses(discharge.discharge_diagnoses)),
  ]
}

/** The role of the principal diagnosis. */
const principal = 1

/** Final diagnoses can be added later. Of those that there are one is the principal, and none is there twice. */
function validateDiagnoses(diagnoses: readonly FinalDiagnosis[]): FieldProblem[] {
  const first = diagnoses.findIndex(({ role }) => role === principal)
  return diagnoses.flatMap(({ code, role }, index) => [
    ...(diagnoses.findIndex((one) => one.code === code) < index
      ? [{ field: `discharge_diagnoses.${index}.code`, message: 'diagnosis-twice' }]
      : []),
    ...(first === -1 && index === 0
      ? [{ field: 'discharge_diagnoses.0.role', message: 'principal-missing' }]
      : []),
    ...(role === principal && index > first
      ? [{ field: `discharge_diagnoses.${index}.role`, message: 'principal-twice' }]
      : []),
  ])
}

/** How long a ward may undo a discharge; later the records office does. Default of the panel. */
export const wardUndoHours = 24

type DischargeTimes = {
  /** When the patient left, as it is known now. */
  at: string
  /** When that was first recorded; undefined if another system told it. */
  recordedAt: string | undefined
}

/**
 * Whether a ward may still undo a discharge; it may in the last instant, too. A correction of when the patient left
 * gives it no more time.
 */
export function mayWardUndo({ at, recordedAt = at }: DischargeTimes, now: string): boolean {
  const since = Math.min(Date.parse(at), Date.parse(recordedAt))
  return Date.parse(now) - since <= wardUndoHours * 3_600_000
}

/** What says how a patient left. Changing it is an undo and another discharge in one, at the same time. */
export const howLeft: ReadonlySet<string> = new Set([
  'discharge_status',
  'discharge_type',
  'discharged_to',
  'discharge_cause',
  'goes_home_to_die',
  'refusal',
])

type OutcomeSource = {
  discharge_status: number | null
  discharge_type: number | null
  discharged_at: string | null
  goes_home_to_die: boolean
}

/** The outcome of a stay; `UNKNOWN` of one that another system ended without a type. */
export function toStayOutcome(stay: OutcomeSource): StayOutcome {
  const { discharge_type: type, discharge_status: status } = stay
  if (stay.discharged_at === null) return 'STILL_IN'
  if (type === null || status === null) return 'UNKNOWN'
  if (isDead(type) || isDead(status)) return 'DIED'
  if (type === 4) return 'ELSEWHERE'
  if (type === 2 && stay.goes_home_to_die) return 'HOME_DIED'
  if (type === 2 || type === 3) return 'REFUSED'
  return status === 3 ? 'UNKNOWN' : 'IMPROVED'
}

const dayMs = 86_400_000

/** Nights between the calendar days (`yyyy-mm-dd`) of an admission and a discharge. */
export function countNights(admittedOn: string, leftOn: string): number {
  return Math.round((Date.parse(leftOn) - Date.parse(admittedOn)) / dayMs)
}
