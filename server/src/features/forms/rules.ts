import {
  type Answer,
  type Answers,
  type Form,
  type FormName,
  type FormOperation,
  findFieldAt,
  formAccess,
  judgeOperation,
  type OperationResult,
  type Permission,
  parseAnswer,
  parseAnswerPath,
  type ReviewReason,
  type Rows,
  readAnswer,
  writeAnswer,
} from 'contract'
import type { JudgedOperation } from './queries/records.ts'

export type Folded = { answers: Answers; judged: JudgedOperation[]; results: OperationResult[] }

/**
 * The answers after these operations, in their order. One that cannot be stored is refused and stops no other. `known` are
 * those that arrived before: they change nothing again.
 */
export function foldOperations(
  form: Form,
  answers: Answers,
  operations: readonly FormOperation[],
  known: ReadonlyMap<string, OperationResult['outcome']>,
): Folded {
  const folded: Folded = { answers, judged: [], results: [] }
  const seen = new Map(known)
  for (const operation of operations) {
    const { op_id } = operation
    const earlier = seen.get(op_id)
    const result = earlier
      ? { op_id, outcome: earlier, problem: null }
      : applyOperation(form, folded, operation)
    seen.set(op_id, result.outcome)
    folded.results.push(result)
  }
  return folded
}

function applyOperation(form: Form, folded: Folded, operation: FormOperation): OperationResult {
  const { op_id, path } = operation
  const parsed = parseAnswer(form, path, operation.answer)
  const place = parseAnswerPath(path)
  if ('problem' in parsed || !place)
    return { op_id, outcome: 'refused', problem: 'problem' in parsed ? parsed.problem : null }
  if (place.row !== undefined && isFull(form, folded.answers, place.field, place.row))
    return { op_id, outcome: 'refused', problem: { field: path, message: 'too-many' } }
  const present = readAnswer(folded.answers, place)
  const base = (operation.base ?? null) as Answer | null
  const outcome = operation.settles.length > 0 ? 'applied' : judgeOperation(present, base, parsed.answer)
  if (outcome === 'applied') folded.answers = writeAnswer(folded.answers, place, parsed.answer)
  folded.judged.push({ ...operation, answer: parsed.answer, outcome })
  return { op_id, outcome, problem: null }
}

/** Whether a new row would be one more than the field holds. */
function isFull(form: Form, answers: Answers, name: string, row: string): boolean {
  const field = findFieldAt(form, { field: name, row })
  const description = form.sections
    .flatMap(({ fields }) => Object.entries(fields))
    .find(([known]) => known === name)?.[1]
  if (field === undefined || description?.kind !== 'rows') return false
  const rows = (answers[name] ?? {}) as Rows
  return rows[row] === undefined && Object.keys(rows).length >= description.most
}

/** The patient whom the answers name. */
export function findNamedPatient(form: Form, answers: Answers): string | null {
  for (const { fields } of form.sections)
    for (const [name, field] of Object.entries(fields))
      if (field.kind === 'link' && field.to === 'patient' && typeof answers[name] === 'string')
        return answers[name]
  return null
}

/** Who wrote an operation, as the token beside it shows. */
type Writer = { _id: string; permissions: ReadonlySet<Permission>; endedAt: string | null }
type Written = { form: FormName; by: string; at: string; clock_offset_ms: number }

/** When something was written, by the server's clock. */
export function computeWrittenAt({ at, clock_offset_ms }: Pick<Written, 'at' | 'clock_offset_ms'>): string {
  return new Date(Date.parse(at) - clock_offset_ms).toISOString()
}

/**
 * Why a person must decide about an operation; undefined if nobody must. A session that ran out ends nothing: its user went on
 * where the panel could not be asked. One that somebody ended does, from that instant on.
 */
export function findReviewReason(writer: Writer | undefined, written: Written): ReviewReason | undefined {
  if (!writer || writer._id !== written.by) return 'unknown-session'
  if (writer.endedAt !== null && computeWrittenAt(written) > new Date(writer.endedAt).toISOString())
    return 'revoked'
  return writer.permissions.has(formAccess[written.form]) ? undefined : 'not-allowed'
}

/** In runs of one author, in order: each run is written at once. */
export function splitByAuthor<Item extends { by: string }>(items: readonly Item[]): Item[][] {
  const runs: Item[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last?.[0]?.by === item.by) last.push(item)
    else runs.push([item])
  }
  return runs
}
