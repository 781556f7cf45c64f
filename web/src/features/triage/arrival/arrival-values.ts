import {
  type Accident,
  accidentSources,
  dispositions,
  type Input,
  symptomGroups,
  type Visit,
  visitSources,
  visits,
} from 'contract'
import { isDay, toHospitalDate } from '../../../ui/date/dates.ts'
import { createSchema, listIssues } from '../../../ui/form/create-schema.ts'
import { formatTypedTime, parseTypedInstant } from '../../../ui/form/date/typed-time.ts'
import { parseTypedNumber } from '../../../ui/form/parse-typed-number.ts'
import { toArabicDigits } from '../../../ui/form/thai-digits.ts'

type Arrival = Input<typeof visits.arrive>

/** What is yes, no or unknown. */
export const knownChoices = ['yes', 'no', 'unknown'] as const
type Known = (typeof knownChoices)[number]

type TypedInstant = { date: string; time: string }

/** An arrival as it is typed; '' is no answer yet. What is hidden stays as it was, and is not sent. */
export type ArrivalValues = {
  patient_id: string
  kind: Arrival['kind']
  clinic_id: string
  vn: string
  /** Null is now. */
  arrived: TypedInstant | null
  source: `${(typeof visitSources)[number]}` | ''
  mode: Arrival['mode'] | ''
  /** The hospital that referred the patient, and the number of the referral. */
  referring_hospital: string
  referral_number: string
  complaint: string
  symptom_groups: `${(typeof symptomGroups)[number]}`[]
  onset: TypedInstant | null
  is_accident: Known | ''
  accident: {
    source: `${(typeof accidentSources)[number]}` | ''
    place: string
    role: string
    vehicle: string
    belt: Known | ''
    helmet: Known | ''
    alcohol: Known | ''
  }
  pregnancy: NonNullable<Arrival['pregnancy']>
  pregnancy_weeks: number | string
  infection_signs: NonNullable<Arrival['infection_signs']>
  /** When a doctor of the clinic saw whoever was sent to the emergency room, which only a correction asks. */
  opd_seen: TypedInstant | null
  /** When a doctor first saw the patient, which only a correction asks; null if none has. */
  seen: TypedInstant | null
  /** When the patient left, which only a correction asks; null if they have not. */
  left: TypedInstant | null
  /** How they left. */
  disposition: `${(typeof dispositions)[number]}` | ''
  /** Why an arrival is corrected. */
  reason: string
}

export function createArrival(patientId: string, kind: Arrival['kind']): ArrivalValues {
  return {
    patient_id: patientId,
    kind,
    clinic_id: '',
    vn: '',
    arrived: null,
    source: '',
    mode: '',
    referring_hospital: '',
    referral_number: '',
    complaint: '',
    symptom_groups: [],
    onset: null,
    is_accident: '',
    accident: {
      source: '',
      place: '',
      role: '',
      vehicle: '',
      belt: '',
      helmet: '',
      alcohol: '',
    },
    pregnancy: 'not_asked',
    pregnancy_weeks: '',
    infection_signs: [],
    opd_seen: null,
    seen: null,
    left: null,
    disposition: '',
    reason: '',
  }
}

/** What was told at the arrival, as it is typed. */
export function toArrivalValues(patientId: string, visit: Visit): ArrivalValues {
  const empty = createArrival(patientId, visit.kind)
  const { accident, onset_at, opd_seen_at, first_seen_at, left_at, disposition } = visit
  return {
    ...empty,
    arrived: toTyped(visit.visited_at),
    source: visit.source === null ? empty.source : `${visit.source}`,
    mode: visit.mode ?? empty.mode,
    referring_hospital: visit.referring_hospital ?? '',
    referral_number: visit.referral_number ?? '',
    complaint: visit.complaint ?? '',
    symptom_groups: visit.symptom_groups.map((group) => `${group}` as const),
    onset: onset_at === null ? null : toTyped(onset_at),
    is_accident: toKnown(visit.is_accident),
    accident: accident
      ? {
          source: accident.source === null ? '' : `${accident.source}`,
          place: accident.place ?? '',
          role: accident.role === null ? '' : String(accident.role),
          vehicle: accident.vehicle ?? '',
          belt: toKnown(accident.belt),
          helmet: toKnown(accident.helmet),
          alcohol: toKnown(accident.alcohol),
        }
      : empty.accident,
    pregnancy: visit.pregnancy,
    pregnancy_weeks: visit.pregnancy_weeks ?? '',
    infection_signs: visit.infection_signs,
    opd_seen: opd_seen_at === null ? null : toTyped(opd_seen_at),
    seen: first_seen_at === null ? null : toTyped(first_seen_at),
    left: left_at === null ? null : toTyped(left_at),
    disposition: toText(dispositions.find((code) => code === disposition)),
  }
}

const toText = <Code extends number>(code: Code | undefined): `${Code}` | '' =>
  code === undefined ? '' : `${code}`

