import * as z from 'zod/mini'
import { Approval, computeListDigest } from '../approval.ts'
import { type Age, toAgeBand } from '../clinical/age.ts'
import { isPressureReversed } from '../clinical/blood-pressure.ts'
import { computeGlasgowComa, glasgowMost } from '../clinical/emergency/glasgow-coma-scale.ts'
import { computeNews2, news2Parameters, type SpO2Scale } from '../clinical/scores/news2.ts'
import {
  compareTriageLevels,
  highRiskSigns,
  lifeSavingSigns,
  listTriageNeeds,
  reassessmentReasons,
  standardTriageMinutes,
  suggestTriage,
  type TriageLevel,
  type TriageSuggestion,
  triageComparisons,
  triageLevels,
  triageMeasures,
  triageOverrides,
  triageResources,
  triageRules,
} from '../clinical/triage.ts'
import { consciousnessLevels, type ManualKind, quantityNames } from '../clinical/vital-signs.ts'
import { LatestValue } from '../monitoring.ts'
import { allergySeverities, birthFields, genders } from '../patients.ts'
import { type ReadingValueName, type ReadingValues, readingValues } from '../readings.ts'
import { type Endpoints, emptyReply, fileReply, Id } from '../wire/endpoint.ts'
import {
  ChosenDate,
  ChosenInstant,
  choiceField,
  countField,
  Instant,
  optionalProse,
  optionalText,
  requiredProse,
} from '../wire/fields.ts'
import { FileLanguage } from '../wire/file-language.ts'
import { BothNames, PatientLabel, StaffLabel, VisitLabel } from '../wire/labels.ts'
import {
  ArrivalCorrection,
  compareWaiting,
  InfectionSigns,
  PregnancyWeeks,
  pregnancies,
  SymptomGroups,
  Visit,
} from './visits.ts'
import { findZone, standardZones, ZoneCode, ZoneSettings } from './zones.ts'

export const fastTracks = ['STROKE', 'STEMI', 'TRAUMA', 'SEPSIS', 'OB', 'PAEDIATRIC'] as const
export type FastTrack = (typeof fastTracks)[number]
/** Why a vital sign was not measured. */
export const missingReasons = ['NOT_DONE', 'UNABLE', 'REFUSED', 'NOT_APPLICABLE'] as const

/** A life is saved first: in RED alone it is a reason that nobody has measured. */
export const listMissingReasons = (level: TriageLevel): (typeof missingReasons)[number][] =>
  missingReasons.filter((reason) => reason !== 'NOT_DONE' || level === 'RED')

/** The values of a triage. Each is a reading of the patient, or becomes one. */
export const triageVitals = [
  'systolic',
  'diastolic',
  'map',
  'pulse',
  'respiration_rate',
  'spo2',
  'oxygen',
  'temperature',
  'consciousness',
  'pain_score',
  'blood_glucose',
  'beyond',
  'weight',
] as const satisfies readonly ReadingValueName[]
export type TriageVital = (typeof triageVitals)[number]

/** Without one of these, a triage other than RED says why that was not measured. */
export const neededTriageVitals = [
  'systolic',
  'pulse',
  'respiration_rate',
  'spo2',
  'oxygen',
  'temperature',
  'consciousness',
  'gcs',
  'pain_score',
  'blood_glucose',
  'weight',
] as const satisfies readonly (TriageVital | 'gcs')[]
export type NeededVital = (typeof neededTriageVitals)[number]

const values = Object.fromEntries(triageVitals.map((name) => [name, readingValues[name]])) as Pick<
  typeof readingValues,
  TriageVital
>

const chips = <const Values extends readonly [string, ...string[]]>(of: Values) =>
  z.array(z.enum(of)).check(z.maxLength(of.length, 'too-many'))

/** `NONE` excludes the others; an empty list means that nobody has looked. */
const chipsOrNone = <const Values extends readonly [string, ...string[]]>(of: Values) =>
  z.array(z.enum([...of, 'NONE'] as [...Values, 'NONE'])).check(
    z.maxLength(of.length, 'too-many'),
    z.refine((chosen) => !chosen.includes('NONE' as never) || chosen.length === 1, 'none-beside-others'),
  )

/** What was chosen, without the answer that it is none. */
export const withoutNone = <Value extends string>(chosen: readonly Value[]): Exclude<Value, 'NONE'>[] =>
  chosen.filter((one): one is Exclude<Value, 'NONE'> => one !== 'NONE')

