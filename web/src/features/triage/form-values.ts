import {
  type Age,
  type FastTrack,
  type FieldProblem,
  fastTracks,
  type HighRiskSign,
  type Input,
  type infectionSigns,
  judgeZone,
  type LatestValue,
  type LifeSavingSign,
  type missingReasons,
  type NeededVital,
  neededTriageVitals,
  parseGlasgowComa,
  suggestFromFindings,
  suggestZone,
  TriageDecision,
  type TriageLevel,
  type TriageOverride,
  type TriageResource,
  type TriageSuggestion,
  type TriageVital,
  type triage,
  triageVitals,
  type Visit,
  validateTriage,
  withoutNone,
  type ZoneSettings,
} from 'contract'
import { findGlucoseRival } from '../../clinical/vitals/glucose-rivals.ts'
import { parseTypedInstant } from '../../ui/form/date/typed-time.ts'
import { parseTypedNumber } from '../../ui/form/parse-typed-number.ts'
import { type knownChoices, toTyped } from './arrival/arrival-values.ts'

/** A value with the time at which it was measured, from a device or a chart. */
export type Measured = {
  value: number | string | boolean
  measured_at: string
  source: LatestValue['source']
}
/** A coma scale is its parts as they are written, or its total where nobody knows them. */
export type MeasuredValues = ReadonlyMap<TriageVital | 'gcs', Measured>

/** A choice that is no number is text: ACVPU, `yes` or `no` of oxygen, and what a meter shows instead of a glucose. */
export type TypedValue = number | string

type InfectionSign = (typeof infectionSigns)[number]
type SymptomGroup = Visit['symptom_groups'][number]

/** What is chosen in a row: none excludes the others, whichever was chosen last. */
export function chooseOrNone<Value extends string>(
  chosen: readonly Value[],
  before: readonly Value[],
): Value[] {
  const isNone = (one: Value) => one === 'NONE'
  return chosen.some(isNone) && !before.some(isNone)
    ? chosen.filter(isNone)
    : chosen.filter((one) => !isNone(one) || chosen.length === 1)
}

/**
 * The form as it is typed. `typed` has the values that somebody changed, '' for one that they emptied; the others are
 * as measured.
 */
export type TriageForm = {
  complaint: string
  symptom_groups: SymptomGroup[]
  infection_signs: InfectionSign[]
  /** Whether it was an accident, where the arrival does not say; '' is no answer yet. */
  accident: (typeof knownChoices)[number] | ''
  onset: { date: string; time: string } | null
  is_onset_unknown: boolean
  /** Where the arrival does not say; '' is no answer yet. */
  pregnancy: (typeof knownChoices)[number] | ''
  pregnancy_weeks: number | string
  /** Here and below, `NONE` is an answer; an empty list is none yet. */
  life_saving: (LifeSavingSign | 'NONE')[]
  high_risk: (HighRiskSign | 'NONE')[]
  resources: (TriageResource | 'NONE')[]
  typed: Partial<Record<TriageVital, TypedValue>>
  /** When each was typed: a draft keeps the time of its values. */
  typed_at: Partial<Record<TriageVital | 'gcs', string>>
  eye: string
  verbal: string
  motor: string
  /** Why a value was not measured. */
  missing: Partial<Record<NeededVital, (typeof missingReasons)[number] | undefined>>
  level: TriageLevel | ''
  override: TriageOverride | ''
  override_words: string
  /** '' until somebody chooses: see `getZone`. */
  zone: string
  /** The fast tracks that somebody started, or ended with false, or that none is needed. The others are as they run. */
  tracks: Partial<Record<FastTrack | 'NONE', boolean>>
  is_correction: boolean
  /** The newest triage and what was told, as whoever fills the form has seen them: a draft keeps both. */
  basis: string | null
  told: Told
}

type Told = {
  complaint: string
  symptom_groups: SymptomGroup[]
  infection_signs: InfectionSign[]
  onset: { date: string; time: string } | null
}

