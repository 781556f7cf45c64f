import {
  type Answer,
  type Answers,
  clinicalOptions,
  type Form,
  type FormName,
  type FormOperation,
  findField,
  findFieldByPath,
  findFormSection,
  findLaterWriter,
  findOthersWriter,
  isClinician,
  isSameValue,
  isSettled,
  judgeOperation,
  listFields,
  listMissingOfSection,
  type MissionFact,
  mayAnswer,
  mayAnswerField,
  type OperationResult,
  type Permission,
  parseAnswer,
  parseAnswerPath,
  patientFacts,
  type ReviewReason,
  type Rows,
  readAnswer,
  writeAnswer,
} from 'contract'
import { findDoubt, type TokenWriter, type WrittenOnTablet } from '../../ambulance/written-time.ts'
import type { JudgedOperation } from './queries/record-changes.ts'

export type Folded = { answers: Answers; judged: JudgedOperation[]; results: OperationResult[] }

type Folding = {
  form: Form
  answers: Answers
  state: 'draft' | 'complete' | 'void'
  judgeWriting: JudgeWriting
  /** Answers that wait beside the present one, by the ids of their operations. */
  waiting: ReadonlyMap<string, unknown>
  /** Patients about whom another sheet of the mission is: each has one of a form. */
  patientsOfOthers?: ReadonlySet<string>
}

/**
 * The answers after these operations, in their order. One that cannot be stored is refused and stops no other. `known`
 * are those that arrived before: they change nothing again.
 */
export function foldOperations(
  { form, answers, state, judgeWriting, waiting: waitingBefore, patientsOfOthers = new Set() }: Folding,
  operations: readonly FormOperation[],
  known: ReadonlyMap<string, OperationResult['outcome']>,
): Folded {
  const folded: Folded = { answers, judged: [], results: [] }
  const seen = new Map(known)
  const waiting = new Map(waitingBefore)
  for (const operation of operations) {
    const { op_id } = operation
    const earlier = seen.get(op_id)
    const writing = judgeWriting(operation.path.split('/')[0] ?? '')
    const result = earlier
      ? { op_id, outcome: earlier, problem: null }
      : writing === 'open'
        ? applyOperation({ form, state, waiting, patientsOfOthers }, folded, operation)
        : refuseWriting(operation, writing)
    seen.set(op_id, result.outcome)
    folded.results.push(result)
  }
  return folded
}

/** Whether a field can be written: not if the record is closed, nor by somebody to whom its section does not belong. */
export type JudgeWriting = (field: string) => 'open' | 'closed' | 'not-allowed' | 'sheet-of-crew'

const refuseWriting = (
  { op_id, path }: FormOperation,
  why: 'closed' | 'not-allowed' | 'sheet-of-crew',
): OperationResult =>
  why === 'closed'
    ? { op_id, outcome: 'closed', problem: null }
    : { op_id, outcome: 'refused', problem: { field: path, message: why } }

/**
 * A fee is settled once it has the reasons that its completion would have asked for: after the completion nothing else
 * does.
 */
const feeReasons: readonly string[] = ['price_reason', 'discount_reason']
const lacksFeeReason = (form: Form, answers: Answers): boolean =>
  listMissingOfSection(form, answers, 'fees').some(({ field }) => feeReasons.includes(field))

function applyOperation(
  {
    form,
    state,
    waiting,
    patientsOfOthers,
  }: Pick<Folding, 'form' | 'state'> & {
    waiting: Map<string, unknown>
    patientsOfOthers: ReadonlySet<string>
  },
  folded: Folded,
  operation: FormOperation,
): OperationResult {
  const { op_id, path } = operation
  const parsed = parseAnswer(form, path, operation.answer)
  const place = parseAnswerPath(path)
  if ('problem' in parsed || !place)
    return { op_id, outcome: 'refused', problem: 'problem' in parsed ? parsed.problem : null }
  if (place.row !== undefined && isFull(form, folded.answers, place.field, place.row))
    return { op_id, outcome: 'refused', problem: { field: path, message: 'too-many' } }
  const pays = place.field === 'payment_channel' || (place.field === 'payment' && parsed.answer === 'PAID')
  if (state === 'complete' && pays && lacksFeeReason(form, folded.answers))
    return { op_id, outcome: 'refused', problem: { field: path, message: 'reason-required' } }
  if (listNamedBy(form, operation).some((patientId) => patientsOfOthers.has(patientId)))
    return { op_id, outcome: 'refused', problem: { field: path, message: 'patient-on-other-sheet' } }
  const present = readAnswer(folded.answers, place)
  // Whether a confirmation counts depends on the number that stands there, and on nothing that was confirmed before.
  const base = place.isConfirmation ? present : ((operation.base ?? null) as Answer | null)
  const judged = judgeOperation(present, base, parsed.answer)
  // Somebody else has picked meanwhile, maybe what stood there before: this pick was made without knowing.
  const isDecided = operation.settles.some((id) => !waiting.has(id))
  const outcome = judged === 'applied' && isDecided ? 'conflict' : judged
  if (outcome === 'applied') folded.answers = writeAnswer(folded.answers, place, parsed.answer)
  const settles = operation.settles.filter(
    (id) => outcome !== 'conflict' || (waiting.has(id) && isSameValue(waiting.get(id), parsed.answer)),
  )
  for (const id of settles) waiting.delete(id)
  if (outcome === 'conflict') waiting.set(op_id, parsed.answer)
  folded.judged.push({ ...operation, answer: parsed.answer, outcome, settles })
  return { op_id, outcome, problem: null }
}