/** What somebody found. Null of `resources` is "not asked"; an empty list is "none". */
export const TriageFindings = z.object({
  life_saving: z._default(chipsOrNone(lifeSavingSigns), []),
  high_risk: z._default(chipsOrNone(highRiskSigns), []),
  resources: z._default(z.nullable(chips(triageResources)), null),
  values: z.object(values),
  /** The values that were measured before, by a device or a person. The others are new. */
  measured: z._default(
    z
      .array(z.object({ vital: z.enum([...triageVitals, 'gcs']), measured_at: ChosenInstant }))
      .check(z.maxLength(triageVitals.length + 1, 'too-many')),
    [],
  ),
  /** When new values were typed that waited in a draft. The other new ones are of the time of the triage. */
  noted: z._default(
    z
      .array(z.object({ vital: z.enum([...triageVitals, 'gcs']), measured_at: ChosenInstant }))
      .check(z.maxLength(triageVitals.length + 1, 'too-many')),
    [],
  ),
  gcs: z._default(
    z.object({
      eye: z.nullable(z.union([countField(1, glasgowMost.eye), z.literal('C')])),
      verbal: z.nullable(z.union([countField(1, glasgowMost.verbal), z.literal('T')])),
      motor: z.nullable(countField(1, glasgowMost.motor)),
    }),
    { eye: null, verbal: null, motor: null },
  ),
  /** The total of a coma scale that was measured earlier and whose parts nobody knows. */
  gcs_total: z._default(
    z.nullable(z.int('number-invalid').check(z.gte(3, 'number-range'), z.lte(15, 'number-range'))),
    null,
  ),
  /** Why each value that is needed was not measured. */
  missing: z._default(
    z
      .array(z.object({ vital: z.enum(neededTriageVitals), reason: z.enum(missingReasons) }))
      .check(z.maxLength(neededTriageVitals.length, 'too-many')),
    [],
  ),
})
export type TriageFindings = z.output<typeof TriageFindings>

/** What is asked at every triage, unless the arrival says it. */
const answerFields = {
  complaint: z._default(optionalText(500), null),
  /** Null where those of the arrival stand. */
  symptom_groups: z._default(z.nullable(SymptomGroups), null),
  infection_signs: z._default(InfectionSigns, []),
  /** Whether it was an accident or an injury, where that was not said at the arrival. */
  is_accident: z._default(z.nullable(z.boolean()), null),
  /** Nobody can say whether it was. */
  is_accident_unknown: z._default(z.boolean(), false),
  /** When it began: of a stroke, when they were last known well. */
  onset_at: z._default(z.nullable(ChosenInstant), null),
  /** Nobody knows when it began. */
  is_onset_unknown: z._default(z.boolean(), false),
  /** Where the arrival says neither yes nor no. */
  pregnancy: z._default(z.enum(pregnancies), 'not_asked'),
  pregnancy_weeks: z._default(PregnancyWeeks, null),
}

const ConfirmedNames = z.nullable(
  z.array(z.string().check(z.maxLength(500, 'too-long'))).check(z.maxLength(100, 'too-many')),
)

/**
 * What of the record the patient confirmed, as whoever triages saw it; null if nobody asked. No allergy: the record
 * says that there is no known one. A medicine, such as an anticoagulant, has its dose behind its name.
 */
const confirmedFields = {
  confirmed_allergies: z._default(ConfirmedNames, null),
  confirmed_diseases: z._default(z.nullable(z.array(BothNames).check(z.maxLength(100, 'too-many'))), null),
  confirmed_medications: z._default(ConfirmedNames, null),
}

export const TriageDecision = z.object({
  ...TriageFindings.shape,
  ...answerFields,
  ...confirmedFields,
  level: choiceField(triageLevels),
  override: z._default(z.nullable(z.enum(triageOverrides)), null),
  override_words: z._default(optionalProse(500), null),
  zone: ZoneCode,
  fast_tracks: z._default(chipsOrNone(fastTracks), []),
  /** Unusual values (`detectDoubt`) that the user has confirmed; without it they are refused. */
  confirmed: z._default(
    z.array(z.enum(quantityNames)).check(z.maxLength(quantityNames.length, 'too-many')),
    [],
  ),
})
export type TriageDecision = z.output<typeof TriageDecision>

type Suggested = Pick<TriageFindings, 'life_saving' | 'high_risk' | 'resources' | 'values' | 'gcs'> &
  Partial<Pick<TriageFindings, 'gcs_total'>>

