import { type AdmissionBasis, arrivalTypes, referralCauses } from 'contract'
import type { AdmissionValues } from './acts/admission-fields.tsx'

/** The three things that can say something of an admission before it. */
export type BasisKind = keyof AdmissionBasis

export type KnownValues = AdmissionValues & { ward_id: string }
export type KnownField = keyof KnownValues

/** TYPEIN: sent by another hospital. */
const referredArrival = 3

const typeOfUrgency = { EMERGENCY: 'E', URGENT: 'U', ELECTIVE: 'C' } as const

type Known = Partial<KnownValues>

function readVisit({ kind, source, pregnancy, ...told }: NonNullable<AdmissionBasis['visit']>): Known {
  const arrival_type = arrivalTypes.find((code) => code === source)
  return {
    admit_source: kind === 'ER' ? 'E' : 'O',
    ...(arrival_type !== undefined && { arrival_type }),
    ...(told.referring_hospital !== null && { referring_hospital: told.referring_hospital }),
    ...(told.referral_number !== null && { referral_number: told.referral_number }),
    ...(pregnancy !== 'not_asked' && { pregnancy }),
  }
}

function readReferral(of: NonNullable<AdmissionBasis['referral']>): Known {
  const referral_cause = referralCauses.find((code) => code === of.cause)
  return {
    arrival_type: referredArrival,
    ...(referral_cause !== undefined && { referral_cause }),
    ...(of.hospital !== null && { referring_hospital: of.hospital }),
    ...(of.letter_number !== null && { referral_number: of.letter_number }),
    ...(of.diagnosis !== null && { diagnosis: of.diagnosis }),
    ...(of.diagnosis !== null && of.disease !== null && { disease: of.disease }),
    ...(of.isolation.length > 0 && { isolation: of.isolation }),
  }
}

const readRequest = (of: NonNullable<AdmissionBasis['request']>): Known => ({
  admit_type: typeOfUrgency[of.urgency],
  department: of.department,
  diagnosis: of.diagnosis,
  ward_id: of.ward._id,
  ...(of.isolation.length > 0 && { isolation: of.isolation }),
})

/** Whether the patient came with this referral, as far as the visit says. Nobody who came alone has its diagnosis. */
function isOfVisit(
  { hospital, letter_number }: NonNullable<AdmissionBasis['referral']>,
  { source, referring_hospital, referral_number }: NonNullable<AdmissionBasis['visit']>,
): boolean {
  return (
    (source === null || source === referredArrival) &&
    (referring_hospital === null || referring_hospital === hospital) &&
    (referral_number === null || referral_number === letter_number)
  )
}

/**
 * What the form of an admission begins with, and which of the three says it. The request is the newest word of a
 * doctor; how the patient came, a person noted at the visit. The code of a referral belongs to its own diagnosis. Who
 * attends on the ward nobody has said yet, whoever has the patient in the emergency room. A referral that a person
 * chose is the one the patient came with, whatever was noted at the visit.
 */
export function readBasis(
  basis: Partial<AdmissionBasis>,
  isReferralChosen = false,
): {
  values: Known
  origins: Partial<Record<KnownField, BasisKind>>
} {
  const { visit, referral, request } = basis
  const ofReferral: [BasisKind, Known][] = referral ? [['referral', readReferral(referral)]] : []
  const isOfAnother = referral && visit && !isOfVisit(referral, visit)
  const told =
    visit &&
    (isOfAnother && isReferralChosen ? { ...visit, referring_hospital: null, referral_number: null } : visit)
  const said: [BasisKind, Known][] = [
    ...(isReferralChosen || isOfAnother ? [] : ofReferral),
    ...(told ? [['visit', readVisit(told)] as [BasisKind, Known]] : []),
    ...(isReferralChosen ? ofReferral : []),
    ...(request ? [['request', readRequest(request)] as [BasisKind, Known]] : []),
  ]
  const values: Known = {}
  const origins: Partial<Record<KnownField, BasisKind>> = {}
  for (const [kind, known] of said) {
    Object.assign(values, known)
    for (const field of Object.keys(known) as KnownField[]) origins[field] = kind
  }
  if (origins.disease !== origins.diagnosis) {
    delete values.disease
    delete origins.disease
  }
  return { values, origins }
}
