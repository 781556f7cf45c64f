/**
 * Code lists of admissions, moves and discharges. Types, sources, statuses and causes are those of the 43-file export
 * and the CHI claim (as published in the Thai health terminology); the reasons of moves and of corrections are the
 * panel's own.
 */

export const admitTypes = ['A', 'E', 'C', 'L', 'N', 'U', 'O'] as const
export const admitSources = ['O', 'E', 'S', 'B', 'T', 'R'] as const
/** Sources that need the name of the hospital that referred the patient. */
export const referredSources: readonly (typeof admitSources)[number][] = ['T', 'R']
/** TYPEIN: by themselves, by appointment, referred, by EMS. */
export const arrivalTypes = [1, 2, 3, 4] as const
/** CAUSEIN, for a patient who was referred. */
export const referralCauses = [1, 2, 3, 4, 5] as const

/** Whether an admission was referred, so that it has a cause. What is null or empty was not asked for. */
export function isReferred(admission: {
  admit_source: (typeof admitSources)[number] | '' | null
  arrival_type: number | null
}): boolean {
  return admission.arrival_type === 3 || referredSources.some((source) => source === admission.admit_source)
}

/** How soon somebody asks a ward for an admission. */
export const requestUrgencies = ['EMERGENCY', 'URGENT', 'ELECTIVE'] as const

/** Clinics of the claim file. */
export const departments = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '12',
  '13',
  '99',
] as const

export const payers = [
  'UC',
  'CSMBS',
  'STATE_ENT',
  'SSS',
  'MIGRANT',
  'SELF_PAY',
  'PRIVATE',
  'NONE',
  'OTHER',
] as const

export const isolationKinds = ['STANDARD', 'CONTACT', 'DROPLET', 'AIRBORNE', 'PROTECTIVE'] as const

export const swapReasons = [
  'BED_CHANGE',
  'STEP_UP',
  'STEP_DOWN',
  'SPECIALTY',
  'ISOLATION',
  'REQUEST',
  'CAPACITY',
  'PROCEDURE',
] as const
/** Whoever swaps beds has one already. */
export const moveReasons = ['BED_ASSIGNED', ...swapReasons] as const

/** DIAGTYPE: principal, comorbidity, complication, other, external cause, additional, morphology. */
export const diagnosisRoles = [1, 2, 3, 4, 5, 6, 7] as const

/** DISCHSTATUS. */
export const dischargeStatuses = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const
export type DischargeStatus = (typeof dischargeStatuses)[number]
/** DISCHTYPE. */
export const dischargeTypes = [1, 2, 3, 4, 5, 8, 9] as const
export type DischargeType = (typeof dischargeTypes)[number]
/** CAUSEOUT, for a patient who is transferred. */
export const transferCauses = [1, 2, 3, 4, 5, 6, 7] as const

export const correctionReasons = [
  'WRONG_PATIENT',
  'WRONG_TIME',
  'WRONG_BED',
  'DUPLICATE',
  'CANCELLED_PLAN',
  'OTHER',
] as const

/** The outcome as the hospital names it, derived from type and status. */
export const stayOutcomes = [
  'IMPROVED',
  'ELSEWHERE',
  'STILL_IN',
  'DIED',
  'REFUSED',
  'HOME_DIED',
  'UNKNOWN',
] as const
export type StayOutcome = (typeof stayOutcomes)[number]

export const bedStates = ['ready', 'cleaning', 'blocked'] as const
export const bedFeatures = [
  'oxygen',
  'suction',
  'monitor',
  'ventilator',
  'isolation',
  'negative_pressure',
] as const