const comaParts = ['eye', 'verbal', 'motor'] as const

/** The total of the parts or, where somebody measured it and nobody knows a part, the total alone. */
function findComaTotal({ gcs, gcs_total = null }: Suggested): number | null {
  return comaParts.every((part) => gcs[part] === null) ? gcs_total : computeGlasgowComa(gcs)
}

/**
 * What can be corrected of a triage when the visit is over, and what is asked then, as at a triage: all but what was
 * measured.
 */
export const TriageCorrection = z.omit(TriageDecision, {
  values: true,
  measured: true,
  noted: true,
  gcs: true,
  gcs_total: true,
  confirmed: true,
  zone: true,
  confirmed_allergies: true,
  confirmed_diseases: true,
  confirmed_medications: true,
})
export type TriageCorrection = z.output<typeof TriageCorrection>

/** The input of the pure rules, from what somebody found. */
export function toTriageInput(found: Suggested, age: Age | null, usesPaediatricPressure: boolean) {
  const { systolic, diastolic, map, pulse, respiration_rate, spo2, consciousness, pain_score } = found.values
  return {
    lifeSaving: withoutNone(found.life_saving),
    highRisk: withoutNone(found.high_risk),
    resources: found.resources,
    age,
    usesPaediatricPressure,
    values: {
      gcs: findComaTotal(found),
      consciousness: consciousness ?? null,
      spo2: spo2 ?? null,
      systolic: systolic ?? null,
      diastolic: diastolic ?? null,
      map: map ?? null,
      pulse: pulse ?? null,
      respiration_rate: respiration_rate ?? null,
      pain_score: pain_score ?? null,
    },
  }
}

/** The parts of a record that a patient confirms at a triage. */
export const confirmedParts = Object.keys(confirmedFields) as (keyof typeof confirmedFields)[]
export type ConfirmedHistory = Pick<z.output<typeof TriageDecision>, keyof typeof confirmedFields>

type KnownHistory = {
  allergies: readonly { substance: string }[]
  no_known_allergy: boolean
  diseases: readonly z.output<typeof BothNames>[]
  medications: readonly { name: string; dose: string | null }[]
}

/** What of a record a patient can confirm. A part is null where it says nothing, or nobody has asked about it. */
export function listConfirmable({
  allergies,
  no_known_allergy,
  diseases,
  medications,
}: KnownHistory): ConfirmedHistory {
  const listOrNull = <Part>(parts: Part[]) => (parts.length > 0 ? parts : null)
  return {
    confirmed_allergies: no_known_allergy ? [] : listOrNull(allergies.map(({ substance }) => substance)),
    confirmed_diseases: listOrNull(diseases.map(({ name_en, name_th }) => ({ name_en, name_th }))),
    confirmed_medications: listOrNull(
      medications.map(({ name, dose }) => [name, dose].filter(Boolean).join(' ')),
    ),
  }
}

/** The parts that somebody confirmed and that the record no longer says so, in whatever order. */
export function listChangedParts(
  confirmed: ConfirmedHistory,
  present: ConfirmedHistory,
): (keyof ConfirmedHistory)[] {
  const write = (part: readonly unknown[] | null) =>
    JSON.stringify(part && part.map((one) => JSON.stringify(one)).toSorted())
  return confirmedParts.filter(
    (part) => confirmed[part] !== null && write(confirmed[part]) !== write(present[part]),
  )
}

/** Whether everything that the patient can confirm is confirmed as it is now. */
export const isHistoryConfirmed = (confirmed: ConfirmedHistory, present: ConfirmedHistory): boolean =>
  confirmedParts.every((part) => present[part] === null || confirmed[part] !== null) &&
  listChangedParts(confirmed, present).length === 0

/** The suggestion for what somebody found. */
export function suggestFromFindings(
  found: Suggested,
  age: Age | null,
  usesPaediatricPressure: boolean,
): TriageSuggestion | null {
  return suggestTriage(toTriageInput(found, age, usesPaediatricPressure))
}

/**
 * The NEWS2 that the values of a triage give; null where it does not apply (under 16 years, of unknown age, pregnant)
 * or a value is missing.
 */
export function computeTriageScore(
  { values }: Pick<TriageFindings, 'values'>,
  { age, isPregnant, scale }: { age: Age | null; isPregnant: boolean; scale: SpO2Scale },
): number | null {
  if (age === null || toAgeBand(age) !== 'adult' || isPregnant) return null
  const parts = Object.fromEntries(news2Parameters.map((name) => [name, values[name] ?? null]))
  return computeNews2(parts as Parameters<typeof computeNews2>[0], scale)?.total ?? null
}