/** Whether a new row would be one more than the field holds. */
function isFull(form: Form, answers: Answers, name: string, row: string): boolean {
  const field = findFieldByPath(form, { field: name, row })
  const description = form.sections
    .flatMap(({ fields }) => Object.entries(fields))
    .find(([known]) => known === name)?.[1]
  if (field === undefined || description?.kind !== 'rows') return false
  const rows = (answers[name] ?? {}) as Rows
  return rows[row] === undefined && Object.keys(rows).length >= description.most
}

/** The patient whom the answers name. */
export function findNamedPatient(form: Form, answers: Answers): string | null {
  return findPatientAnswer(form, answers)?.patientId ?? null
}

/** The field of a form that names its patient. */
export const findPatientField = (form: Form): string | undefined =>
  listFields(form).find(([, field]) => field.kind === 'link' && field.to === 'patient')?.[0]

/** The patient whom an operation names: one, or none. */
export const listNamedBy = (
  form: Form,
  { path, answer }: Pick<FormOperation, 'path' | 'answer'>,
): string[] => (path === findPatientField(form) && typeof answer === 'string' ? [answer] : [])

/** The patient whom the answers name, and the field that does. */
export function findPatientAnswer(
  form: Form,
  answers: Answers,
): { path: string; patientId: string } | undefined {
  for (const { fields } of form.sections)
    for (const [path, field] of Object.entries(fields)) {
      const patientId = answers[path]
      if (field.kind === 'link' && field.to === 'patient' && typeof patientId === 'string')
        return { path, patientId }
    }
  return undefined
}

/** Why a person must decide about an operation; undefined if nobody must. */
export function findReviewReason(
  writer: TokenWriter | undefined,
  written: WrittenOnTablet & { form: FormName },
): ReviewReason | undefined {
  const doubt = findDoubt(writer, written)
  if (doubt || !writer) return doubt
  return mayAnswer(written.form, writer.permissions) ? undefined : 'not-allowed'
}

/** They come in runs of one author, in order: each run is written at once. */
export function splitByAuthor<Item extends { by: string }>(items: readonly Item[]): Item[][] {
  const runs: Item[][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last?.[0]?.by === item.by) last.push(item)
    else runs.push([item])
  }
  return runs
}

/** What a field says that clinicians alone read. */
function listClinical(form: Form, path: string, answer: unknown): readonly string[] {
  const place = parseAnswerPath(path)
  const field = place && findFieldByPath(form, place)
  if (!field || field === 'row' || field.kind !== 'choices' || !Array.isArray(answer)) return []
  return (clinicalOptions[field.options] ?? []).filter((one) => answer.includes(one))
}

/** Whoever does not see the whole answer of a field cannot write another one over it. */
const holdsClinical = (form: Form, field: string, answers: Answers): boolean =>
  listClinical(form, field, answers[field]).length > 0

/** An answer as it is shown to somebody who is no clinician; null if nothing of it is left. */
export function hideClinicalAnswer<Given>(form: Form, path: string, answer: Given): Given | null {
  const hidden = listClinical(form, path, answer)
  if (hidden.length === 0) return answer
  const rest = (answer as readonly string[]).filter((one) => !hidden.includes(one))
  return rest.length > 0 ? (rest as Given) : null
}

/** The answers as they are shown to somebody who is no clinician. */
export function hideClinical<Other extends { path: string; answer: unknown }>(
  form: Form,
  { answers, other_answers }: { answers: Answers; other_answers: readonly Other[] },
): { answers: Answers; other_answers: Other[] } {
  return {
    answers: Object.fromEntries(
      Object.entries(answers).flatMap(([name, answer]) => {
        const shown = hideClinicalAnswer(form, name, answer)
        return shown === null ? [] : [[name, shown]]
      }),
    ),
    other_answers: other_answers.map((one) => ({
      ...one,
      answer: hideClinicalAnswer(form, one.path, one.answer),
    })),
  }
}

