import { type Age, toAgeBand } from './age.ts'
import { computeExactMeanPressure } from './map.ts'
import type { consciousnessLevels } from './vital-signs.ts'

/** The five levels of MOPH ED Triage 2561, the most urgent first: L1 to L5. */
export const triageLevels = ['RED', 'PINK', 'YELLOW', 'GREEN', 'WHITE'] as const
export type TriageLevel = (typeof triageLevels)[number]

/** Point A: what somebody sees or does that needs a life-saving act now. Its values are in `TriageValues`. */
export const lifeSavingSigns = ['CPR', 'ET_TUBE', 'CHEST_DRAIN', 'ARRHYTHMIA', 'SEIZING', 'APNOEA'] as const
export type LifeSavingSign = (typeof lifeSavingSigns)[number]

/** Point B: a high risk. `PAIN_SIGNS` are objective signs of pain, which count with a pain of 7 and more alone. */
export const highRiskSigns = [
  'CHEST_PAIN',
  'STROKE',
  'ECTOPIC',
  'FEVER_IMMUNE',
  'HARM',
  'NEEDLE_STICK',
  'CONFUSION',
  'PAIN_SIGNS',
  'GESTALT',
] as const
export type HighRiskSign = (typeof highRiskSigns)[number]

/** Point C: groups of resources. However many tests of a group are expected, it counts once. */
export const triageResources = [
  'LAB',
  'EKG',
  'XRAY',
  'US',
  'CT',
  'IV_FLUID',
  'DRUG',
  'CONSULT',
  'PROCEDURE',
] as const
export type TriageResource = (typeof triageResources)[number]

/** Null is what nobody has measured. `map`: as a device measured it; without it, it is computed from the pressures. */
export type TriageValues = {
  gcs: number | null
  consciousness: (typeof consciousnessLevels)[number] | null
  spo2: number | null
  systolic: number | null
  diastolic: number | null
  map: number | null
  pulse: number | null
  respiration_rate: number | null
  pain_score: number | null
}

export type TriageInput = {
  lifeSaving: readonly LifeSavingSign[]
  highRisk: readonly HighRiskSign[]
  /** Null while nobody has said which are expected; empty if none is. */
  resources: readonly TriageResource[] | null
  values: TriageValues
  /** Null if nobody knows the date of birth: the patient then counts as an adult. */
  age: Age | null
  /** Whether the hospital takes the lowest systolic pressure of children by age, and not 90 for everybody. */
  usesPaediatricPressure: boolean
}

export const triageRules = ['A', 'B', 'C', 'D'] as const
export type TriageRule = (typeof triageRules)[number]

/** What a finding is about, beside the signs: a value, or how many resources are expected. */
export const triageMeasures = [
  'gcs',
  'consciousness',
  'spo2',
  'systolic',
  'map',
  'pulse',
  'respiration_rate',
  'pain_score',
  'resources',
] as const
export type TriageMeasure = (typeof triageMeasures)[number]
export const triageComparisons = ['<', '≤', '>', '≥', '='] as const

/** A sign that somebody saw, or a value with the limit that it broke. The letter is that of ACVPU. */
export type TriageFinding =
  | { of: LifeSavingSign | HighRiskSign }
  | {
      of: TriageMeasure
      value: number | null
      letter: TriageValues['consciousness']
      comparison: (typeof triageComparisons)[number] | null
      limit: number | null
    }

/** The first point that decides, and all that decided it at that point. */
export type TriageSuggestion = { level: TriageLevel; rule: TriageRule; findings: TriageFinding[] }

const broke = (
  of: TriageMeasure,
  value: number,
  comparison: (typeof triageComparisons)[number],
  limit: number,
): TriageFinding => ({ of, value, letter: null, comparison, limit })

const createLetterFinding = (letter: NonNullable<TriageValues['consciousness']>): TriageFinding => ({
  of: 'consciousness',
  value: null,
  letter,
  comparison: null,
  limit: null,
})

const lowestSystolic = { adult: 90, newborn: 60, atBirth: 70, aYear: 2 } as const

/**
 * The systolic pressure under which point A is reached: 90 at every age as the manual prints it; or by age (PALS): 60
 * in the first month, then 70 and 2 for each year, up to 90 at the age of ten.
 */
export function getLowestSystolic(age: Age | null, usesPaediatricPressure: boolean): number {
  const { adult, newborn, atBirth, aYear } = lowestSystolic
  if (!usesPaediatricPressure || age === null) return adult
  if (age.years === 0 && age.months === 0) return newborn
  return Math.min(adult, atBirth + aYear * age.years)
}

/** The mean pressure, not rounded: 59.7 is under 60. */
export function getMeanPressure({
  map,
  systolic,
  diastolic,
}: Pick<TriageValues, 'map' | 'systolic' | 'diastolic'>): number | null {
  if (map !== null) return map
  return systolic === null || diastolic === null ? null : computeExactMeanPressure(systolic, diastolic)
}