const toldNothing: Told = { complaint: '', symptom_groups: [], infection_signs: [], onset: null }

export const emptyTriage: TriageForm = {
  complaint: '',
  symptom_groups: [],
  infection_signs: [],
  accident: '',
  onset: null,
  is_onset_unknown: false,
  pregnancy: '',
  pregnancy_weeks: '',
  life_saving: [],
  high_risk: [],
  resources: [],
  typed: {},
  typed_at: {},
  eye: '',
  verbal: '',
  motor: '',
  missing: {},
  level: '',
  override: '',
  override_words: '',
  zone: '',
  tracks: {},
  is_correction: false,
  basis: null,
  told: toldNothing,
}

/** What was told at the arrival and is asked again at the triage. */
export const readTold = ({ complaint, symptom_groups, infection_signs, onset_at }: Visit): Told => ({
  complaint: complaint ?? '',
  symptom_groups,
  infection_signs,
  onset: onset_at === null ? null : toTyped(onset_at),
})

/** What was told anew takes the place of what was told before, where nobody has changed it in the form. */
export function takeTold(form: Partial<Told>, before: Told, after: Told): Partial<Told> {
  const names = ['complaint', 'symptom_groups', 'infection_signs', 'onset'] as const
  const untouched = names.filter((name) => JSON.stringify(form[name]) === JSON.stringify(before[name]))
  return Object.fromEntries(untouched.map((name) => [name, after[name]]))
}

/** A value older than this is shown and not taken over: it does not say how the patient is now. */
export const takenOverMs = 60 * 60_000

/** What a triage takes over from the newest values, by its own names. */
export function listMeasured(latest: readonly LatestValue[], now: number): MeasuredValues {
  const fresh = new Map<TriageVital | 'gcs', Measured>()
  for (const { vital, value, second, note, measured_at, source, is_derived } of latest) {
    if (now - Date.parse(measured_at) > takenOverMs) continue
    // The rules compute it themselves, from the pressure.
    if (vital === 'map' && is_derived) continue
    const take = (name: TriageVital | 'gcs', measured: Measured['value'] | null) => {
      if (measured !== null) fresh.set(name, { value: measured, measured_at, source })
    }
    if (vital === 'blood_pressure') {
      take('systolic', value)
      take('diastolic', second)
    } else if (vital === 'oxygen') take('oxygen', value === null ? null : value === 1)
    else if (vital === 'consciousness') take('consciousness', note)
    else if (vital === 'gcs') take('gcs', note ?? value)
    else if (vital === 'blood_glucose' && value === null) take('beyond', note)
    else if (triageVitals.some((name) => name === vital)) take(vital as TriageVital, value)
  }
  // A mean pressure belongs to the pressure with which it was measured.
  if (fresh.get('map')?.measured_at !== fresh.get('systolic')?.measured_at) fresh.delete('map')
  return fresh
}

const toText = (value: Measured['value']): TypedValue =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : value

/** What a field shows: as typed, or else as measured. */
export function getShown(
  form: Pick<TriageForm, 'typed'>,
  measured: MeasuredValues,
  name: TriageVital,
): TypedValue {
  const typed = form.typed[name]
  if (typed !== undefined) return typed
  const found = measured.get(name)
  return found ? toText(found.value) : ''
}

const comaParts = ['eye', 'verbal', 'motor'] as const
type ComaForm = Pick<TriageForm, (typeof comaParts)[number]>

/** The parts of a coma scale that the form shows: as typed, or else as measured. A total alone says no part. */
export function getShownComa(
  form: ComaForm & Pick<TriageForm, 'typed_at'>,
  measured: MeasuredValues,
): ComaForm & { found?: Measured } {
  const { eye, verbal, motor } = form
  const found = measured.get('gcs')
  const coma =
    form.typed_at.gcs === undefined && typeof found?.value === 'string'
      ? parseGlasgowComa(found.value)
      : undefined
  if (!found || !coma) return { eye, verbal, motor }
  const write = (part: number | string | null) => (part === null ? '' : String(part))
  return { eye: write(coma.eye), verbal: write(coma.verbal), motor: write(coma.motor), found }
}

