import {
  clockToleranceMs,
  computeAgeBand,
  computeGlasgowComa,
  type Doubt,
  detectDoubt,
  type FieldProblem,
  formatGlasgowComa,
  glucoseMarkers,
  type Input,
  listQuantitiesByPart,
  type MeasuredValue,
  manualKinds,
  type Quantity,
  type QuantityName,
  type QuantityWith,
  quantities,
  quantityNames,
  type Reading,
  type ReadingKind,
  readingKinds,
  readings,
  validateReading,
} from 'contract'
import { toHospitalDate } from '../../../ui/date/dates.ts'
import { formatTypedTime, parseTypedInstant } from '../../../ui/form/date/typed-time.ts'

/** The form's values as typed: an empty field is `''`. Date and time are in the hospital's time zone. */
export type RecordValues = { date: string; time: string; note: string } & Record<
  RecordFieldName,
  string | number
>

/** The choices that the form asks for right after the number that they belong to. */
const choices = {
  spo2: ['oxygen'],
  respiration_rate: ['consciousness'],
  blood_glucose: ['beyond', 'marker'],
} as const
type ChoiceName = (typeof choices)[keyof typeof choices][number]

/** What a user chooses from. Choosing nothing is the choice of no marker: it must not be there twice. */
export const mealMarkers = glucoseMarkers.filter((marker) => marker !== 'no_marker')

export type RecordFieldName = QuantityWith<'charted'> | ChoiceName

const listChartedFields = (page: Quantity['charted']): RecordFieldName[] =>
  listQuantitiesByPart('charted')
    .filter((name) => quantities[name].charted === page)
    .flatMap((name) => (name in choices ? [name, ...choices[name as keyof typeof choices]] : [name]))

/** The measurements of a bedside round, in the order in which nurses say them. */
export const roundFields = listChartedFields('round')
export const laterFields = listChartedFields('later')
export const recordFields = [...roundFields, ...laterFields, ...listChartedFields('correction')]

/** The kind of reading that a value is entered as: the one that needs it, or else may have it. */
function findFieldKind(field: RecordFieldName): ReadingKind | undefined {
  // Oxygen is stored with the saturation if the consciousness was not assessed.
  if (field === 'oxygen') return 'consciousness'
  return (
    manualKinds.find((kind) => readingKinds[kind].needs.includes(field)) ??
    manualKinds.find((kind) => readingKinds[kind].may.includes(field))
  )
}

type RecordedReading = Input<typeof readings.record>['readings'][number]
type RecordedKind = RecordedReading['kind']

/** The fields of a kind, in the order of the form. */
export function listFormFields(kind: ReadingKind): RecordFieldName[] {
  const { needs, may } = readingKinds[kind]
  const all: readonly string[] = [...needs, ...may]
  return recordFields.filter((field) => all.includes(field))
}

export function toTypedMinute(at: number): Pick<RecordValues, 'date' | 'time'> {
  return { date: toHospitalDate(new Date(at)), time: formatTypedTime(at) }
}

export function createRecordValues(now: number): RecordValues {
  const nothing = Object.fromEntries(recordFields.map((field) => [field, '']))
  return {
    ...nothing,
    ...toTypedMinute(now),
    note: '',
  } as RecordValues
}

export function toRecordValues(reading: Reading): RecordValues {
  const at = Date.parse(reading.measured_at)
  const kept = listFormFields(reading.kind).map((field): [string, string | number] => {
    const value = reading[field]
    if (typeof value === 'boolean') return [field, value ? 'yes' : 'no']
    return [field, value === 'no_marker' ? '' : (value ?? '')]
  })
  return { ...createRecordValues(at), ...Object.fromEntries(kept), note: reading.note ?? '' }
}

function getFieldValue(written: RecordValues, field: RecordFieldName): string | number | boolean | null {
  const value = written[field]
  const hasGlucose = written.blood_glucose !== '' || written.beyond !== ''
  if (field === 'marker' && value === '' && hasGlucose) return 'no_marker'
  if (value === '') return null
  return field === 'oxygen' ? value === 'yes' : value
}

/** The typed parts of a coma scale as they are written, with their total if all are there; undefined without any. */
export function readTypedComa(written: RecordValues): { parts: string; total: number | null } | undefined {
  const read = (value: string | number) => (typeof value === 'number' ? value : null)
  const coma = {
    eye: read(written.gcs_eye),
    verbal: read(written.gcs_verbal),
    motor: read(written.gcs_motor),
  }
  if (Object.values(coma).every((part) => part === null)) return undefined
  return { parts: formatGlasgowComa(coma), total: computeGlasgowComa(coma) }
}

