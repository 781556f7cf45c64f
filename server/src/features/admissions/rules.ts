import {
  type AdmissionBasis,
  type admissions,
  type Body,
  clockToleranceMs,
  type FieldProblem,
  isolationKinds,
  isReferred,
  listRows,
  referredSources,
  settleTypedMinute,
  type Visit,
} from 'contract'
import type { ReferralRow } from './queries/basis.ts'
import type { KeptPlace } from './queries/places.ts'
import type { AdmissionValues, DischargeValues } from './queries/stay-changes.ts'

/**
 * What contradicts itself in an admission, by field. Who was referred has a cause, and how they came is asked for:
 * stays of before have neither, and can be changed without it.
 */
export function validateAdmission(
  admission: AdmissionValues,
  { gender }: { gender: string },
  before: { arrival_type: number | null } = admission,
): FieldProblem[] {
  const { admit_source, arrival_type, referral_cause, referring_hospital, pregnancy } = admission
  return [
    ...(gender === 'male' && (pregnancy === 'yes' || pregnancy === 'unknown')
      ? [{ field: 'pregnancy', message: 'pregnant-man' }]
      : []),
    ...(referredSources.includes(admit_source) && referring_hospital === null
      ? [{ field: 'referring_hospital', message: 'field-required' }]
      : []),
    ...(arrival_type === null && before.arrival_type !== null
      ? [{ field: 'arrival_type', message: 'field-required' }]
      : []),
    ...(arrival_type !== null && isReferred(admission) && referral_cause === null
      ? [{ field: 'referral_cause', message: 'field-required' }]
      : []),
  ]
}

const isText = (answer: unknown): answer is string => typeof answer === 'string' && answer !== ''

/** What the answers of a referral say of the admission, as far as they are words and codes and no reasons. */
export function toReferralBasis({
  _id,
  created_at,
  answers,
}: ReferralRow): NonNullable<AdmissionBasis['referral']> {
  const read = (name: string) => (isText(answers[name]) ? answers[name] : null)
  const principal = listRows(answers, 'diagnoses').find(([, row]) => row['role'] === principalRole)?.[1]
  const isolation: unknown = answers['isolation']
  const cause = Number(read('cause') ?? Number.NaN)
  return {
    _id,
    created_at,
    hospital: read('from_hospital') ?? read('from_code'),
    letter_number: read('letter_number'),
    cause: Number.isInteger(cause) ? cause : null,
    reason: read('reason'),
    diagnosis: isText(principal?.['diagnosis']) ? principal['diagnosis'] : null,
    disease: isText(principal?.['icd_10']) ? principal['icd_10'] : null,
    isolation: isolationKinds.filter((kind) => Array.isArray(isolation) && isolation.includes(kind)),
  }
}

/** The code of the 43 files for a principal diagnosis. */
const principalRole = '1'

/** What a stay has before a discharge. */
export const notDischarged: DischargeValues = {
  discharge_status: null,
  discharge_type: null,
  discharged_to: null,
  discharge_cause: null,
  goes_home_to_die: false,
  refusal: null,
  discharge_diagnoses: [],
  discharge_summary: null,
  discharge_advice: null,
  follow_up: null,
  home_medicines: null,
}

/** Whether an act can be at this instant: not in the future, and not before what it follows. */
export function validateInstant(
  at: string,
  { now, notBefore }: { now: string; notBefore: string | null },
  field = 'at',
): FieldProblem[] {
  if (Date.parse(at) > Date.parse(now) + clockToleranceMs) return [{ field, message: 'date-in-future' }]
  if (notBefore !== null && Date.parse(at) < Date.parse(notBefore))
    return [{ field, message: 'before-last-move' }]
  return []
}

/**
 * Whoever is admitted from the emergency room came there before. With an earlier time they would have come there from
 * the ward, and so still be in the emergency room.
 */
export function validateOrigin(
  at: string,
  { admit_source }: { admit_source: string | null },
  visit: Pick<Visit, 'kind' | 'visited_at'> | undefined,
  field = 'at',
): FieldProblem[] {
  const isEarly = visit?.kind === 'ER' && Date.parse(at) < Date.parse(visit.visited_at)
  return isEarly && admit_source === 'E' ? [{ field, message: 'before-arrival' }] : []
}

export type WantedPlace = Omit<KeptPlace, 'id'>

type GivenPlace = Body<typeof admissions.correct>['places'][number]

/**
 * The places of a corrected stay: each lasts until the next begins, the last until the discharge, and for some time: a
 * minute that is the same for two of them leaves none for the first. Problems are told by field, `places.0.from` being
 * the first.
 */
export function planCorrection(
  given: readonly GivenPlace[],
  { dischargedAt, now, bornAt }: { dischargedAt: string | null; now: string; bornAt: string | null },
): { places: WantedPlace[]; problems: FieldProblem[] } {
  const problems: FieldProblem[] = []
  const places = given.map((place, index): WantedPlace => {
    const next = given[index + 1]
    const to = next ? next.from : dischargedAt
    problems.push(...validateInstant(place.from, { now, notBefore: bornAt }, `places.${index}.from`))
    if (to !== null && Date.parse(to) <= Date.parse(place.from)) {
      const field = next ? `places.${index + 1}.from` : 'discharged_at'
      const isSame = Date.parse(settleTypedMinute(to, [place.from])) === Date.parse(place.from)
      problems.push({ field, message: isSame ? 'lasts-no-time' : 'before-last-move' })
    }
    if (place.kind === 'bed' && place.bed_id === null)
      problems.push({ field: `places.${index}.bed_id`, message: 'field-required' })
    if (place.kind === 'leave' && place.due_back_at === null)
      problems.push({ field: `places.${index}.due_back_at`, message: 'field-required' })
    if (
      place.kind === 'leave' &&
      place.due_back_at !== null &&
      Date.parse(place.due_back_at) <= Date.parse(place.from)
    )
      problems.push({ field: `places.${index}.due_back_at`, message: 'to-before-from' })
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

/** The index of the first of the second places that has the bed of one of the first at the same time. */
export function findSharedBed(
  first: readonly WantedPlace[],
  second: readonly WantedPlace[],
): number | undefined {
  const toEnd = ({ to }: WantedPlace) => toMs(to) ?? Number.POSITIVE_INFINITY
  const index = second.findIndex((place) =>
    first.some(
      (other) =>
        place.bed_id !== null &&
        place.bed_id === other.bed_id &&
        Date.parse(place.from) < toEnd(other) &&
        Date.parse(other.from) < toEnd(place),
    ),
  )
  return index < 0 ? undefined : index
}

const toMs = (instant: string | null) => (instant === null ? null : Date.parse(instant))