/**
 * What was not measured and is needed. A coma scale stands for the consciousness; a letter is how a part was found, and
 * what a meter shows instead of a glucose is a result.
 */
export function listMissingVitals({
  values,
  gcs,
  gcs_total,
}: Pick<TriageFindings, 'values' | 'gcs' | 'gcs_total'>): NeededVital[] {
  const isScored = gcs_total !== null || comaParts.every((part) => gcs[part] !== null)
  const isMeasured = (name: TriageVital) => (values[name] ?? null) !== null
  return neededTriageVitals.filter((name) => {
    if (name === 'gcs') return !isScored
    if (name === 'consciousness' && isScored) return false
    return !isMeasured(name) && !(name === 'blood_glucose' && isMeasured('beyond'))
  })
}

type AskedAtTriage = Pick<
  TriageDecision,
  | 'high_risk'
  | 'fast_tracks'
  | 'complaint'
  | 'infection_signs'
  | 'is_accident'
  | 'is_accident_unknown'
  | 'onset_at'
  | 'is_onset_unknown'
  | 'pregnancy'
>

/** Whether the time matters since which somebody has it: of a stroke and of a heart attack. */
export function needsOnset({
  high_risk,
  fast_tracks,
}: Pick<AskedAtTriage, 'high_risk' | 'fast_tracks'>): boolean {
  return (
    high_risk.some((sign) => sign === 'STROKE' || sign === 'CHEST_PAIN') ||
    fast_tracks.some((track) => track === 'STROKE' || track === 'STEMI')
  )
}

/** What is asked at every triage. */
export const triageQuestions = [
  'complaint',
  'infection_signs',
  'is_accident',
  'onset_at',
  'pregnancy',
] as const satisfies readonly (keyof AskedAtTriage)[]
export type TriageQuestion = (typeof triageQuestions)[number]

/** What of it has no answer yet. `canBePregnant`: whether a pregnancy is asked about (`mayBePregnant`). */
export function listUnasked(asked: AskedAtTriage, canBePregnant: boolean): TriageQuestion[] {
  return [
    ...(asked.complaint === null ? (['complaint'] as const) : []),
    ...(asked.infection_signs.length === 0 ? (['infection_signs'] as const) : []),
    ...(asked.is_accident === null && !asked.is_accident_unknown ? (['is_accident'] as const) : []),
    ...(needsOnset(asked) && asked.onset_at === null && !asked.is_onset_unknown
      ? (['onset_at'] as const)
      : []),
    ...(canBePregnant && asked.pregnancy === 'not_asked' ? (['pregnancy'] as const) : []),
  ]
}

/** Problems of a decision beside the values: what the level needs, and what is missing. */
export function validateTriage(
  decision: TriageDecision,
  suggestion: TriageSuggestion | null,
  canBePregnant: boolean,
): { field: string; message: string }[] {
  const { level, override, override_words, values } = decision
  const given: Record<string, boolean> = {
    override: override !== null,
    override_words: override_words !== null,
    resources: decision.resources !== null,
  }
  const problems = listTriageNeeds(level, suggestion, override)
    .filter((field) => !given[field])
    .map((field) => ({
      field: field as string,
      message: field === 'override' ? 'reason-required' : 'field-required',
    }))
  for (const name of level === 'RED' ? [] : listMissingVitals(decision)) {
    const reason = decision.missing.find(({ vital }) => vital === name)?.reason
    if (!reason) problems.push({ field: `missing.${name}`, message: 'reason-required' })
    else if (!listMissingReasons(level).includes(reason))
      problems.push({ field: `missing.${name}`, message: 'measured-below-red' })
  }
  // A life is saved first: in RED they are asked later.
  for (const field of level === 'RED' ? [] : listUnasked(decision, canBePregnant))
    problems.push({ field, message: 'field-required' })
  const isComaMeasured = decision.measured.some(({ vital }) => vital === 'gcs')
  if (
    decision.gcs_total !== null &&
    (!isComaMeasured || comaParts.some((part) => decision.gcs[part] !== null))
  )
    problems.push({ field: 'gcs_total', message: 'not-of-this-kind' })
  const { systolic, diastolic, oxygen, spo2, consciousness } = values
  if (level !== 'RED' && typeof oxygen === 'boolean' && typeof spo2 !== 'number' && !consciousness)
    problems.push({ field: 'values.oxygen', message: 'oxygen-alone' })
  if ((systolic ?? null) === null && (diastolic ?? null) !== null)
    problems.push({ field: 'values.systolic', message: 'field-required' })
  if ((systolic ?? null) !== null && (diastolic ?? null) === null)
    problems.push({ field: 'values.diastolic', message: 'field-required' })
  if (
    typeof systolic === 'number' &&
    typeof diastolic === 'number' &&
    isPressureReversed(systolic, diastolic)
  )
    problems.push({ field: 'values.diastolic', message: 'diastolic-above-systolic' })
  if ((values.blood_glucose ?? null) !== null && (values.beyond ?? null) !== null)
    problems.push({ field: 'values.beyond', message: 'not-of-this-kind' })
  return problems
}

