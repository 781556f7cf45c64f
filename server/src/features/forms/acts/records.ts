import {
  type Answer,
  type Answers,
  driveFacts,
  type Form,
  type FormName,
  type FormOperation,
  type FormRecord,
  findField,
  findForm,
  findFormSection,
  findTransportPlans,
  formAccess,
  isClinician,
  isSameValue,
  listFields,
  listMeasuredFields,
  type MissionFact,
  mayAnswer,
  missionForms,
  type OperationResult,
  type Permission,
  parseAnswerPath,
  patientFacts,
  priceFacts,
  readAnswer,
  splitLater,
  unitFacts,
  writeAnswer,
  writtenByOthers,
} from 'contract'
import { findFormSettings } from '../../../ambulance/form-settings.ts'
import { panelDevice } from '../../../ambulance/mission-sheets.ts'
import { chartRows } from '../../../ambulance/sheet-readings.ts'
import { Failure } from '../../../core/failure.ts'
import type { HospitalContext } from '../../../core/hospital-context.ts'
import { formatZonedDate, hospitalTimeZone } from '../../../core/time.ts'
import type { Context, OpenRecordContext } from '../../../http/handler.ts'
import { findMergedInto } from '../../../identity/merged-records.ts'
import { isPatient, type OpenRecord, openCheckedRecord, toViewer } from '../../../identity/record-access.ts'
import {
  findMissionFacts,
  findOwnMission,
  findPatientFacts,
  isPatientOfMission,
  type MissionFacts,
} from '../queries/mission-facts.ts'
import {
  findOutcomes,
  findRecord,
  insertOperations,
  type JudgedOperation,
  type LockedRecord,
  listAnsweredFields,
  lockRecord,
  type Reader,
  updateAnswers,
  type Writer,
} from '../queries/records.ts'
import {
  fillFields,
  findNamedPatient,
  findPatientAnswer,
  findPatientField,
  foldOperations,
  judgeFields,
  listPersonFacts,
  selectFactsOfSheet,
} from '../rules.ts'
import { hasPlanned, listPlanned } from './planned.ts'

/** Who writes into a record, with their own rights: the caller, or the author of what the caller delivers. */
export type Authoring = HospitalContext & {
  author: { _id: string; permissions: ReadonlySet<Permission> }
  writer: Writer
  openRecord: (patientId: string) => Promise<OpenRecord>
}

export function toAuthoring(context: OpenRecordContext): Authoring {
  const { actor, hospitalId, now, openRecord } = context
  return {
    ...toHospital(context),
    author: actor,
    writer: { hospitalId, staffId: actor._id, now },
    openRecord,
  }
}

