import { type Body, mostSymptomGroups, sceneKinds, symptomGroups, type visits } from 'contract'

type Arrival = Omit<Body<typeof visits.arrive>, 'patient_id' | 'mode' | 'vn'>

/** Who brought somebody from an accident, by the class of the vehicle; codes of the file ACCIDENT. */
const accidentSourceByClass = { FR: 2, BLS: 3, ALS: 5, SPECIAL: 5 } as const

export type ToldPregnancy = Pick<Arrival, 'pregnancy' | 'pregnancy_weeks'>

const notAsked: ToldPregnancy = { pregnancy: 'not_asked', pregnancy_weeks: null }
const pregnancyByAnswer: Readonly<Record<string, ToldPregnancy['pregnancy']>> = {
  YES: 'yes',
  NO: 'no',
  UNKNOWN: 'unknown',
}

/** What the crew's sheet says of a pregnancy, of somebody who may be pregnant. */
export function toPregnancy(
  sheet: { pregnancy: string; weeks: string | null } | undefined,
  gender: string,
): ToldPregnancy {
  const pregnancy = pregnancyByAnswer[sheet?.pregnancy ?? ''] ?? 'not_asked'
  if (gender === 'male' || pregnancy === 'not_asked') return notAsked
  const weeks = Number(sheet?.weeks)
  const isKnown = pregnancy === 'yes' && Number.isInteger(weeks) && weeks >= 1 && weeks <= 45
  return { pregnancy, pregnancy_weeks: isKnown ? weeks : null }
}

type Brought = {
  vehicleClass: string | null
  /** The request speaks of them: what the matter is with anybody else, it does not say. */
  isAnnounced: boolean
}

/** What the request of a mission says of the arrival of a patient. */
export function readArrival(
  answers: Record<string, unknown>,
  { vehicleClass, isAnnounced }: Brought,
  pregnancy: ToldPregnancy = notAsked,
): Arrival {
  const told = isAnnounced ? answers : {}
  const groups = Array.isArray(told['symptom_groups']) ? told['symptom_groups'].map(Number) : []
  const isFromScene = sceneKinds.some((kind) => kind === answers['kind'])
  const isAccident =
    answers['kind'] === 'SCENE' && (answers['event'] === 'TRAFFIC' || answers['event'] === 'OTHER_ACCIDENT')
  const source = accidentSourceByClass[(vehicleClass ?? '') as 'ALS'] ?? null
  return {
    kind: 'ER',
    source: isFromScene ? 4 : 3,
    complaint: typeof told['complaint'] === 'string' ? told['complaint'] : null,
    symptom_groups: symptomGroups.filter((group) => groups.includes(group)).slice(0, mostSymptomGroups),
    // The crew's form of the referral has both.
    referring_hospital: null,
    referral_number: null,
    onset_at: null,
    is_accident: isAccident || null,
    accident: isAccident
      ? { source, place: null, role: null, vehicle: null, belt: null, helmet: null, alcohol: null }
      : null,
    ...pregnancy,
    infection_signs: [],
  }
}