/**
 * In which kind of reading each value of a triage is stored: the first one begins it. Oxygen stands with the first of
 * its kinds that is given; what a meter shows instead of a glucose begins one by itself.
 */
const kindsOfVitals = [
  ['blood_pressure', ['systolic', 'diastolic']],
  ['pulse', ['pulse']],
  ['respiration', ['respiration_rate']],
  ['spo2', ['spo2', 'oxygen']],
  ['temperature', ['temperature']],
  ['consciousness', ['consciousness', 'oxygen']],
  ['pain_score', ['pain_score']],
  ['glucose', ['blood_glucose', 'beyond']],
  ['glucose', ['beyond']],
  ['body', ['weight']],
] as const satisfies readonly [ManualKind, readonly [TriageVital, ...TriageVital[]]][]

type TriageReading = { kind: ManualKind } & ReadingValues

/** The readings that the newly measured values of a triage are. */
export function toTriageReadings({
  values,
  measured,
  gcs,
}: Pick<TriageFindings, 'values' | 'measured'> & Partial<Pick<TriageFindings, 'gcs'>>): TriageReading[] {
  const known = new Set<string>(measured.map(({ vital }) => vital))
  const left = new Set<TriageVital>(
    triageVitals.filter((name) => (values[name] ?? null) !== null && !known.has(name)),
  )
  const whole = kindsOfVitals.flatMap(([kind, [main, ...more]]) => {
    if (!left.has(main)) return []
    const names = [main, ...more.filter((name) => left.has(name))]
    for (const name of names) left.delete(name)
    return [{ kind, ...Object.fromEntries(names.map((name) => [name, values[name]])) }]
  })
  const readings = left.has('oxygen') ? [...whole, ...toOxygenReadings(values)] : whole
  return gcs && !known.has('gcs') ? [...readings, ...toComaReadings(gcs)] : readings
}

/**
 * Oxygen that changed while the values beside it stayed as measured. No reading holds it alone: it stands with the
 * consciousness that the triage states now or, without one, with the saturation.
 */
function toOxygenReadings({ consciousness, spo2, oxygen }: TriageFindings['values']): TriageReading[] {
  if (consciousness) return [{ kind: 'consciousness', consciousness, oxygen }]
  return typeof spo2 === 'number' ? [{ kind: 'spo2', spo2, oxygen }] : []
}

/** What could be tested of a coma scale; a letter stands for what could not. */
function toComaReadings({ eye, verbal, motor }: TriageFindings['gcs']): TriageReading[] {
  const parts = Object.entries({ gcs_eye: eye, gcs_verbal: verbal, gcs_motor: motor })
  const tested = parts.filter(([, part]) => typeof part === 'number')
  return tested.length > 0 ? [{ kind: 'gcs', ...Object.fromEntries(tested) }] : []
}

/**
 * When a reading of a triage was measured: its newest new value, which is of `now` unless it waited in a draft. Nothing
 * was measured later, though the clock of the browser may be ahead.
 */
export function findNotedAt(
  reading: TriageReading,
  { measured, noted }: Pick<TriageFindings, 'measured' | 'noted'>,
  now: string,
): string {
  const isKnown = (name: string) => measured.some(({ vital }) => vital === name)
  const names =
    reading.kind === 'gcs'
      ? (['gcs'] as const)
      : triageVitals.filter((name) => (reading[name] ?? null) !== null && !isKnown(name))
  const times = names.map((name) => noted.find(({ vital }) => vital === name)?.measured_at ?? now)
  const newest = Math.max(...times.map((time) => Date.parse(time)))
  return newest < Date.parse(now) ? new Date(newest).toISOString() : now
}