export function toTyped(instant: string): TypedInstant {
  const at = Date.parse(instant)
  return { date: toHospitalDate(new Date(at)), time: formatTypedTime(at) }
}

/** A fact that is not known may be one that nobody asked about: no answer is shown then. */
const toKnown = (fact: boolean | null): Known | '' => (fact === null ? '' : fact ? 'yes' : 'no')

/** The answers that differ from those of the visit: a correction changes these alone. */
export function toCorrection(
  values: ArrivalValues,
  visit: Visit,
): Pick<Input<typeof visits.correct>, 'changed' | 'reason'> {
  const read = (typed: ArrivalValues) => {
    const { patient_id: _patient, vn: _vn, ...told } = toArrival(typed)
    const left = readInstant(typed.left)
    return {
      ...told,
      opd_seen_at: toInstant(readInstant(typed.opd_seen)),
      first_seen_at: toInstant(readInstant(typed.seen)),
      ...(left !== undefined && { left_at: toInstant(left) }),
      ...(typed.disposition !== '' && { disposition: Number(typed.disposition) }),
    } as Record<string, unknown>
  }
  const before = read(toArrivalValues(values.patient_id, visit))
  const changed = Object.entries(read(values)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  )
  return { changed: Object.fromEntries(changed), reason: values.reason }
}

/**
 * What is sent. Text that is no number becomes NaN, and an answer that nobody gave stays none: the contract refuses
 * both.
 */
export function toArrival(values: ArrivalValues): Arrival {
  const { patient_id, vn, kind, mode, complaint, pregnancy, infection_signs } = values
  const onset = readInstant(values.onset)
  const arrived = readInstant(values.arrived)
  const weeks = parseTypedNumber(values.pregnancy_weeks)
  return {
    patient_id,
    vn,
    kind,
    ...(arrived !== undefined && { visited_at: new Date(arrived).toISOString() }),
    source: toCode(visitSources, values.source) as Arrival['source'],
    mode: mode as Arrival['mode'],
    // What was typed before another answer hid it is not sent.
    ...(values.source === '3' && {
      referring_hospital: values.referring_hospital,
      referral_number: values.referral_number,
    }),
    complaint,
    symptom_groups: symptomGroups.filter((code) => values.symptom_groups.includes(`${code}`)),
    onset_at: toInstant(onset),
    is_accident: toFact(values.is_accident),
    accident: values.is_accident === 'yes' ? toAccident(values.accident) : null,
    pregnancy,
    pregnancy_weeks: pregnancy === 'yes' ? (weeks === undefined ? Number.NaN : weeks) : null,
    infection_signs,
  }
}

function toAccident({ source, place, role, vehicle, ...known }: ArrivalValues['accident']): Accident {
  const code = (typed: string) => toArabicDigits(typed.trim()) || null
  const typedRole = code(role)
  return {
    source: toCode(accidentSources, source) ?? null,
    place: code(place),
    role: typedRole === null ? null : Number(typedRole),
    vehicle: code(vehicle),
    belt: toFact(known.belt),
    helmet: toFact(known.helmet),
    alcohol: toFact(known.alcohol),
  }
}

const toFact = (known: Known | ''): boolean | null =>
  known === 'unknown' || known === '' ? null : known === 'yes'

function toCode<Code extends number>(codes: readonly Code[], text: string): Code | undefined {
  return codes.find((code) => String(code) === text)
}

const toInstant = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

function readInstant(typed: TypedInstant | null): number | undefined {
  return typed ? parseTypedInstant(typed.date, typed.time) : undefined
}

const listInstantProblems = (values: ArrivalValues) =>
  (
    [
      ['onset_at', values.onset],
      ['visited_at', values.arrived],
      ['opd_seen_at', values.opd_seen],
      ['first_seen_at', values.seen],
      ['left_at', values.left],
    ] as const
  ).flatMap(([field, typed]) =>
    typed && readInstant(typed) === undefined
      ? [{ path: [field], message: isDay(typed.date) ? 'time-invalid' : 'date-invalid' }]
      : [],
  )

/**
 * The contract's rules, with the paths of what is typed. Whoever registers somebody in the emergency room says whether
 * it was an accident, or that nobody knows.
 */
export const arrivalSchema = createSchema<ArrivalValues>((values) => [
  ...listInstantProblems(values),
  ...listIssues(visits.arrive.body, toArrival(values)),
  ...(values.kind === 'ER' && values.is_accident === ''
    ? [{ path: ['is_accident'], message: 'field-required' }]
    : []),
])

/** The rules for what a correction changes, and why: what was not told then may stay so. */
export const createCorrectionSchema = (visit: Visit) =>
  createSchema<ArrivalValues>((values) => [
    ...listInstantProblems(values),
    ...listIssues(visits.correct.body, {
      patient_id: values.patient_id,
      visit_id: visit._id,
      ...toCorrection(values, visit),
    }).map(({ path, message }) => ({ path: path[0] === 'changed' ? path.slice(1) : path, message })),
  ])