/** A coma scale of which only the total was measured, while nobody types a part. */
export function findShownTotal(form: ComaForm, measured: MeasuredValues): Measured | undefined {
  const found = measured.get('gcs')
  return typeof found?.value === 'number' && comaParts.every((part) => form[part] === '') ? found : undefined
}

/** What somebody types. A glucose takes the place of what the meter showed instead, until it is emptied. */
export function typeValue(
  { typed: before, typed_at }: Pick<TriageForm, 'typed' | 'typed_at'>,
  name: TriageVital,
  value: TypedValue,
  at: string,
): Pick<TriageForm, 'typed' | 'typed_at'> {
  const typed = { ...before, [name]: value }
  const rival = findGlucoseRival(name)
  if (rival && value !== '') typed[rival] = ''
  else if (rival && typed[rival] === '') delete typed[rival]
  return { typed, typed_at: { ...typed_at, [name]: at } }
}

/** Whether a field shows a measured value: nobody has changed it. */
export function isAsMeasured(
  form: Pick<TriageForm, 'typed'>,
  measured: MeasuredValues,
  name: TriageVital,
): boolean {
  const found = measured.get(name)
  return found !== undefined && getShown(form, measured, name) === toText(found.value)
}

/**
 * What is known beside the form: what was measured, which fast tracks run, when the form was opened, and whether the
 * arrival says that it was an accident or that there is a pregnancy.
 */
type Beside = {
  measured: MeasuredValues
  running: readonly FastTrack[]
  opened: number
  isAccident: boolean | null
  pregnancy: Visit['pregnancy']
}

const trackChoices = [...fastTracks, 'NONE'] as const
type TrackChoice = (typeof trackChoices)[number]

/** The fast tracks that will run: those that do, but for what somebody started or ended. */
export function listTracks(
  { tracks }: Pick<TriageForm, 'tracks'>,
  running: readonly FastTrack[],
): TrackChoice[] {
  const kept = fastTracks.filter((track) => tracks[track] ?? running.includes(track))
  return kept.length === 0 && tracks.NONE ? ['NONE'] : kept
}

/** What somebody starts, ends or says who chooses these. */
export function changeTracks(
  form: Pick<TriageForm, 'tracks'>,
  running: readonly FastTrack[],
  chosen: readonly TrackChoice[],
): TriageForm['tracks'] {
  const before = listTracks(form, running)
  const after = chooseOrNone(chosen, before)
  const changed = trackChoices.filter((track) => before.includes(track) !== after.includes(track))
  return {
    ...form.tracks,
    ...Object.fromEntries(changed.map((track) => [track, after.includes(track)])),
  }
}

type DecisionInput = Input<typeof triage.record>['decision']

/** Whether the triage asks about a pregnancy: an arrival that says yes or no is corrected with a reason. */
export const asksPregnancy = (told: Visit['pregnancy']): boolean => told === 'not_asked' || told === 'unknown'

/** Answers for sure of which the arrival was told the opposite since they were chosen, with what it says. */
export function listOvertaken(
  form: Pick<TriageForm, 'accident' | 'pregnancy'>,
  { is_accident, pregnancy }: Pick<Visit, 'is_accident' | 'pregnancy'>,
): { field: 'is_accident' | 'pregnancy'; said: 'yes' | 'no' }[] {
  const opposite = { yes: 'no', no: 'yes' } as const
  const accident = is_accident === null ? 'unknown' : is_accident ? 'yes' : 'no'
  const find = (field: 'is_accident' | 'pregnancy', said: string, chosen: string) =>
    (said === 'yes' || said === 'no') && chosen === opposite[said] ? [{ field, said } as const] : []
  return [...find('is_accident', accident, form.accident), ...find('pregnancy', pregnancy, form.pregnancy)]
}

