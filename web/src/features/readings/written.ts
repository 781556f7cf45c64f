import {
  ageBandOn,
  type Doubt,
  doubtOf,
  type FieldProblem,
  type Input,
  type Measured,
  problemsOfReading,
  type QuantityName,
  quantities,
  quantityNames,
  type Reading,
  type ReadingKind,
  type ReadingValueName,
  readingKinds,
  readings,
} from 'contract'
import { hospitalDate } from '../../ui/date/dates.ts'
import { hospitalTime, instantAt, tidyTime } from './range.ts'

/** The form's values as typed: an empty field is `''`. Date and time are in the hospital's time zone. */
export type Written = { date: string; time: string; note: string } & Record<WrittenField, string | number>

/** The measurements of a bedside round, in the order in which nurses say them. */
export const roundFields = [
  'systolic',
  'diastolic',
  'pulse',
  'spo2',
  'oxygen',
  'temperature',
  'respiration_rate',
  'consciousness',
  'blood_glucose',
  'marker',
  'weight',
  'waist',
  'height',
] as const satisfies readonly ReadingValueName[]
export const laterFields = [
  'creatinine',
  'bun',
  'uric_acid',
  'cholesterol',
  'ldl',
  'hdl',
  'triglyceride',
  'steps',
  'awake',
  'light',
  'deep',
] as const satisfies readonly ReadingValueName[]
const deviceFields = ['map', 'pi', 'impedance'] as const satisfies readonly ReadingValueName[]
export const writtenFields = [...roundFields, ...laterFields, ...deviceFields] as const
export type WrittenField = (typeof writtenFields)[number]

const kindOf: Record<Exclude<WrittenField, (typeof deviceFields)[number]>, ReadingKind> = {
  systolic: 'blood_pressure',
  diastolic: 'blood_pressure',
  pulse: 'pulse',
  spo2: 'spo2',
  // Oxygen is stored with the saturation if the consciousness was not assessed.
  oxygen: 'consciousness',
  consciousness: 'consciousness',
  temperature: 'temperature',
  respiration_rate: 'respiration',
  blood_glucose: 'glucose',
  marker: 'glucose',
  weight: 'body',
  waist: 'body',
  height: 'body',
  creatinine: 'lab',
  bun: 'lab',
  uric_acid: 'lab',
  cholesterol: 'lab',
  ldl: 'lab',
  hdl: 'lab',
  triglyceride: 'lab',
  steps: 'activity',
  awake: 'sleep',
  light: 'sleep',
  deep: 'sleep',
}

type Sent = Input<typeof readings.record>['readings'][number]
type Kind = Sent['kind']

/** The fields of a kind, in the order of the form. */
export function fieldsOfKind(kind: ReadingKind): WrittenField[] {
  const { needs, may } = readingKinds[kind]
  const all: readonly string[] = [...needs, ...may]
  return writtenFields.filter((field) => all.includes(field))
}

export function emptyForm(now: number): Written {
  const nothing = Object.fromEntries(writtenFields.map((field) => [field, '']))
  return { ...nothing, date: hospitalDate(new Date(now)), time: hospitalTime(now), note: '' } as Written
}

export function formOf(reading: Reading): Written {
  const at = Date.parse(reading.measured_at)
  const kept = fieldsOfKind(reading.kind).map((field): [string, string | number] => {
    const value = reading[field]
    if (typeof value === 'boolean') return [field, value ? 'yes' : 'no']
    return [field, value ?? '']
  })
  return { ...emptyForm(at), ...Object.fromEntries(kept), note: reading.note ?? '' }
}

function valueIn(written: Written, field: WrittenField): string | number | boolean | null {
  const value = written[field]
  if (value === '') return null
  return field === 'oxygen' ? value === 'yes' : value
}

const isNowhere = '0001-01-01T00:00:00Z'

