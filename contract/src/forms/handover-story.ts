import type { PreAlertPart, PreAlertScheme } from '../ambulance/inbound.ts'
import { preAlertStories, toldWhole } from '../ambulance/inbound.ts'
import type { Mission } from '../ambulance/missions.ts'
import { isReason, listRows, sortMeasured } from './answers.ts'
import { type CalculationRule, calculate } from './calculations/calculations.ts'
import type { Calculated } from './calculations/phrases.ts'
import { omitHidden } from './conditions.ts'
import { type Answer, type AnswerField, type Answers, type Form, findField, type Row } from './form.ts'
import type { FormName } from './form-names.ts'
import { clinicalOptions } from './options.ts'

/** Where a crew writes what it tells the hospital, and in which form its answers stand. */
export const handoverStoryField: { form: FormName; field: string } = {
  form: 'operation-form',
  field: 'alert_text',
}

/**
 * A field of the form; what is computed of its fields; fields of the newest row of measurements, with what is computed
 * of it; every row of a field.
 */
type Source =
  | string
  | { readonly computed: CalculationRule }
  | { readonly newest: string; readonly fields: readonly string[]; readonly rule?: CalculationRule }
  | { readonly rows: string; readonly fields: readonly string[] }

const signs: Source = {
  newest: 'vitals',
  // A value keeps its time: the text is read later than it was written.
  fields: [
    'measured_at',
    'systolic',
    'diastolic',
    'pulse',
    'respiration_rate',
    'spo2',
    'blood_glucose',
    'beyond',
    'consciousness',
    'rhythm',
  ],
  rule: 'gcs',
}
const moreSigns: Source = {
  newest: 'vitals',
  fields: [
    'oxygen_device',
    'oxygen_flow',
    'oxygen_share',
    'etco2',
    'temperature',
    'right_pupil',
    'right_reaction',
    'left_pupil',
    'left_reaction',
    'rhythm_leads',
    'pain_score',
  ],
}
const person: readonly Source[] = [{ computed: 'age' }, 'sex']
const careLimits: readonly Source[] = ['has_advance_directive', 'is_palliative']
const anticoagulants: readonly Source[] = [
  'takes_anticoagulant',
  'stroke_anticoagulant',
  'stroke_last_dose_at',
]
const allergies: readonly Source[] = ['known_allergies', 'allergies']
const bleeding: readonly Source[] = ['bleeding', 'bleeding_ml']
const circulation: readonly Source[] = ['first_rhythm', 'has_rosc', 'arrest_outcome']
const circulationChanges: Source = { rows: 'circulation_changes', fields: ['circulation', 'circulation_at'] }
const burns: readonly Source[] = [{ computed: 'burn-area' }, 'burn_depth', 'burn_inhalation']
const stroke: readonly Source[] = [
  { computed: 'cpss' },
  'face',
  'face_side',
  'arm',
  'arm_side',
  'speech',
  'has_lost_balance',
  'has_eye_sign',
]
const poison: readonly Source[] = ['substance', 'poison_amount', 'poison_route', 'poisoned_at', 'intent']
const labour: readonly Source[] = [
  'gestation_weeks',
  'gravida',
  'para',
  'is_crowning',
  'membranes',
  'contraction_minutes',
  'delivered_at',
]
/** Whoever takes the patient over is in danger of it, too. */
const danger: readonly Source[] = ['danger_to', 'weapon', 'is_restrained']
const treatment: readonly Source[] = [
  'airway_care',
  'bleeding_care',
  'tourniquet_at',
  'immobilise',
  'cpr',
  'other_care',
  { rows: 'drugs', fields: ['drug', 'other_drug', 'dose', 'dose_unit', 'route', 'given_at'] },
  { rows: 'fluids', fields: ['fluid', 'other_fluid', 'hung_ml'] },
  { rows: 'shocks', fields: ['energy', 'rhythm_after', 'shocked_at'] },
  { rows: 'procedures', fields: ['procedure', 'procedure_detail', 'was_successful', 'done_at'] },
]

/**
 * What of the Operation form tells each part: ATMIST of an injury, ISBAR of an illness. A long part loses its end, so
 * what a doctor needs first stands before what may wait and what may be long.
 */