/** Who may write which field of a record in a state, beside its answers. */
export function judgeFields(
  form: Form,
  {
    state,
    answers,
    finished,
    isOfOthers = false,
  }: {
    state: 'draft' | 'complete' | 'void'
    answers: Answers
    finished: readonly string[]
    /** Whether it is the sheet of a crew to which the author does not belong. */
    isOfOthers?: boolean
  },
  permissions: ReadonlySet<Permission>,
): JudgeWriting {
  const later = new Map(
    form.sections.flatMap((section) => {
      const writer = findLaterWriter(section, state)
      return writer ? Object.keys(section.fields).map((name) => [name, writer] as const) : []
    }),
  )
  return (field) => {
    const permission = later.get(field)
    if (findField(form, field)?.isKnown) return 'not-allowed'
    if (!isClinician((one) => permissions.has(one)) && holdsClinical(form, field, answers))
      return 'not-allowed'
    if (state === 'void' || (state === 'complete' && permission === undefined)) return 'closed'
    if (isSettled(field, state, answers)) return 'closed'
    if (finished.includes(findFormSection(form, field)?.name ?? '')) return 'closed'
    const section = findFormSection(form, field)
    if (isOfOthers && section) {
      const other = findOthersWriter(section, field)
      if (other === undefined || !permissions.has(other)) return 'sheet-of-crew'
    }
    if (permission === undefined && !mayAnswerField(form.name as FormName, field, permissions))
      return 'not-allowed'
    return permission === undefined || permissions.has(permission) ? 'open' : 'not-allowed'
  }
}

/** Once the date of birth is answered, a form that asks for it needs none of these facts. */
const ageFacts: readonly MissionFact[] = ['age_years', 'age_months', 'age_days', 'is_age_estimated']

/**
 * A list of the record that is longer than its field, without the entries that do not fit. It says that there are more:
 * left out whole it would look as if nothing were known.
 */
export function shortenList(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf(', ', most - 3)
  return end > 0 ? `${text.slice(0, end)}, …` : `${text.slice(0, most - 1)}…`
}

/** Answers of the server to fields that nobody has answered, from what is known of the mission. */
export function fillFields(
  form: Form,
  facts: Readonly<Record<string, Answer | Rows | null | undefined>>,
  answered: ReadonlySet<string>,
): { path: string; answer: Answer }[] {
  const fields = listFields(form)
  const isBirthKnown = fields.some(
    ([name, { filled }]) =>
      filled === 'date_of_birth' && (answered.has(name) || (facts[filled] ?? null) !== null),
  )
  return fields.flatMap(([name, field]) => {
    const { filled } = field
    if (filled === undefined || answered.has(name) || (isBirthKnown && ageFacts.includes(filled))) return []
    const known = facts[filled] ?? null
    if (known === null) return []
    // A number or a name that was cut off would be another one.
    const fact =
      field.kind === 'text' && field.isLong && typeof known === 'string'
        ? shortenList(known, field.most)
        : known
    const given: [path: string, answer: unknown][] =
      field.kind === 'rows'
        ? Object.entries(fact as Rows).flatMap(([id, row]) =>
            Object.entries(row).map(([inner, answer]): [string, unknown] => [
              `${name}/${id}/${inner}`,
              answer,
            ]),
          )
        : [[name, fact]]
    return given.flatMap(([path, answer]) => {
      const parsed = parseAnswer(form, path, answer)
      return 'answer' in parsed && parsed.answer !== null ? [{ path, answer: parsed.answer }] : []
    })
  })
}

/** What the call says, whoever of its patients a sheet is about. */
const callFacts: readonly MissionFact[] = ['colour', 'colour_number', 'symptom_group']

/** What is true of one person alone. What the ambulance was called for is the complaint of the first sheet's. */
export const listPersonFacts = (isLater: boolean): readonly MissionFact[] =>
  patientFacts.filter((fact) => !callFacts.includes(fact) && (isLater || fact !== 'complaint'))

/**
 * What is known of a mission for a sheet about whom it `named`: of the patient of the mission only if it is about them.
 * A later sheet of a form is about nobody until a person says whom, and one from which a person took the patient is
 * about somebody else.
 */
export function selectFactsOfSheet<Facts extends { readonly patient?: unknown }>(
  facts: Facts,
  { named, isSaid, isLater }: { named: string | null; isSaid: boolean; isLater: boolean },
): Facts {
  const isKnown = typeof facts.patient === 'string'
  const isAboutThem = isKnown && named === facts.patient
  const isOther = !isAboutThem && (isLater || (isKnown && (named !== null || isSaid)))
  if (!isOther) return facts
  const omitted: readonly string[] = listPersonFacts(isLater)
  return Object.fromEntries(Object.entries(facts).filter(([name]) => !omitted.includes(name))) as Facts
}
