import {
  type Answer,
  type Answers,
  type Form,
  type FormOperation,
  findFieldAt,
  judgeOperation,
  type OperationResult,
  parseAnswer,
  parseAnswerPath,
  type Rows,
  readAnswer,
  writeAnswer,
} from 'contract'
import type { JudgedOperation } from './queries.ts'

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
