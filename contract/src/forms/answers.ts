import { findOdometerStation } from '../ambulance/distances.ts'
import { isSameValue } from '../wire/compare.ts'
import {
  type Answer,
  type AnswerField,
  type Answers,
  type EmptyReason,
  type Form,
  findField,
  finishedField,
  type Row,
  type Rows,
} from './form.ts'

/**
 * Where an answer stands: `field`, or `field/row/field of the row`. `field/row` is the row itself: true while it
 * counts, false once it is struck out. Behind the path of an unusual number, `/confirmed` is the number, or the
 * time, that somebody said is right.
 */
export type AnswerPath = { field: string; row?: string; inner?: string; isConfirmation?: true }

const confirmation = '/confirmed'

export function parseAnswerPath(path: string): AnswerPath | undefined {
  const isConfirmation = path.endsWith(confirmation)
  const answered = isConfirmation ? path.slice(0, -confirmation.length) : path
  const [field, row, inner, ...rest] = answered.split('/')
  if (!field || rest.length > 0 || row === '' || inner === '') return undefined
  return {
    field,
    ...(row !== undefined && { row }),
    ...(inner !== undefined && { inner }),
    ...(isConfirmation && { isConfirmation }),
  }
}

/** The path of the confirmation of the number at a path. */
export const toConfirmationPath = (path: string): string => path + confirmation

export const isConfirmationPath = (path: string): boolean => path.endsWith(confirmation)

/** The key under which the record or the row holds what stands at a path. */
const toKey = (name: string, { isConfirmation }: AnswerPath): string =>
  isConfirmation ? toConfirmationPath(name) : name

/** The field to which a key of a record or a row belongs. */
export const toAnsweredName = (key: string): string =>
  isConfirmationPath(key) ? key.slice(0, -confirmation.length) : key

/** The description of what stands at a path; `row` for a row itself, undefined if the form has no such path. */
export function findFieldByPath(form: Form, place: AnswerPath): AnswerField | 'row' | undefined {
  const found = findAnsweredField(form, place)
  if (!place.isConfirmation) return found
  if (found === undefined || found === 'row') return undefined
  return mayBeConfirmed(place.inner ?? place.field, found) ? found : undefined
}

/** Whether a number or a time of this name can be doubtful, so that somebody may say that it is right. */
export const mayBeConfirmed = (
  name: string,
  field: AnswerField,
): field is Extract<AnswerField, { kind: 'number' | 'instant' }> =>
  field.kind === 'instant'
    ? field.near !== undefined
    : field.kind === 'number' && (field.plausible !== undefined || findOdometerStation(name) !== undefined)

function findAnsweredField(form: Form, { field, row, inner }: AnswerPath): AnswerField | 'row' | undefined {
  const found = findField(form, field)
  if (!found) return undefined
  if (found.kind !== 'rows') return row === undefined ? found : undefined
  if (row === undefined) return undefined
  if (inner === undefined) return 'row'
  if (inner === 'is_finished' && found.measuredAt !== undefined) return finishedField
  return Object.hasOwn(found.fields, inner) ? found.fields[inner] : undefined
}

const amountFields: readonly string[] = ['dose', 'hung_ml', 'energy']

/**
 * Whether a field of this name says how much of something was given: a reason in its place has words of its own, which
 * say whether anything was.
 */
export const isGivenAmount = (name: string): boolean => amountFields.includes(name)

/** An answer that is a text; null without one, or with the reason why there is none. */
export const readTextAnswer = (answer: unknown): string | null => (typeof answer === 'string' ? answer : null)

/** The same of a number. */
export const readNumberAnswer = (answer: unknown): number | null =>
  typeof answer === 'number' ? answer : null

export function isReason(answer: unknown): answer is { reason: EmptyReason } {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer) && 'reason' in answer
}

/** The rows of a field that count, the oldest first. */
export function listRows(answers: Answers, field: string): [id: string, row: Row][] {
  const rows = (answers[field] ?? {}) as Rows
  return Object.entries(rows)
    .filter(([, row]) => !row.is_struck_out)
    .sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Rows of measurements in the order in which they were measured; those without a time, or of one time, as they were
 * made.
 */
export function sortMeasured<Found extends readonly [id: string, row: Row]>(rows: readonly Found[]): Found[] {
  const readTime = (row: Row) => (typeof row['measured_at'] === 'string' ? row['measured_at'] : '')
  return rows.toSorted(([a, one], [b, other]) => {
    const [at, otherAt] = [readTime(one), readTime(other)]
    return at === otherAt ? (a < b ? -1 : 1) : at < otherAt ? -1 : 1
  })
}

/** What stands at a path; null if nothing does. */
export function readAnswer(answers: Answers, place: AnswerPath): Answer | null {
  const { field, row, inner } = place
  if (row === undefined) return (answers[toKey(field, place)] as Answer | undefined) ?? null
  const found = (answers[field] as Rows | undefined)?.[row]
  if (inner === undefined) return found === undefined ? null : !found.is_struck_out
  return found?.[toKey(inner, place)] ?? null
}

/** The answers with another one at a path; null removes it. The given answers stay as they are. */
export function writeAnswer(answers: Answers, path: AnswerPath, answer: Answer | null): Answers {
  const { field, row, inner } = path
  if (row === undefined) return setKey(answers, toKey(field, path), answer)
  const rows = (answers[field] ?? {}) as Rows
  const found: Row = rows[row] ?? {}
  const next: Row =
    inner === undefined
      ? (setKey(found, 'is_struck_out', answer === true ? null : true) as Row)
      : setKey(found, toKey(inner, path), answer)
  return { ...answers, [field]: { ...rows, [row]: next } }
}

function setKey<Value>(
  values: Readonly<Record<string, Value>>,
  key: string,
  value: Value | null,
): Record<string, Value> {
  const { [key]: _before, ...others } = values
  return value === null ? others : { ...others, [key]: value }
}

export type Outcome = 'applied' | 'same' | 'conflict'

/**
 * What becomes of an answer that somebody gave while they saw `base`: it is written if the record still says so, it
 * changes nothing if the record says the same, and otherwise two answers stand until a person picks one.
 */
export function judgeOperation(present: Answer | null, base: Answer | null, answer: Answer | null): Outcome {
  if (isSameValue(present, answer)) return 'same'
  return isSameValue(present, base) ? 'applied' : 'conflict'
}

/** The answers apart from those of sections that are written when the record is complete. */
export function splitLater(form: Form, all: Answers): { answers: Answers; later: Answers } {
  const names = new Set(form.sections.flatMap(({ later, fields }) => (later ? Object.keys(fields) : [])))
  const pick = (isLater: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(toAnsweredName(name)) === isLater))
  return { answers: pick(false), later: pick(true) }
}

export function formatAnswerPath({ field, row, inner, isConfirmation }: AnswerPath): string {
  const path = [field, row, inner].filter((part) => part !== undefined).join('/')
  return isConfirmation ? toConfirmationPath(path) : path
}