/**
 * Point A. Someone who responds to pain alone, or to nothing, has a GCS of 8 or less (ESI handbook). A mean pressure
 * under 60 is a sign of adults: most healthy infants have one, so that where a child's own lowest systolic pressure
 * decides, the mean does not.
 */
function listLifeThreats(input: TriageInput): TriageFinding[] {
  const { gcs, consciousness, spo2, systolic } = input.values
  const lowest = getLowestSystolic(input.age, input.usesPaediatricPressure)
  const map = lowest < lowestSystolic.adult ? null : getMeanPressure(input.values)
  return [
    ...input.lifeSaving.map((of) => ({ of })),
    ...(gcs !== null && gcs <= 8 ? [broke('gcs', gcs, '≤', 8)] : []),
    ...(consciousness === 'P' || consciousness === 'U' ? [createLetterFinding(consciousness)] : []),
    ...(spo2 !== null && spo2 < 90 ? [broke('spo2', spo2, '<', 90)] : []),
    ...(systolic !== null && systolic < lowest ? [broke('systolic', systolic, '<', lowest)] : []),
    ...(map !== null && map < 60 ? [broke('map', Math.round(map * 10) / 10, '<', 60)] : []),
  ]
}

/** Point B. New confusion (C) and somebody who responds to a voice alone (V) are confused or lethargic. */
function listHighRisks({ highRisk, values }: TriageInput): TriageFinding[] {
  const { gcs, consciousness, pain_score } = values
  const isInPain = highRisk.includes('PAIN_SIGNS') && pain_score !== null && pain_score >= 7
  return [
    ...highRisk.filter((sign) => sign !== 'PAIN_SIGNS').map((of) => ({ of })),
    ...(isInPain ? [{ of: 'PAIN_SIGNS' as const }, broke('pain_score', pain_score, '≥', 7)] : []),
    ...(gcs !== null && gcs >= 9 && gcs <= 12 ? [broke('gcs', gcs, '≤', 12)] : []),
    ...(consciousness === 'C' || consciousness === 'V' ? [createLetterFinding(consciousness)] : []),
  ]
}

/** The last values that are not in the danger zone (MOPH ED Triage 2561 and ESI, which agree). */
const dangerZone = {
  infant: { pulse: 180, respiration_rate: 50 },
  toddler: { pulse: 160, respiration_rate: 40 },
  child: { pulse: 140, respiration_rate: 30 },
  older_child: { pulse: 100, respiration_rate: 20 },
  adult: { pulse: 100, respiration_rate: 20 },
} as const

/** Point D: what is in the danger zone for the age. */
export function listDangerZone({
  values: { pulse, respiration_rate, spo2 },
  age,
}: Pick<TriageInput, 'values' | 'age'>): TriageFinding[] {
  const limits = dangerZone[age === null ? 'adult' : toAgeBand(age)]
  return [
    ...(pulse !== null && pulse > limits.pulse ? [broke('pulse', pulse, '>', limits.pulse)] : []),
    ...(respiration_rate !== null && respiration_rate > limits.respiration_rate
      ? [broke('respiration_rate', respiration_rate, '>', limits.respiration_rate)]
      : []),
    ...(spo2 !== null && spo2 < 92 ? [broke('spo2', spo2, '<', 92)] : []),
  ]
}

const dangerMeasures = ['pulse', 'respiration_rate', 'spo2'] as const

/** What point D looks at and nobody has measured: without it, nobody knows that nothing is in the danger zone. */
export function listUnassessedDanger(
  values: { [Name in (typeof dangerMeasures)[number]]?: number | null | undefined },
): (typeof dangerMeasures)[number][] {
  return dangerMeasures.filter((name) => typeof values[name] !== 'number')
}

/**
 * The level that the decision points A, B, C and D of MOPH ED Triage 2561 suggest: the first that is reached decides.
 * Null while nothing of A and B is found and nobody has said which resources are expected.
 */
export function suggestTriage(input: TriageInput): TriageSuggestion | null {
  const threats = listLifeThreats(input)
  if (threats.length > 0) return { level: 'RED', rule: 'A', findings: threats }
  const risks = listHighRisks(input)
  if (risks.length > 0) return { level: 'PINK', rule: 'B', findings: risks }
  if (input.resources === null) return null
  const count = new Set(input.resources).size
  if (count < 2)
    return {
      level: count === 0 ? 'WHITE' : 'GREEN',
      rule: 'C',
      findings: [broke('resources', count, '=', count)],
    }
  const danger = listDangerZone(input)
  const needed = broke('resources', count, '≥', 2)
  if (danger.length > 0) return { level: 'PINK', rule: 'D', findings: [...danger, needed] }
  return { level: 'YELLOW', rule: 'D', findings: [needed] }
}

/** The result is below 0 if the first level is more urgent. */
export const compareTriageLevels = (one: TriageLevel, other: TriageLevel): number =>
  triageLevels.indexOf(one) - triageLevels.indexOf(other)