/** A sign, or a value with the limit that it broke. */
const Finding = z.union([
  z.object({
    of: z.enum(triageMeasures),
    value: z.nullable(z.number()),
    letter: z.nullable(z.enum(consciousnessLevels)),
    comparison: z.nullable(z.enum(triageComparisons)),
    limit: z.nullable(z.number()),
  }),
  z.object({ of: z.enum([...lifeSavingSigns, ...highRiskSigns]) }),
])

export const TriageFound = z.object({
  ...TriageFindings.shape,
  values: z._default(z.object(values), {}),
  /** The one reason for all missing values, in a triage from before each value had its own. */
  missing_reason: z._default(z.nullable(z.enum(missingReasons)), null),
  complaint: z._default(z.nullable(z.string()), null),
  symptom_groups: z._default(SymptomGroups, []),
  infection_signs: z._default(InfectionSigns, []),
  is_accident: z._default(z.nullable(z.boolean()), null),
  is_accident_unknown: z._default(z.boolean(), false),
  onset_at: z._default(z.nullable(Instant), null),
  is_onset_unknown: z._default(z.boolean(), false),
  pregnancy: z._default(z.enum(pregnancies), 'not_asked'),
  pregnancy_weeks: z._default(z.nullable(z.int()), null),
  /** Whether the lowest systolic pressure of a child was by age then. */
  paediatric_pressure: z._default(z.boolean(), false),
  ...confirmedFields,
})

/** One triage. It is never edited: `corrected_by` is set on one that a later one replaced. */
export const Triage = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  /** The level before it in the same visit. */
  from: z.nullable(z.enum(triageLevels)),
  level: z.enum(triageLevels),
  suggested: z.nullable(z.enum(triageLevels)),
  rule: z.nullable(z.enum(triageRules)),
  findings: z.array(Finding),
  override: z.nullable(z.enum(triageOverrides)),
  override_words: z.nullable(z.string()),
  zone: ZoneCode,
  /** `NONE` is none; an empty list means that nobody has said. */
  fast_tracks: z.array(z.enum([...fastTracks, 'NONE'])),
  /** What was found then, and what was asked. */
  found: TriageFound,
  /** The score at that time. */
  news2: z.nullable(z.int()),
  /** The earlier one that it replaces, and whether it does so to complete it: what nobody had asked was asked. */
  corrects: z.nullable(Id),
  completes: z.boolean(),
  corrected_by: z.nullable(Id),
  /** Why it was corrected when the visit was over; null of one that was made while the patient was here. */
  late_reason: z.nullable(z.string()),
  /** What nobody has asked yet: RED is confirmed before. Of the newest triage of an open visit alone. */
  unasked: z.array(z.enum(triageQuestions)),
})
export type Triage = z.output<typeof Triage>

/**
 * When somebody looked at the patient for a triage: of one that completes another, or corrects it when the visit was
 * over, when that one was made. `triages`: those of the visit.
 */
export function findLookedAt(
  triage: Pick<Triage, 'at' | 'corrects' | 'completes' | 'late_reason'>,
  triages: readonly Pick<Triage, '_id' | 'at' | 'corrects' | 'completes' | 'late_reason'>[],
): string {
  const before =
    triage.completes || triage.late_reason !== null
      ? triages.find(({ _id }) => _id === triage.corrects)
      : undefined
  return before ? findLookedAt(before, triages) : triage.at
}

const Minutes = z.object({
  doctor: z.int('number-invalid').check(z.gte(0, 'number-range'), z.lte(1440, 'number-range')),
  reassess: z.int('number-invalid').check(z.gte(0, 'number-range'), z.lte(1440, 'number-range')),
})

const Places = z.nullable(z.int('number-invalid').check(z.gte(0, 'number-range'), z.lte(500, 'number-range')))

/** How a hospital triages. A reassessment after 0 minutes is continuous. */
export const TriageSettings = z
  .object({
    /** Whether the lowest systolic pressure of children is by age, and not 90 as printed for everybody. */
    paediatric_pressure: z.boolean(),
    minutes: z.object({ RED: Minutes, PINK: Minutes, YELLOW: Minutes, GREEN: Minutes, WHITE: Minutes }).check(
      ...triageLevels.slice(1).flatMap((level, index) =>
        (['doctor', 'reassess'] as const).map((part) =>
          z.refine<Record<string, { doctor: number; reassess: number }>>(
            (minutes) => {
              const sooner = minutes[triageLevels[index] ?? 'RED']?.[part] ?? 0
              return (minutes[level]?.[part] ?? 0) >= sooner
            },
            { error: 'minutes-out-of-order', path: [level, part] },
          ),
        ),
      ),
    ),
    zones: z._default(ZoneSettings, standardZones),
    /** How many places each zone has, by its code; without one, or null, nobody has counted them. */
    places: z._default(z.record(z.string(), Places), {}),
    /** Who approved the times and the pressure of children. */
    approval: z._default(z.nullable(Approval), null),
  })
  .check((context) => {
    const { zones, places } = context.value
    for (const code of Object.keys(places).filter((one) => !findZone(zones, one)))
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: 'choice-invalid',
        path: ['places', code],
      })
  })
