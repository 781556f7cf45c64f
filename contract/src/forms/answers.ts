import { isSameValue } from '../wire/compare.ts'
import {
  type Answer,
  type AnswerField,
  type Answers,
  type Condition,
  type EmptyReason,
  type Field,
  type Form,
  findField,
  finishedField,
  listFields,
  type Row,
  type Rows,
} from './form.ts'

/**
 * Where an answer stands: `field`, or `field/row/field of the row`. `field/row` is the row itself: true while it counts, false
 * once it is struck out.
 */
export type AnswerPath = { field: string; row?: string; inner?: string }

export function parseAnswerPath(path: string): AnswerPath | undefined {
  const [field, row, inner, ...rest] = path.split('/')
  if (!field || rest.length > 0 || row === '' || inner === '') return undefined
  return { field, ...(row !== undefined && { row }), ...(inner !== undefined && { inner }) }
}

/** The description of what stands at a path; `row` for a row itself, undefined if the form has no such path. */
export function findFieldAt(form: Form, { field, row, inner }: AnswerPath): AnswerField | 'row' | undefined {
  const found = findField(form, field)
  if (!found) return undefined
  if (found.kind !== 'rows') return row === undefined ? found : undefined
  if (row === undefined) return undefined
  if (inner === undefined) return 'row'
  if (inner === 'is_finished' && found.measuredAt !== undefined) return finishedField
  return Object.hasOwn(found.fields, inner) ? found.fields[inner] : undefined
}

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

/** What stands at a path; null if nothing does. */
export function readAnswer(answers: Answers, { field, row, inner }: AnswerPath): Answer | null {
  if (row === undefined) return (answers[field] as Answer | undefined) ?? null
  const found = (answers[field] as Rows | undefined)?.[row]
  if (inner === undefined) return found === undefined ? null : !found.is_struck_out
  return found?.[inner] ?? null
}

/** The answers with another one at a path; null removes it. The given answers stay as they are. */
export function writeAnswer(answers: Answers, path: AnswerPath, answer: Answer | null): Answers {
  const { field, row, inner } = path
  if (row === undefined) return setKey(answers, field, answer)
  const rows = (answers[field] ?? {}) as Rows
  const found: Row = rows[row] ?? {}
  const next: Row =
    inner === undefined
      ? (setKey(found, 'is_struck_out', answer === true ? null : true) as Row)
      : setKey(found, inner, answer)
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
 * What becomes of an answer that somebody gave while they saw `base`: it is written if the record still says so, it changes
 * nothing if the record says the same, and otherwise two answers stand until a person picks one.
 */
export function judgeOperation(present: Answer | null, base: Answer | null, answer: Answer | null): Outcome {
  if (isSameValue(present, answer)) return 'same'
  return isSameValue(present, base) ? 'applied' : 'conflict'
}

export function holds(condition: Condition | undefined, answers: Answers, row?: Row): boolean {
  if (!condition) return true
  if ('every' in condition) return condition.every.every((one) => holds(one, answers, row))
  if ('some' in condition) return condition.some.some((one) => holds(one, answers, row))
  if ('not' in condition) return !holds(condition.not, answers, row)
  const answer = row?.[condition.field] ?? answers[condition.field]
  const given = Array.isArray(answer) ? answer : [answer]
  return given.some((one) => condition.of.includes(one as string | boolean))
}

export function isNeeded(field: Field, answers: Answers, row?: Row): boolean {
  return field.need === 'always' || (field.need !== undefined && holds(field.need, answers, row))
}

/**
 * The answers without those whose fields are not shown, and the paths that were left out. Leaving one out can hide another,
 * so it is repeated until nothing changes.
 */
export function omitHidden(form: Form, answers: Answers): { answers: Answers; omitted: string[] } {
  const hidden = listFields(form).flatMap(([name, field, section]) => {
    const given = answers[name]
    if (given === undefined) return []
    if (!holds(section.shown, answers) || !holds(field.shown, answers)) return [{ field: name }]
    if (field.kind !== 'rows') return []
    return Object.entries(given as Rows).flatMap(([row, values]) =>
      Object.entries(field.fields)
        .filter(([inner, { shown }]) => values[inner] !== undefined && !holds(shown, answers, values))
        .map(([inner]) => ({ field: name, row, inner })),
    )
  })
  if (hidden.length === 0) return { answers, omitted: [] }
  const rest = omitHidden(form, hidden.reduce(omitPath, answers))
  return { answers: rest.answers, omitted: [...hidden.map(formatAnswerPath), ...rest.omitted] }
}

const omitPath = (answers: Answers, path: AnswerPath): Answers => writeAnswer(answers, path, null)

/** The answers apart from those of sections that are written when the record is complete. */
export function splitLater(form: Form, all: Answers): { answers: Answers; later: Answers } {
  const names = new Set(form.sections.flatMap(({ later, fields }) => (later ? Object.keys(fields) : [])))
  const pick = (isLater: boolean) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name) === isLater))
  return { answers: pick(false), later: pick(true) }
}

export function formatAnswerPath({ field, row, inner }: AnswerPath): string {
  return [field, row, inner].filter((part) => part !== undefined).join('/')
}