/** The decision that the form says; without a level it is one of a person who has not chosen yet. */
export function toDecision(
  form: TriageForm,
  { measured, running, opened, isAccident, pregnancy: told }: Beside,
): Omit<DecisionInput, 'level' | 'zone'> {
  const changesPressure = !(['systolic', 'diastolic'] as const).every((name) =>
    isAsMeasured(form, measured, name),
  )
  const values: Record<string, unknown> = {}
  const known: { vital: TriageVital | 'gcs'; measured_at: string }[] = []
  const noted = new Map<TriageVital | 'gcs', string>()
  const note = (vital: TriageVital | 'gcs', at: string | undefined) => {
    if (at !== undefined && Date.parse(at) < opened) noted.set(vital, toMinute(at))
  }
  for (const name of triageVitals) {
    if (name === 'map' && changesPressure) continue
    const shown = getShown(form, measured, name)
    if (shown === '') continue
    values[name] = name === 'oxygen' ? shown === 'yes' : shown
    const isPressure = name === 'systolic' || name === 'diastolic'
    const found = measured.get(name)
    if (found && isAsMeasured(form, measured, name) && !(isPressure && changesPressure))
      known.push({ vital: name, measured_at: found.measured_at })
    else note(name, isPressure ? findPressureTime(form) : form.typed_at[name])
  }
  const coma = getShownComa(form, measured)
  const total = findShownTotal(form, measured)
  const knownComa = coma.found ?? total
  if (knownComa) known.push({ vital: 'gcs', measured_at: knownComa.measured_at })
  else if (comaParts.some((part) => coma[part])) note('gcs', form.typed_at.gcs)
  const resources = withoutNone(form.resources)
  const onset = form.onset ? parseTypedInstant(form.onset.date, form.onset.time) : undefined
  const pregnancy = asksPregnancy(told) ? form.pregnancy || told : told
  const weeks = asksPregnancy(told) && pregnancy === 'yes' ? parseTypedNumber(form.pregnancy_weeks) : null
  const score = (text: string) => (text === '' ? null : Number(text))
  return {
    complaint: form.complaint.trim() || null,
    symptom_groups: form.symptom_groups,
    infection_signs: form.infection_signs,
    is_accident: isAccident ?? (form.accident === 'yes' || (form.accident === 'no' ? false : null)),
    is_accident_unknown: isAccident === null && form.accident === 'unknown',
    onset_at: onset === undefined || form.is_onset_unknown ? null : new Date(onset).toISOString(),
    is_onset_unknown: form.is_onset_unknown,
    pregnancy,
    pregnancy_weeks: weeks === undefined ? Number.NaN : weeks,
    life_saving: form.life_saving,
    high_risk: form.high_risk,
    resources: form.resources.length === 0 ? null : resources,
    values,
    measured: known,
    noted: [...noted].map(([vital, measured_at]) => ({ vital, measured_at })),
    gcs: {
      eye: coma.eye === 'C' ? 'C' : (score(coma.eye) as 1 | null),
      verbal: coma.verbal === 'T' ? 'T' : (score(coma.verbal) as 1 | null),
      motor: score(coma.motor),
    },
    gcs_total: total ? Number(total.value) : null,
    missing: neededTriageVitals.flatMap((vital) => {
      const reason = form.missing[vital]
      return reason ? [{ vital, reason }] : []
    }),
    override: form.override || null,
    override_words: form.override_words.trim() || null,
    fast_tracks: listTracks(form, running),
  }
}

/** What was typed in the same minute of a draft was charted together. */
const toMinute = (at: string) => new Date(Math.floor(Date.parse(at) / 60_000) * 60_000).toISOString()