export type TriageSettings = z.output<typeof TriageSettings>

export const standardTriageSettings: TriageSettings = {
  paediatric_pressure: false,
  minutes: standardTriageMinutes,
  zones: standardZones,
  places: {},
  approval: null,
}

/** The digest of what a medical director approves of how a hospital triages. */
export const findTriageDigest = ({ minutes, paediatric_pressure }: TriageSettings): string =>
  computeListDigest({ minutes, paediatric_pressure })

/** Somebody who is here and in no bed of a ward, in the queue of those who triage. */
export const TriageQueueRow = z.object({
  visit: z.pick(Visit, {
    _id: true,
    vn: true,
    kind: true,
    visited_at: true,
    er_since: true,
    complaint: true,
    first_seen_at: true,
  }),
  patient: z.extend(PatientLabel, { gender: z.enum(genders), ...birthFields }),
  /** The last triage; null for whoever waits for the first one. */
  last: z.nullable(
    z.object({
      level: z.enum(triageLevels),
      /** When it was made; if it completes another triage, when that one was made. */
      at: Instant,
      zone: ZoneCode,
      news2: z.nullable(z.int()),
      /** The triage before it that nobody has corrected; null if it is not judged by that. */
      before: z.nullable(z.object({ level: z.enum(triageLevels), news2: z.nullable(z.int()) })),
    }),
  ),
  /** The newest NEWS2. */
  score: z.nullable(z.object({ value: z.int(), measured_at: Instant })),
  /** When the next triage is due, and why; null for whoever waits for the first one. */
  due: z.nullable(z.object({ due_at: Instant, reason: z.enum(reassessmentReasons) })),
})
export type TriageQueueRow = z.output<typeof TriageQueueRow>

/**
 * The order of the queue: those who wait for the first triage, by arrival; those for whom it is due again at `now`, in
 * milliseconds, by level; then the others, by when it will be due.
 */
export function compareQueueRows(now: number) {
  return (one: TriageQueueRow, other: TriageQueueRow): number => {
    if (!one.due || !other.due) {
      if (one.due || other.due) return one.due ? 1 : -1
      return compareWaiting(one.visit, other.visit)
    }
    const [due, otherDue] = [Date.parse(one.due.due_at), Date.parse(other.due.due_at)]
    const byLevel = one.last && other.last ? compareTriageLevels(one.last.level, other.last.level) : 0
    return due <= now && otherDue <= now ? byLevel || due - otherDue : due - otherDue || byLevel
  }
}

/** The open visit with where the patient is now, and which fast tracks run. */
export const VisitAtTriage = z.extend(Visit, {
  zone: z.nullable(ZoneCode),
  fast_tracks: z.array(z.enum(fastTracks)),
})
export type VisitAtTriage = z.output<typeof VisitAtTriage>

