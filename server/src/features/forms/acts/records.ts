import {
  type Answers,
  applyOwnOptions,
  type Form,
  type FormName,
  type FormOperation,
  findFormSection,
  listMeasuredFields,
  type OperationResult,
  type Permission,
  readTextAnswer,
  splitLater,
  writtenByOthers,
} from 'contract'
import { findOwnOptions } from '../../../ambulance/form-settings.ts'
import { chartRows } from '../../../ambulance/sheet-readings.ts'
import { Failure } from '../../../core/failure.ts'
import { allInOrder } from '../../../db/all-in-order.ts'
import { findOwnMission } from '../queries/mission-facts.ts'
import {
  findOutcomes,
  findWaitingAnswers,
  insertOperations,
  type LockedRecord,
  listOnOtherSheets,
  updateAnswers,
} from '../queries/record-changes.ts'
import { findNamedPatient, foldOperations, judgeFields, listNamedBy } from '../rules.ts'
import type { Authoring } from './authoring.ts'
import { fillKnown } from './fill-known.ts'
import { lockAnswered, openNamed, requireForm, requireNameable } from './open-record.ts'

/**
 * `isCorrection`: its author says why, so that it may change what is settled. `isAccepted`: a person looked at it, and
 * takes it into the sheet of whichever crew.
 */
type Answering = {
  id: string
  form: FormName
  operations: readonly FormOperation[]
  isCorrection?: boolean
  isAccepted?: boolean
}
type Answered = { results: OperationResult[]; fields: string[] }

/**
 * Applies operations to a draft, and to what is written later into a complete record. What is closed stays as it is,
 * and its results say so.
 */
export async function writeAnswers(
  authoring: Authoring,
  { id, form: name, operations, isCorrection = false, isAccepted = false }: Answering,
): Promise<Answered> {
  const { tx, writer } = authoring
  const ids = operations.map(({ op_id }) => op_id)
  const picked = operations.flatMap(({ settles }) => settles)
  const [locked, known, waiting, ownOptions] = await allInOrder([
    lockAnswered(authoring, id),
    findOutcomes(tx, id, ids),
    findWaitingAnswers(tx, id, picked),
    findOwnOptions(tx),
  ])
  if (locked.form !== name) throw new Failure('not-found')
  const form = applyOwnOptions(requireForm(locked.form, locked.form_version), ownOptions)
  const isDraft = locked.state === 'draft'
  const judgeWriting = judgeFields(
    form,
    {
      state: locked.state,
      answers: isCorrection ? {} : locked.answers,
      finished: isCorrection ? [] : locked.finished_sections,
      isOfOthers: locked.is_of_others && !isAccepted,
    },
    await findPermissions(authoring, locked, operations.some(isByOthers(form))),
  )
  const named = operations.flatMap((operation) => listNamedBy(form, operation))
  const patientsOfOthers = await listOnOtherSheets(tx, locked, named)
  const { results, ...folded } = foldOperations(
    { form, answers: locked.answers, state: locked.state, judgeWriting, waiting, patientsOfOthers },
    operations,
    known,
  )
  const filled = isDraft
    ? await fillKnown(authoring, locked, { form, answers: folded.answers, given: operations })
    : { answers: folded.answers, judged: [] }
  const { answers } = filled
  const judged = [...folded.judged, ...filled.judged]
  const patientId = isDraft ? findNamedPatient(form, answers) : locked.patient_id
  if (patientId !== null && patientId !== locked.patient_id)
    await requireNameable(authoring, locked, patientId)
  if (judged.length > 0) {
    await Promise.all([
      insertOperations(tx, id, judged, writer),
      updateAnswers(tx, id, { ...splitLater(form, answers), patientId }, writer),
    ])
    await chart(authoring, locked, { answers, patientId, isComplete: !isDraft })
    // Others read a draft anew when it begins and when a person must pick or has picked; what is typed meanwhile is not
    // announced.
    const isFirst = locked.version === 1
    // The readings of an unknown patient stand on the sheet alone, where the emergency room reads them.
    const isMeasured =
      patientId === null &&
      judged.some(({ path }) => listMeasuredFields(form).includes(path.split('/')[0] ?? ''))
    const saysWhoComes =
      isFirst || patientId !== locked.patient_id || judged.some(({ path }) => path === 'is_transported')
    if (locked.mission_id !== null && (isMeasured || saysWhoComes))
      authoring.emit({ kind: 'inbound-outdated' })
    const isPicked = folded.judged.some(
      ({ outcome, settles }) => outcome === 'conflict' || settles.length > 0,
    )
    if (isFirst || isPicked) authoring.emit({ kind: 'form-records-outdated', form: locked.form })
  }
  return { results, fields: [...new Set(judged.map(({ path }) => path))] }
}

/**
 * Others appraise what a crew did and follow its patient up: whoever was in it has no part in what the emergency room
 * and the records office write of it.
 */
export async function findPermissions(
  { tx, author }: Authoring,
  { mission_id }: LockedRecord,
  byOthers: boolean,
): Promise<ReadonlySet<Permission>> {
  const { permissions } = author
  if (mission_id === null || !byOthers) return permissions
  const mission = await findOwnMission(tx, mission_id, author._id)
  const isTheirs = mission?.is_in_crew || mission?.was_in_crew
  return isTheirs ? new Set([...permissions].filter((one) => !writtenByOthers.includes(one))) : permissions
}

const isByOthers =
  (form: Form) =>
  ({ path }: FormOperation): boolean =>
    writtenByOthers.some((one) => findFormSection(form, path.split('/')[0] ?? '')?.later === one)

type Sheet = { answers: Answers; patientId: string | null; isComplete?: boolean; counts?: boolean }

/** The rows of vital signs of a record are readings of its patient. */
export async function chart(
  authoring: Authoring,
  locked: LockedRecord,
  { answers, patientId, isComplete = false, counts = true }: Sheet,
): Promise<void> {
  const open = (patient: string) => openNamed(authoring, locked, patient)
  const sheet = {
    id: locked.id,
    form: requireForm(locked.form, locked.form_version),
    answers,
    patient: patientId === null ? null : await open(patientId),
    isComplete,
    counts,
    origin: readTextAnswer(answers['mission_number']),
  }
  await chartRows(authoring, sheet, open)
}