/** Both halves of a pressure are of when the last one was typed. */
const findPressureTime = ({ typed_at: { systolic, diastolic } }: Pick<TriageForm, 'typed_at'>) =>
  [systolic, diastolic]
    .filter((at) => at !== undefined)
    .toSorted()
    .at(-1)

type ZoneForm = Pick<TriageForm, 'zone' | 'level' | 'infection_signs'>

/** The zone that the level and the infection screen suggest. */
export function findSuggestedZone({ level, infection_signs }: ZoneForm, zones: ZoneSettings): string {
  const isInfectious = withoutNone(infection_signs).length > 0
  return level === '' ? '' : suggestZone(zones, level, isInfectious)
}

/**
 * The zone that was chosen or, without one, where the patient is: nobody moves without a person who says so. Whoever is
 * nowhere yet goes where the level suggests. None of them counts if it was retired since.
 */
export function getZone(form: ZoneForm, zones: ZoneSettings, present: string | null): string {
  const held = [form.zone, present ?? ''].find((zone) => judgeZone(zones, zone) === undefined)
  return held ?? findSuggestedZone(form, zones)
}

type Known = Beside & {
  age: Age | null
  /** Whether a pregnancy is asked about. */
  canBePregnant: boolean
  usesPaediatricPressure: boolean
  zones: ZoneSettings
  /** Where the patient is; null if nobody has said. */
  present: string | null
}

export function suggest(
  form: TriageForm,
  { age, usesPaediatricPressure, ...beside }: Omit<Known, 'zones' | 'present' | 'canBePregnant'>,
): TriageSuggestion | null {
  const decision = { ...toDecision(form, beside), level: 'RED', zone: 'RESUS' }
  const read = TriageDecision['~standard'].validate(decision)
  if (read instanceof Promise || read.issues) return null
  return suggestFromFindings(read.value, age, usesPaediatricPressure)
}

/** The name in the form of a field that is refused. A value and why it is missing have each their own. */
export function nameField(path: string): string {
  const [before, name] = path.split('.').slice(-2)
  if (name === undefined) return path
  return before === 'missing' ? `${before}.${name}` : name
}

/** The problems of the form, by its fields; a level that nobody chose is one. */
export function findTriageProblems(form: TriageForm, known: Known): FieldProblem[] {
  const zone = getZone(form, known.zones, known.present) || 'RESUS'
  const decision = { ...toDecision(form, known), level: form.level, zone }
  const read = TriageDecision['~standard'].validate(decision)
  if (read instanceof Promise) return []
  if (read.issues)
    return read.issues.map(({ path = [], message }) => {
      const field = path.at(-1)
      return { field: typeof field === 'string' ? field : '', message }
    })
  return validateTriage(read.value, suggest(form, known), known.canBePregnant).map(({ field, message }) => ({
    field: nameField(field),
    message,
  }))
}

/** What of the form is an answer; the rest of the triage stands, and what the arrival says already is none. */
export function toAnswers(form: TriageForm, visit: Visit): Input<typeof triage.complete>['answers'] {
  const { is_accident: isAccident, pregnancy } = visit
  const isAnswer = (name: 'complaint' | 'symptom_groups' | 'infection_signs' | 'onset') =>
    JSON.stringify(form[name]) !== JSON.stringify(form.told[name])
  const said = toDecision(form, { measured: new Map(), running: [], opened: 0, isAccident, pregnancy })
  return {
    complaint: isAnswer('complaint') ? said.complaint : null,
    symptom_groups: isAnswer('symptom_groups') ? said.symptom_groups : null,
    infection_signs: isAnswer('infection_signs') ? said.infection_signs : [],
    is_accident: said.is_accident,
    is_accident_unknown: said.is_accident_unknown,
    onset_at: isAnswer('onset') ? said.onset_at : null,
    is_onset_unknown: said.is_onset_unknown,
    pregnancy: said.pregnancy,
    pregnancy_weeks: said.pregnancy_weeks,
  }
}
