import { type ReadingKind, readingKinds, vitalSignKinds } from '../clinical/vital-signs.ts'
import { addGlasgowTotal, ReadingValues, validateReading } from '../readings.ts'
import { isReason, listRows } from './answers.ts'
import { usesOxygen } from './calculations/readers.ts'
import { type Answers, type Form, listFields, type Row, type RowsField } from './form.ts'

export type MeasuredReading = {
  kind: (typeof vitalSignKinds)[number]
  measured_at: string
  values: ReadingValues
}

/**
 * The readings of a row. What no reading may hold, such as a pressure upside down, stays on the sheet alone. A
 * crew that only feels the pulse return has a systolic pressure without its second number.
 */
export function listReadingsOfRow(field: RowsField, row: Row, now: string): MeasuredReading[] {
  const at = field.measuredAt === undefined ? undefined : row[field.measuredAt]
  if (typeof at !== 'string' || isMeasuredAhead(field, row, Date.parse(now))) return []
  // A pulse is a reading of its own.
  return vitalSignKinds.flatMap((kind) => {
    const values = pickValues(kind, row)
    return Object.keys(values).length > 0 &&
      ReadingValues.safeParse(values).success &&
      validateReading(kind, values, { mayBeHalf: true }).length === 0
      ? [{ kind, measured_at: new Date(at).toISOString(), values }]
      : []
  })
}

/** A clock may be wrong by so much: what a device knows of the server's clock is late by the time of the call. */
export const clockSlackMs = 5 * 60_000

/** Whether a row says that it was measured in the future: then it cannot stand in the record of a patient. */
export function isMeasuredAhead({ measuredAt }: RowsField, row: Row, nowMs: number): boolean {
  const at = measuredAt === undefined ? undefined : row[measuredAt]
  return typeof at === 'string' && Date.parse(at) > nowMs + clockSlackMs
}

/** The times of rows of measurements that lie in the future, by their paths. */
export const listMeasuredAhead = (form: Form, answers: Answers, nowMs: number): string[] =>
  listMeasuredRows(form, answers, true)
    .filter(({ field, row }) => isMeasuredAhead(field, row, nowMs))
    .map(({ name, id, field }) => `${name}/${id}/${field.measuredAt}`)

function pickValues(kind: ReadingKind, row: Row): ReadingValues {
  if (kind === 'gcs') return pickComaScale(row)
  const names = [...readingKinds[kind].needs, ...(kind === 'glucose' ? ['beyond'] : [])]
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const answer = row[name]
      return answer === undefined || isReason(answer) ? [] : [[name, answer]]
    }),
  )
  const device = row['oxygen_device']
  // A meter that shows a number shows nothing beyond it.
  if (values['blood_glucose'] !== undefined) delete values['beyond']
  return {
    ...values,
    ...(kind === 'spo2' && 'spo2' in values && typeof device === 'string' && { oxygen: usesOxygen(device) }),
  }
}

/** The parts that could be tested: eyes that are swollen shut, or a tube, leave a letter on the sheet. */
function pickComaScale({ eye, verbal, motor }: Row): ReadingValues {
  const parts = Object.entries({ gcs_eye: eye, gcs_verbal: verbal, gcs_motor: motor })
  const tested = parts.flatMap(([name, answer]) =>
    typeof answer === 'string' && /^\d$/.test(answer) ? [[name, Number(answer)]] : [],
  )
  return addGlasgowTotal(Object.fromEntries(tested) as ReadingValues)
}

export const hasMeasuredRows = (form: Form): boolean => listMeasuredFields(form).length > 0

/** The names of the fields whose rows are measurements. */
export const listMeasuredFields = (form: Form): string[] =>
  listFields(form).flatMap(([name, field]) =>
    field.kind === 'rows' && field.measuredAt !== undefined ? [name] : [],
  )

/** The rows of a record that are measurements and count; of a draft only those that somebody finished. */
export function listMeasuredRows(
  form: Form,
  answers: Answers,
  isComplete: boolean,
): { name: string; id: string; field: RowsField; row: Row; isFinished: boolean }[] {
  return listFields(form).flatMap(([name, field]) =>
    field.kind === 'rows' && field.measuredAt !== undefined
      ? listRows(answers, name).map(([id, row]) => ({
          name,
          id,
          field,
          row,
          isFinished: isComplete || row.is_finished === true,
        }))
      : [],
  )
}