/** What work in the hospital of a call needs, without its caller. */
export const toHospital = ({
  tx,
  hospitalId,
  now,
  newId,
  emit,
  channels,
}: HospitalContext): HospitalContext => ({ tx, hospitalId, now, newId, emit, channels })

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
  const [locked, known] = await Promise.all([lockAnswered(authoring, id), findOutcomes(tx, id, ids)])
  if (locked.form !== name) throw new Failure('not-found')
  const form = requireForm(locked.form, locked.form_version)
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
  const { results, ...folded } = foldOperations(
    { form, answers: locked.answers, state: locked.state, judgeWriting },
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
    await requirePatient(authoring, locked, patientId)
  if (judged.length > 0) {
    await Promise.all([
      insertOperations(tx, id, judged, writer),
      updateAnswers(tx, id, { ...splitLater(form, answers), patientId }, writer),
    ])
    await chart(authoring, locked, { answers, patientId, isComplete: !isDraft })
    // Others read a draft anew when it begins and when a person must pick; what is typed meanwhile is not announced.
    const isFirst = locked.version === 1
    // Of somebody whom nobody knows, what was measured stands on the sheet alone, where the emergency room reads it.
    const isShown = judged.some(({ path }) => listMeasuredFields(form).includes(path.split('/')[0] ?? ''))
    if (patientId === null && locked.mission_id !== null && isShown)
      authoring.emit({ kind: 'inbound-outdated' })
    if (isFirst || results.some(({ outcome }) => outcome === 'conflict'))
      authoring.emit({ kind: 'form-records-outdated', form: locked.form })
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
  const number = answers['mission_number']
  const sheet = {
    id: locked.id,
    form: requireForm(locked.form, locked.form_version),
    answers,
    patient: patientId === null ? null : await open(patientId),
    isComplete,
    counts,
    origin: typeof number === 'string' ? number : null,
  }
  await chartRows(authoring, sheet, open)
}

type Filling = { form: Form; answers: Answers; given: readonly FormOperation[] }
type Filled = { answers: Answers; judged: JudgedOperation[] }

/**
 * What the server knows of the mission or of the patient, and what the risk asks for, written into fields that nobody
 * has answered.
 */
export async function fillKnown(
  authoring: Authoring,
  locked: LockedRecord,
  filling: Filling,
): Promise<Filled> {
  const { form, given } = filling
  const named = await nameUsedRecord(authoring, form, filling.answers)
  const facts = await fillFacts(authoring, locked, { ...filling, answers: named.answers })
  const known = { answers: facts.answers, judged: [...named.judged, ...facts.judged] }
  if (!hasPlanned(form)) return known
  const { settings } = await findFormSettings(authoring.tx)
  const plan = listPlanned(form, known.answers, findTransportPlans(settings))
  if (plan.length === 0) return known
  const { answered } = await listAnsweredFields(authoring.tx, locked.id)
  for (const { path } of given) answered.add(path)
  const planned = writeFilled(
    authoring,
    known.answers,
    plan.filter(({ path }) => !answered.has(path)),
  )
  return { answers: planned.answers, judged: [...known.judged, ...planned.judged] }
}

/** A patient whom a tablet named without a signal may have been merged meanwhile: the sheet is of the record in use. */
async function nameUsedRecord(authoring: Authoring, form: Form, answers: Answers): Promise<Filled> {
  const named = findPatientAnswer(form, answers)
  const used = named ? await findMergedInto(authoring.tx, named.patientId) : null
  return writeFilled(authoring, answers, named && used ? [{ path: named.path, answer: used }] : [])
}

async function fillFacts(authoring: Authoring, locked: LockedRecord, filling: Filling): Promise<Filled> {
  const { form, answers, given } = filling
  const nothing = { answers, judged: [] }
  if (!listFields(form).some(([, { filled }]) => filled !== undefined)) return nothing
  const named = findNamedPatient(form, answers)
  if (locked.mission_id === null && (named === null || named === locked.patient_id)) return nothing
  const { tx, now, newId } = authoring
  const today = formatZonedDate(hospitalTimeZone, now)
  const { answered, byPanel } = await listAnsweredFields(tx, locked.id)
  for (const { path } of given) answered.add(path.split('/')[0] ?? '')
  if (locked.mission_id !== null) {
    // A crew whose mission is over gets nothing new of its patient, and writes on what it has.
    const seesPatient = locked.is_in_crew || authoring.author.permissions.has('patient:read')
    const withheld: readonly MissionFact[] = seesPatient ? [] : patientFacts
    const mission = await findMissionFacts(tx, locked.mission_id, locked, { today, newId, withheld })
    const { reassignedAt, isTakenOver, isClosed } = mission
    if (typeof mission.facts.patient === 'string') await openNamed(authoring, locked, mission.facts.patient)
    const isSaid = answered.has(findPatientField(form) ?? '')
    const ofSheet = selectFactsOfSheet(mission.facts, { named, isSaid, isLater: mission.isLaterSheet })
    const facts = { ...ofSheet, ...(await findFactsOfNamed(authoring, locked, { named, mission, withheld })) }
    // What somebody paid stays as it was, and so does the price that a sheet had when its mission was closed.
    const priced = listFields(form).flatMap(([name, { filled }]) =>
      priceFacts.some((fact) => fact === filled) ? [name] : [],
    )
    const isAgreed = isClosed || answers['payment'] === 'PAID'
    const wasPaid = locked.answers['payment'] === 'PAID'
    if (wasPaid || (isAgreed && priced.some((name) => byPanel.has(name))))
      for (const name of priced) answered.add(name)
    // A sheet that is begun is about the vehicle that began it, until the crew that has the mission by now writes on.
    const isOfNow = reassignedAt === null || isTakenOver || locked.is_in_crew
    // Names and numbers of somebody whom it named before go with them; those of whom it names now take their place.
    const isRenamed = named !== locked.patient_id && (withheld.length === 0 || named === null)
    const followed: readonly MissionFact[] = [
      ...priceFacts,
      ...(isOfNow ? driveFacts : []),
      ...(isRenamed ? listPersonFacts(mission.isLaterSheet) : []),
    ]
    const isFollowed = ([name, writtenAt]: [name: string, writtenAt: string]) => {
      const field = findField(form, name)
      // Once for each vehicle: who is in its crew on a later day did not go.
      if (unitFacts.some((fact) => field?.filled === fact))
        return isOfNow && reassignedAt !== null && Date.parse(writtenAt) < Date.parse(reassignedAt)
      return field?.isKnown === true || followed.some((fact) => field?.filled === fact)
    }
    const kept = [...byPanel].filter((one) => !isFollowed(one)).map(([name]) => name)
    const known = new Set([...answered, ...kept])
    const filled = fillFields(form, facts, known)
    // What the panel wrote goes when it is not so any more, such as the price of an operation that was changed.
    const isWithheld = (name: string) =>
      !isRenamed && withheld.some((fact) => findField(form, name)?.filled === fact)
    const gone = [...byPanel.keys()]
      .filter((name) => !known.has(name) && !isWithheld(name) && !filled.some(({ path }) => path === name))
      .map((path) => ({ path, answer: null }))
    return writeFilled(
      authoring,
      answers,
      [...gone, ...filled].filter(
        ({ path, answer }) => !byPanel.has(path) || !isSameValue(answers[path] ?? null, answer),
      ),
    )
  }
  await requirePatient(authoring, locked, named as string)
  const facts = await findPatientFacts(tx, named as string, today)
  // What stood there of somebody else is not true of this patient.
  const cleared = [...byPanel.keys()].flatMap((path) => (answered.has(path) ? [] : [{ path, answer: null }]))
  const known = fillFields(form, facts, answered)
  return writeFilled(authoring, answers, [
    ...cleared.filter(({ path }) => !known.some((one) => one.path === path)),
    ...known,
  ])
}

/** What the record of somebody says whom a sheet names, and the mission does not. */
async function findFactsOfNamed(
  authoring: Authoring,
  locked: LockedRecord,
  {
    named,
    mission,
    withheld,
  }: { named: string | null; mission: { facts: MissionFacts }; withheld: readonly MissionFact[] },
): Promise<MissionFacts> {
  if (named === null || named === mission.facts.patient || withheld.length > 0) return {}
  if (named !== locked.patient_id) await requirePatient(authoring, locked, named)
  return findPatientFacts(authoring.tx, named, formatZonedDate(hospitalTimeZone, authoring.now))
}

function writeFilled(
  { now, newId }: Authoring,
  before: Answers,
  filled: readonly { path: string; answer: Answer | null }[],
): Filled {
  let answers = before
  const judged: JudgedOperation[] = []
  for (const { path, answer } of filled) {
    const place = parseAnswerPath(path)
    if (!place) continue
    const base = readAnswer(answers, place)
    answers = writeAnswer(answers, place, answer)
    judged.push({
      path,
      answer,
      op_id: newId(),
      base,
      settles: [],
      at: now,
      clock_offset_ms: 0,
      device: panelDevice,
      outcome: 'applied',
    })
  }
  return { answers, judged }
}

/** Sheets hang on a mission that the caller dispatches, or in whose crew they are. */
export async function requireMission(
  { tx, actor }: Context,
  form: FormName,
  missionId: string,
): Promise<void> {
  const mission = await findOwnMission(tx, missionId, actor._id)
  const hangs = missionForms.some((name) => name === form)
  const isTheirs = mission?.is_in_crew === true || actor.permissions.has('mission:dispatch')
  if (!mission || !hangs || !isTheirs) throw new Failure('not-found')
}

/**
 * The mission on which a sheet hangs that somebody began without a signal. Their crew was on it, though it may have
 * ended or be another crew's by now; null if it never was.
 */
export async function findSheetMission(
  { tx, author }: Pick<Authoring, 'tx' | 'author'>,
  form: FormName,
  missionId: string | null,
): Promise<string | null> {
  if (missionId === null || !missionForms.some((name) => name === form)) return null
  const mission = await findOwnMission(tx, missionId, author._id)
  const isTheirs = mission?.was_in_crew === true || author.permissions.has('mission:dispatch')
  return mission && isTheirs ? missionId : null
}

type Opening = Pick<Authoring, 'tx' | 'author' | 'openRecord'>

/** The record of a patient whom a sheet names. A crew has that of its own patient open while the mission lasts. */
async function openNamed(
  { openRecord }: Pick<Opening, 'openRecord'>,
  { is_in_crew }: Pick<LockedRecord, 'is_in_crew'>,
  patientId: string,
): Promise<OpenRecord> {
  if (!is_in_crew) return openRecord(patientId)
  return openCheckedRecord({ staffId: null, now: '' }, { patientId, outside: undefined }).record
}

/** Opens the record of the patient whom a sheet names, for somebody who reads a part of it. */
export async function openShown(
  context: OpenRecordContext,
  { patient }: FormRecord,
  isInCrew: boolean,
): Promise<void> {
  if (patient) await openNamed(context, { is_in_crew: isInCrew }, patient._id)
}

/**
 * Whoever may read patients names one; their record must be open to the author. A crew may name its own. If the record
 * of the sheet was merged, the one that is used is nobody new.
 */
export async function requirePatient(
  { tx, author, openRecord }: Opening,
  { mission_id, is_in_crew, patient_id }: LockedRecord,
  patientId: string,
): Promise<void> {
  if (patient_id !== null && patientId === (await findMergedInto(tx, patient_id))) {
    await openNamed({ openRecord }, { is_in_crew }, patientId)
    return
  }
  if (is_in_crew && mission_id !== null && (await isPatientOfMission(tx, mission_id, patientId))) return
  const isKnown = author.permissions.has('patient:read') && (await isPatient(tx, await openRecord(patientId)))
  if (!isKnown) throw new Failure('not-found')
}

/** A record that the author may write, locked; the record of the patient whom it names must be open to them. */
export async function lockOpen(opening: Opening, id: string): Promise<LockedRecord> {
  const locked = await lockAnswered(opening, id)
  if (!opening.author.permissions.has(formAccess[locked.form])) throw new Failure('not-found')
  return locked
}

/** The same, or one in which the author answers the fields of a crew alone. */
async function lockAnswered(opening: Opening, id: string): Promise<LockedRecord> {
  const { tx, author } = opening
  const { permissions } = author
  const locked = await lockRecord(tx, id, author._id)
  const isVisible =
    locked &&
    (permissions.has(formAccess[locked.form])
      ? permissions.has('patient:read') || locked.created_by === author._id || locked.is_in_crew
      : locked.is_in_crew && mayAnswer(locked.form, permissions))
  if (!isVisible) throw new Failure('not-found')
  if (locked.patient_id !== null) await openNamed(opening, locked, locked.patient_id)
  return locked
}

/** Refuses what a crew alone does with its sheet. */
export function requireCrew({ is_of_others }: LockedRecord): void {
  if (is_of_others) throw new Failure('sheet-of-crew')
}

export async function requireRecord(context: Context, id: string): Promise<FormRecord> {
  const record = await findRecord(context.tx, getReader(context), id)
  if (!record) throw new Failure('not-found')
  return record
}

export async function showRecord(context: Context, id: string): Promise<FormRecord> {
  const record = await requireRecord(context, id)
  context.auditPatients(listPatients([record]))
  return record
}

/**
 * Users see all records of their hospital if they may read patients, and otherwise their own and those of their crew.
 */
export function getReader({ actor, now }: Context): Reader {
  return {
    viewer: toViewer(actor, now),
    staffId: actor._id,
    seesAll: actor.permissions.has('patient:read'),
    writesReferrals: actor.permissions.has('referral:write'),
    isClinician: isClinician((one) => actor.permissions.has(one)),
  }
}

export const listPatients = (records: readonly FormRecord[]): string[] =>
  records.flatMap(({ patient }) => (patient ? [patient._id] : []))

export function requireForm(name: FormName, version?: number): Form {
  const form = findForm(name, version)
  if (!form) throw new Error('a stored record has a form that was never released')
  return form
}