export const triage = {
  queue: {
    path: '/api/hospital_user/get_triage_queue',
    summary: 'Who waits for triage, and when it is due again for the others who are still here',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated', 'visits-outdated'],
    body: emptyReply,
    reply: z.object({
      /** The newest visits, if there are more than a screen shows. */
      rows: z.array(TriageQueueRow),
      /** How many visits there are, shown or not. */
      total: z.int(),
      minutes: TriageSettings.shape.minutes,
    }),
  },
  prepare: {
    path: '/api/hospital_user/get_triage',
    summary:
      'What a triage needs: the open visit, the newest values with their age, allergies, the last triage',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    outdatedBy: ['patients-outdated', 'visits-outdated'],
    body: z.object({ patient_id: Id }),
    reply: z.object({
      /** `an`: of the stay that lasts. */
      patient: z.extend(PatientLabel, {
        gender: z.enum(genders),
        ...birthFields,
        an: z.nullable(z.string()),
      }),
      /** Null if the patient is not here. */
      visit: z.nullable(VisitAtTriage),
      latest: z.array(LatestValue),
      allergies: z.array(z.object({ substance: z.string(), severity: z.enum(allergySeverities) })),
      no_known_allergy: z.boolean(),
      diseases: z.array(BothNames),
      /** What the patient takes now, such as an anticoagulant. */
      medications: z.array(z.object({ name: z.string(), dose: z.nullable(z.string()) })),
      /** By which scale NEWS2 judges the saturation. */
      spo2_scale: z.literal([1, 2]),
      /** The triages of the visit, the newest first. */
      triages: z.array(Triage),
      settings: TriageSettings,
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  record: {
    path: '/api/hospital_user/add_triage',
    summary: 'Confirm a triage level; newly measured values become readings of the patient',
    access: 'triage:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      visit_id: Id,
      /** The newest triage that the caller has seen; null if there was none. */
      last_triage: z._default(z.nullable(Id), null),
      /** Whether this one replaces it: it was recorded wrongly. */
      is_correction: z._default(z.boolean(), false),
      decision: TriageDecision,
    }),
    reply: z.object({ triage: Triage }),
    errors: ['not-found', 'break-glass-needed', 'record-merged', 'visit-ended', 'changed-meanwhile'],
    success: 'triage-recorded',
  },
  complete: {
    path: '/api/hospital_user/complete_triage',
    summary: 'Answer what nobody had asked when RED was confirmed; the level stands',
    access: 'triage:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      visit_id: Id,
      /** The newest triage, which is completed. */
      last_triage: Id,
      answers: z.object(answerFields),
    }),
    reply: z.object({ triage: Triage }),
    errors: ['not-found', 'break-glass-needed', 'record-merged', 'visit-ended', 'changed-meanwhile'],
    success: 'triage-recorded',
  },
  correct: {
    path: '/api/hospital_user/correct_triage',
    summary:
      'Correct the newest triage of a visit that is over: its signs, resources, level and fast tracks; what was measured stands',
    access: 'triage:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      visit_id: Id,
      /** The newest triage, which is corrected. */
      last_triage: Id,
      correction: TriageCorrection,
      reason: requiredProse('reason-required', 500),
    }),
    reply: z.object({ triage: Triage }),
    errors: ['not-found', 'break-glass-needed', 'visit-not-ended', 'visit-void', 'changed-meanwhile'],
    success: 'triage-recorded',
  },
  history: {
    path: '/api/hospital_user/get_triage_history',
    summary:
      'All visits and triages of a patient, the newest first: from, to, by whom, when, why, and NEWS2 then',
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({ patient_id: Id }),
    reply: z.object({
      triages: z.array(z.extend(Triage, { visit: VisitLabel })),
      /**
       * All visits, the newest first. `end_act`: the act that ended it, which can still be undone; null if it is open,
       * or ended with a stay or more than a day ago.
       */
      visits: z.array(z.extend(Visit, { end_act: z.nullable(Id) })),
      /** What was changed of what was told at the arrivals, the newest first. */
      corrections: z.array(z.extend(ArrivalCorrection, { visit: VisitLabel })),
      /** The zones of the hospital now, by which those of the triages are named. */
      zones: ZoneSettings,
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  exportList: {
    path: '/admin/export_triages',
    summary:
      'The visits to the emergency room that began from one day to another, and all that were triaged, with each of their triages and what is known of an accident, as data.csv (UTF-8 with a byte-order mark)',
    access: 'patient:export',
    patientData: true,
    opensRecord: false,
    body: z.object({ from: ChosenDate, to: ChosenDate, language: FileLanguage }),
    reply: fileReply,
    file: true,
  },
  settings: {
    path: '/admin/get_triage_settings',
    summary: 'How the hospital triages, with who changed it',
    access: 'patient:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({
      settings: TriageSettings,
      standard: TriageSettings,
      version: z.int(),
      history: z.array(
        z.object({
          _id: Id,
          at: Instant,
          by: z.nullable(StaffLabel),
          reason: z.string(),
          settings: TriageSettings,
        }),
      ),
    }),
  },
  updateSettings: {
    path: '/admin/update_triage_settings',
    summary: 'Change how the hospital triages',
    access: 'triage:configure',
    patientData: false,
    body: z.object({
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      settings: TriageSettings,
      reason: requiredProse('reason-required', 500),
    }),
    reply: z.object({ settings: TriageSettings, version: z.int() }),
    errors: ['changed-meanwhile'],
    success: 'triage-settings-updated',
  },
} satisfies Endpoints