const invalidInstant = '0001-01-01T00:00:00Z'

/** When the values were measured. A correction whose time nobody changed keeps it to the second. */
function findMeasuredAt(written: RecordValues, corrected: Corrected | undefined): string {
  if (corrected) {
    const { date, time } = toTypedMinute(Date.parse(corrected.measured_at))
    if (written.date === date && written.time === time) return corrected.measured_at
  }
  const at = parseTypedInstant(written.date, written.time)
  return at === undefined ? invalidInstant : new Date(at).toISOString()
}

type Corrected = Pick<Reading, 'kind' | 'measured_at'>

/** Converts the filled fields to readings by kind. A correction has one reading, so all values are of its kind. */
export function toReadings(
  written: RecordValues,
  corrected?: Corrected,
  confirmed: readonly QuantityName[] = [],
): RecordedReading[] {
  const measured_at = findMeasuredAt(written, corrected)
  const fields: readonly RecordFieldName[] = corrected
    ? listFormFields(corrected.kind)
    : [...roundFields, ...laterFields]
  const kinds = new Map<RecordedKind, Record<string, unknown>>()
  for (const field of fields) {
    const value = getFieldValue(written, field)
    if (value === null) continue
    const isWithSpO2 = field === 'oxygen' && written.consciousness === '' && written.spo2 !== ''
    const own = isWithSpO2 ? 'spo2' : findFieldKind(field)
    const kind = (corrected?.kind ?? own) as RecordedKind
    kinds.set(kind, { ...kinds.get(kind), [field]: value })
  }
  const note = written.note.trim() || null
  return [...kinds].map(([kind, values]) => {
    const looked = confirmed.filter((name) => name in values)
    return { kind, measured_at, note, confirmed: looked, ...values } as RecordedReading
  })
}

/** The patient's birth date, and the last measured values. */
export type PatientContext = {
  dateOfBirth: string | null
  /** Undefined when a reading is corrected: the last value may be the wrong one. */
  last: ReadonlyMap<QuantityName, MeasuredValue> | undefined
}

/** The question about each unusual value, whether it was confirmed or not. */
export function findDoubts(
  written: RecordValues,
  { dateOfBirth, last }: PatientContext,
): Map<QuantityName, Doubt> {
  const at = parseTypedInstant(written.date, written.time) ?? Date.now()
  const context = { band: computeAgeBand(dateOfBirth, written.date), at: new Date(at).toISOString() }
  const doubts = new Map<QuantityName, Doubt>()
  for (const name of quantityNames) {
    const value = name in written ? written[name as RecordFieldName] : undefined
    const { min, max } = quantities[name]
    if (typeof value !== 'number' || value < min || value > max) continue
    const doubt = detectDoubt(name, value, { ...context, last: last?.get(name) })
    if (doubt) doubts.set(name, doubt)
  }
  return doubts
}

const placeholderPatientId = '00000000-0000-4000-8000-000000000000'

/** The problems of the typed values, by form field. */
export function findRecordProblems(
  written: RecordValues,
  now: number,
  corrected?: Corrected,
): Partial<Record<keyof RecordValues, string>> {
  const problems: Partial<Record<string, string>> = {}
  const at = parseTypedInstant(written.date, written.time)
  if (at === undefined) {
    const isDate = parseTypedInstant(written.date, '00:00') !== undefined
    problems[isDate ? 'time' : 'date'] = isDate ? 'time-invalid' : 'date-invalid'
  } else if (at > now + clockToleranceMs) problems['time'] = 'date-in-future'
  const sent = toReadings(written, corrected)
  const checked = readings.record.body['~standard'].validate({
    patient_id: placeholderPatientId,
    readings: sent,
  })
  const refused = checked instanceof Promise ? [] : (checked.issues ?? [])
  for (const { path = [], message } of refused) {
    const field = path.at(-1)
    if (typeof field === 'string' && field in written) problems[field] ??= message
  }
  for (const { kind, measured_at: _at, note: _note, confirmed: _confirmed, ...values } of sent)
    for (const { field, message } of validateReading(kind, values)) problems[field] ??= message
  return problems
}

/** A problem from the server, at its form field: `readings.2.systolic` becomes `systolic`. */
export function toFormProblem({ field, message }: FieldProblem): FieldProblem {
  const name = field.split('.').at(-1) ?? field
  return { field: name === 'measured_at' ? 'time' : name, message }
}