/** Converts the filled fields to readings by kind. A correction has one reading, so all values are of its kind. */
export function readingsIn(
  written: Written,
  corrected?: ReadingKind,
  confirmed: readonly QuantityName[] = [],
): Sent[] {
  const at = instantAt(written.date, tidyTime(written.time))
  const measured_at = at === undefined ? isNowhere : new Date(at).toISOString()
  const fields: readonly WrittenField[] = corrected
    ? fieldsOfKind(corrected)
    : [...roundFields, ...laterFields]
  const kinds = new Map<Kind, Record<string, unknown>>()
  for (const field of fields) {
    const value = valueIn(written, field)
    if (value === null) continue
    const isWithSpO2 = field === 'oxygen' && written.consciousness === '' && written.spo2 !== ''
    const own = isWithSpO2 ? 'spo2' : kindOf[field as keyof typeof kindOf]
    const kind = (corrected ?? own) as Kind
    kinds.set(kind, { ...kinds.get(kind), [field]: value })
  }
  const note = written.note.trim() || null
  return [...kinds].map(([kind, values]) => {
    const looked = confirmed.filter((name) => name in values)
    return { kind, measured_at, note, confirmed: looked, ...values } as Sent
  })
}

/** Values that the user has confirmed; a different value in the same field is not confirmed. */
export type Confirmed = ReadonlyMap<QuantityName, number>

/** The patient's birth date, and the last measured values. */
export type Known = {
  dateOfBirth: string | null
  /** Undefined when a reading is corrected: the last value may be the wrong one. */
  last: ReadonlyMap<QuantityName, Measured> | undefined
}

/** The question about each unusual value, whether it was confirmed or not. */
export function doubtsIn(written: Written, { dateOfBirth, last }: Known): Map<QuantityName, Doubt> {
  const at = instantAt(written.date, tidyTime(written.time)) ?? Date.now()
  const moment = { band: ageBandOn(dateOfBirth, written.date), at: new Date(at).toISOString() }
  const doubts = new Map<QuantityName, Doubt>()
  for (const name of quantityNames) {
    const value = name in written ? written[name as WrittenField] : undefined
    const { min, max } = quantities[name]
    if (typeof value !== 'number' || value < min || value > max) continue
    const doubt = doubtOf(name, value, { ...moment, last: last?.get(name) })
    if (doubt) doubts.set(name, doubt)
  }
  return doubts
}

/** How far this computer's clock may be ahead of the server's clock. */
const aheadMs = 5 * 60_000
const anybody = '00000000-0000-4000-8000-000000000000'

/** The problems of the typed values, by form field. */
export function problemsIn(
  written: Written,
  now: number,
  corrected?: ReadingKind,
): Partial<Record<keyof Written, string>> {
  const problems: Partial<Record<string, string>> = {}
  const at = instantAt(written.date, tidyTime(written.time))
  if (at === undefined) {
    const isDate = instantAt(written.date, '00:00') !== undefined
    problems[isDate ? 'time' : 'date'] = isDate ? 'time-invalid' : 'date-invalid'
  } else if (at > now + aheadMs) problems['time'] = 'date-in-future'
  const sent = readingsIn(written, corrected)
  const checked = readings.record.body['~standard'].validate({ patient_id: anybody, readings: sent })
  const refused = checked instanceof Promise ? [] : (checked.issues ?? [])
  for (const { path = [], message } of refused) {
    const field = path.at(-1)
    if (typeof field === 'string' && field in written) problems[field] ??= message
  }
  for (const { kind, measured_at: _at, note: _note, confirmed: _confirmed, ...values } of sent)
    for (const { field, message } of problemsOfReading(kind, values)) problems[field] ??= message
  return problems
}

/** A problem from the server, at its form field: `readings.2.systolic` becomes `systolic`. */
export function atField({ field, message }: FieldProblem): FieldProblem {
  const name = field.split('.').at(-1) ?? field
  return { field: name === 'measured_at' ? 'time' : name, message }
}