const sources: Readonly<Record<PreAlertPart, readonly Source[]>> = {
  // ATMIST has no part for what limits the care, or which drugs and blood to give: that is told with the person.
  age: [...person, ...careLimits, ...anticoagulants, ...allergies],
  time: ['call', 'at_scene'],
  mechanism: ['mechanism', 'road_user', 'protection', 'fall_height', 'trapped_minutes', 'events', ...danger],
  injuries: ['wounds', ...burns, 'bones', 'parts', 'blood_loss', 'red_signs', 'yellow_signs'],
  signs: [signs, ...circulation, moreSigns, circulationChanges],
  treatment,
  identify: ['patient_name', ...person],
  situation: [
    'complaint',
    'rc_colour',
    ...danger,
    'pain_onset_at',
    'last_known_well',
    'seizure_at',
    'arrest_at',
    ...poison,
    ...labour,
  ],
  background: [
    ...careLimits,
    ...anticoagulants,
    ...allergies,
    'past_illness',
    'medicines',
    'past_illness_detail',
  ],
  assessment: [
    'airway',
    'breathing',
    ...bleeding,
    signs,
    ...circulation,
    ...stroke,
    ...treatment,
    circulationChanges,
    moreSigns,
    'medical',
    'obstetric',
    'paediatric',
    'surgical',
    'ecg_reading',
  ],
  // What is asked for the crew says itself.
  recommendation: [],
}

/** One thing that is told: an answer with its field, or what was computed of the newest measurement. */
export type StoryItem =
  | { readonly name: string; readonly field: AnswerField; readonly answer: Answer }
  | { readonly computed: Calculated }
/** What is told together, such as a drug with its dose. */
export type StoryLine = { readonly of?: 'newest' | 'row'; readonly items: readonly StoryItem[] }

/** An injury is told by ATMIST, everything else by ISBAR. */
export const chooseScheme = (answers: Answers): PreAlertScheme =>
  answers['case_kind'] === 'TRAUMA' ? 'ATMIST' : 'ISBAR'

/** Events, and symptom groups of the national dispatch protocol, that are an injury or an accident by their names. */
const injuryEvents: ReadonlySet<string | null> = new Set(['TRAFFIC', 'OTHER_ACCIDENT'])
const injuryGroups: ReadonlySet<string> = new Set(['21', '24', '25'])

/** While no sheet says whether it is an injury, the request tells it. */
export const chooseMissionScheme = ({
  case_kind,
  event,
  symptom_groups,
}: Pick<Mission, 'case_kind' | 'event' | 'symptom_groups'>): PreAlertScheme => {
  if (case_kind !== null) return chooseScheme({ case_kind })
  const isInjury = injuryEvents.has(event) || symptom_groups.some((group) => injuryGroups.has(group))
  return isInjury ? 'ATMIST' : 'ISBAR'
}

/** What the answers of a form tell of each part of a story; a part of which they tell nothing is left out. */
export function collectStory(
  form: Form,
  all: Answers,
  scheme: PreAlertScheme,
): { part: PreAlertPart; lines: StoryLine[] }[] {
  const answers = omitRepeated(omitHidden(form, all).answers)
  return preAlertStories[scheme].flatMap((part) => {
    const lines = sources[part].flatMap((source) => collectLines(form, answers, source))
    return lines.length === 0 ? [] : [{ part, lines }]
  })
}

/** What the crew was told of the allergies may be no more than the record says. */
function omitRepeated(answers: Answers): Answers {
  const { known_allergies, ...others } = answers
  return known_allergies !== undefined && known_allergies === others['allergies'] ? others : answers
}

