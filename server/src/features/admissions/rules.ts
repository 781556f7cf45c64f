import type { admissions, Body, FieldProblem } from 'contract'
import { referredSources } from 'contract'
import type { KeptPlace } from './queries/places.ts'
import type { AdmissionValues } from './queries/stays.ts'

/** How far an act may lie ahead: the clock of whoever enters it may be a little fast. */
const aheadMs = 5 * 60_000

type AdmissionBody = Omit<Body<typeof admissions.update>, 'patient_id' | 'stay_id' | 'version'>

/** What contradicts itself in an admission, by field. */
export function validateAdmission(admission: AdmissionBody): FieldProblem[] {
  const isReferred = referredSources.includes(admission.admit_source)
  return isReferred && admission.referring_hospital === null
    ? [{ field: 'referring_hospital', message: 'field-required' }]
    : []
}

/** The columns of an admission. */
export function toAdmissionValues(admission: AdmissionBody): AdmissionValues {
  const {
    admit_type,
    admit_source,
    arrival_type,
    referral_cause,
    referring_hospital,
    department,
    attending_id,
    diagnosis,
    disease,
    payer,
    isolation,
    is_dnr,
    has_consent,
    morse_score,
    planned_discharge_on,
  } = admission
  return {
    admit_type,
    admit_source,
    arrival_type,
    referral_cause,
    referring_hospital,
    department,
    attending_id,
    diagnosis,
    disease,
    payer,
    isolation,
    is_dnr,
    has_consent,
    morse_score,
    planned_discharge_on,
  }
}

/** Whether an act can be at this instant: not in the future, and not before what it follows. */
export function validateInstant(
  at: string,
  { now, notBefore }: { now: string; notBefore: string | null },
  field = 'at',
): FieldProblem[] {
  if (Date.parse(at) > Date.parse(now) + aheadMs) return [{ field, message: 'date-in-future' }]
  if (notBefore !== null && Date.parse(at) < Date.parse(notBefore))
    return [{ field, message: 'before-last-move' }]
  return []
}

export type WantedPlace = Omit<KeptPlace, 'id'>

type GivenPlace = Body<typeof admissions.correct>['places'][number]

/**
 * The places of a corrected stay: each lasts until the next begins, the last until the discharge. Problems are told by
 * field, `places.0.from` being the first.
 */
export function planCorrection(
  given: readonly GivenPlace[],
  { dischargedAt, now }: { dischargedAt: string | null; now: string },
): { places: WantedPlace[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const places = given.map((place, index): WantedPlace => {
    const next = given[index + 1]
    const to = next ? next.from : dischargedAt
    problems.push(...validateInstant(place.from, { now, notBefore: null }, `places.${index}.from`))
    if (to !== null && Date.parse(to) <= Date.parse(place.from)) {
      const field = next ? `places.${index + 1}.from` : 'discharged_at'
      problems.push({ field, message: 'before-last-move' })
    }
    if (place.kind === 'bed' && place.bed_id === null)
      problems.push({ field: `places.${index}.bed_id`, message: 'field-required' })
    return {
      kind: place.kind,
      ward_id: place.ward_id,
      bed_id: place.kind === 'waiting' ? null : place.bed_id,
      from: new Date(place.from).toISOString(),
      to: to === null ? null : new Date(to).toISOString(),
      due_back_at: place.kind === 'leave' ? place.due_back_at : null,
    }
  })
  if (dischargedAt !== null)
    problems.push(...validateInstant(dischargedAt, { now, notBefore: null }, 'discharged_at'))
  return { places, problems }
}

/** Which places stand, which are wrong, and which are to be noted instead. */
export function comparePlaces(
  kept: readonly KeptPlace[],
  wanted: readonly WantedPlace[],
): { wrong: KeptPlace[]; missing: WantedPlace[] } {
  const toKey = ({ kind, ward_id, bed_id, from, to, due_back_at }: WantedPlace) =>
    JSON.stringify([kind, ward_id, bed_id, toMs(from), toMs(to), toMs(due_back_at)])
  const keys = new Set(wanted.map(toKey))
  const known = new Set(kept.map(toKey))
  return {
    wrong: kept.filter((place) => !keys.has(toKey(place))),
    missing: wanted.filter((place) => !known.has(toKey(place))),
  }
}

const toMs = (instant: string | null) => (instant === null ? null : Date.parse(instant))