/** Why a person gives another level than the one suggested. */
export const triageOverrides = [
  'LOOKS_WORSE',
  'BASELINE',
  'ARTEFACT',
  'CHILD',
  'PREGNANT',
  'FAST_TRACK',
  'IMPROVED',
  'OTHER',
] as const
export type TriageOverride = (typeof triageOverrides)[number]

/**
 * What a level needs besides itself. Another level than suggested needs a reason; a lower urgency than A or B suggests
 * needs words as well, and so does the reason OTHER. Without a suggestion the level needs the resources, unless it is
 * one of the two that ask for none: these need a reason.
 */
export function listTriageNeeds(
  level: TriageLevel,
  suggestion: Pick<TriageSuggestion, 'level' | 'rule'> | null,
  override: TriageOverride | null,
): ('override' | 'override_words' | 'resources')[] {
  if (suggestion === null && level !== 'RED' && level !== 'PINK') return ['resources']
  if (suggestion?.level === level) return []
  const isLower = suggestion !== null && compareTriageLevels(level, suggestion.level) > 0
  const lowersDanger = isLower && (suggestion.rule === 'A' || suggestion.rule === 'B')
  return ['override', ...(lowersDanger || override === 'OTHER' ? (['override_words'] as const) : [])]
}

/** Minutes by level. `doctor`: until a doctor sees the patient. `reassess`: until triage again; 0 is continuously. */
export type TriageMinutes = Readonly<Record<TriageLevel, { doctor: number; reassess: number }>>

/** Defaults of the panel: sources differ, also in Thailand. */
export const standardTriageMinutes: TriageMinutes = {
  RED: { doctor: 0, reassess: 0 },
  PINK: { doctor: 10, reassess: 15 },
  YELLOW: { doctor: 30, reassess: 30 },
  GREEN: { doctor: 60, reassess: 60 },
  WHITE: { doctor: 120, reassess: 120 },
}

/** `level`: the time of the level is over. `continuous`: the level has no time. The others are of NEWS2. */
export const reassessmentReasons = ['continuous', 'level', 'news2-high', 'news2-level', 'news2-rise'] as const
export type ReassessmentReason = (typeof reassessmentReasons)[number]

type Scored = { value: number; measured_at: string }

/** The level of a triage, with the NEWS2 that it knew. */
type KnownScore = { level: TriageLevel; news2: number | null }
/** The last triage, and the one before it that nobody has corrected. */
type LastTriage = KnownScore & { at: string; before: KnownScore | null }

/**
 * When a patient is to be triaged again. A NEWS2 that the last triage did not know makes it due at once: from 7, from 5
 * in green and white, and if it rose by 2 since. One that it knew, because its own values make it or because it was
 * there before, does so where the level is lower than it asks for; in red and pink it would be due for ever. Whoever
 * then triages again and keeps the level has judged a score as high: it makes nothing due any more. None changes the
 * level by itself. `score`: the newest that still counts (`news2KeptMs`).
 */
export function findReassessment(
  last: LastTriage,
  score: Scored | null,
  minutes: TriageMinutes,
): { due_at: string; reason: ReassessmentReason } {
  const reason = score && findNews2Reason(last, score)
  if (reason) {
    const isLater = Date.parse(score.measured_at) > Date.parse(last.at)
    return { due_at: isLater ? score.measured_at : last.at, reason }
  }
  const { reassess } = minutes[last.level]
  if (reassess === 0) return { due_at: last.at, reason: 'continuous' }
  return { due_at: new Date(Date.parse(last.at) + reassess * 60_000).toISOString(), reason: 'level' }
}

function findNews2Reason(last: LastTriage, { value, measured_at }: Scored): ReassessmentReason | undefined {
  const afterMs = Date.parse(measured_at) - Date.parse(last.at)
  const isKnown = afterMs === 0 || (afterMs < 0 && last.news2 !== null && value <= last.news2)
  // One from before that the triage did not know arrived late: a score that still counts counted then.
  return isKnown ? findOwnScoreReason(last.level, value, last.before) : findScoreReason(last, value)
}

function findScoreReason({ level, news2 }: LastTriage, value: number): ReassessmentReason | undefined {
  if (value >= 7) return 'news2-high'
  if (value >= 5 && (level === 'GREEN' || level === 'WHITE')) return 'news2-level'
  return news2 !== null && value - news2 >= 2 ? 'news2-rise' : undefined
}

/**
 * Why a level is lower than the NEWS2 that its triage knew asks for; undefined if it is not, or if the triage before
 * knew one as high and gave no more urgent level.
 */
export function findOwnScoreReason(
  level: TriageLevel,
  value: number,
  before: KnownScore | null,
): Extract<ReassessmentReason, 'news2-high' | 'news2-level'> | undefined {
  if (level === 'RED' || level === 'PINK') return undefined
  const isJudged =
    before !== null && (before.news2 ?? -1) >= value && compareTriageLevels(before.level, level) >= 0
  if (isJudged) return undefined
  if (value >= 7) return 'news2-high'
  return value >= 5 && level !== 'YELLOW' ? 'news2-level' : undefined
}