function collectLines(form: Form, answers: Answers, source: Source): StoryLine[] {
  if (typeof source === 'string') {
    const items = collectItems(findFields(form, [source]), answers as Row)
    return items.length === 0 ? [] : [{ items }]
  }
  if ('computed' in source) {
    const computed = calculate({ rule: source.computed }, answers)
    return computed ? [{ items: [{ computed }] }] : []
  }
  const name = 'newest' in source ? source.newest : source.rows
  const rows = listRows(answers, name)
  const fields = findFields(form, source.fields, name)
  if ('rows' in source)
    return rows.flatMap(([, row]) => {
      const items = collectRow(fields, row)
      return items.length === 0 ? [] : [{ of: 'row' as const, items }]
    })
  const newest = sortMeasured(rows).at(-1)
  if (!newest) return []
  const [id, values] = newest
  const computed = source.rule && calculate({ rule: source.rule }, answers, { row: { id, values } })
  const items = [...collectItems(fields, values), ...(computed ? [{ computed }] : [])]
  return items.length === 0 ? [] : [{ of: 'newest', items }]
}

function findFields(form: Form, names: readonly string[], rows?: string): [string, AnswerField][] {
  const outer = rows === undefined ? undefined : findField(form, rows)
  return names.flatMap((name): [string, AnswerField][] => {
    const field = outer?.kind === 'rows' ? outer.fields[name] : findField(form, name)
    return field && field.kind !== 'rows' ? [[name, field]] : []
  })
}

/** Whoever had no belt, helmet or airbag was hurt otherwise. */
const tellsNone: ReadonlySet<string> = new Set(['protection'])

/** Only what was found: a reason for no answer, a no and an option NONE tell nothing. */
function collectItems(fields: readonly [string, AnswerField][], values: Row): StoryItem[] {
  return fields.flatMap(([name, field]) => {
    const answer = values[name]
    if (answer === undefined || isReason(answer) || answer === false || answer === 'NONE') return []
    if (!Array.isArray(answer)) return [{ name, field, answer: answer as Answer }]
    // A story is read by others than clinicians.
    const hidden: readonly string[] = (field.kind === 'choices' && clinicalOptions[field.options]) || []
    const told = answer.filter((one) => (one !== 'NONE' || tellsNone.has(name)) && !hidden.includes(one))
    return told.length === 0 ? [] : [{ name, field, answer: told }]
  })
}

/**
 * What was given, of which nobody may know how much: the reason is told, and no unit of what is not known. What was
 * done and did not succeed says so.
 */
function collectRow(fields: readonly [string, AnswerField][], row: Row): StoryItem[] {
  return fields.flatMap(([name, field]) => {
    const answer = row[name]
    if (name === 'dose_unit' && isReason(row['dose'])) return []
    if (typeof answer === 'boolean') return answer ? [] : [{ name, field, answer }]
    return isReason(answer) ? [{ name, field, answer }] : collectItems([[name, field]], row)
  })
}

/** Every field that a story tells, for the test that the form has it. */
export const listStoryFields = (): { rows?: string; name: string }[] =>
  Object.values(sources)
    .flat()
    .flatMap((source) => {
      if (typeof source === 'string') return [{ name: source }]
      // A rule does without what a version of the form lacks.
      if ('computed' in source) return []
      const rows = 'newest' in source ? source.newest : source.rows
      return source.fields.map((name) => ({ rows, name }))
    })

/** What is left of each other part, however much was found and done. */
const leastLetters = 80

/**
 * The lines of a story as one text that is not longer than may be stored. What was found and done is told whole: the
 * longest of the other lines are shortened for it.
 */
export function joinStory(
  told: readonly (readonly [part: PreAlertPart, line: string])[],
  most: number,
): string {
  const others = told.flatMap(([part, line]) => (toldWhole.has(part) ? [] : [line.length]))
  const taken = told.reduce((sum, [part, line]) => sum + (toldWhole.has(part) ? line.length : 0), 0)
  const bound = Math.max(leastLetters, shareEvenly(most - taken - (told.length - 1), others))
  const lines = told.map(([part, line]) => (toldWhole.has(part) ? line : cutText(line, bound)))
  return cutText(lines.join('\n'), most)
}

/** How long the longest of some lines may be for all to fit into a room. */
function shareEvenly(room: number, lengths: readonly number[]): number {
  const rest = lengths.toSorted((one, other) => one - other)
  let left = room
  for (const [index, length] of rest.entries()) {
    const share = Math.floor(left / (rest.length - index))
    if (length > share) return share
    left -= length
  }
  return Number.POSITIVE_INFINITY
}

/** As much of a text as may be stored, with a sign that it was longer. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`
