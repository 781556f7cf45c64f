import {
  type Answer,
  type Answers,
  driveFacts,
  type Form,
  type FormOperation,
  findField,
  findTransportPlans,
  isSameValue,
  listFields,
  type MissionFact,
  parseAnswerPath,
  patientFacts,
  priceFacts,
  readAnswer,
  unitFacts,
  writeAnswer,
} from 'contract'
import { findFormSettings } from '../../../ambulance/form-settings.ts'
import { panelDevice } from '../../../ambulance/mission-sheets.ts'
import { formatZonedDate, hospitalTimeZone } from '../../../core/time.ts'
import { findMergeTarget } from '../../../identity/merged-records.ts'
import { findMissionFacts, findPatientFacts, type MissionFacts } from '../queries/mission-facts.ts'
import { type JudgedOperation, type LockedRecord, listAnsweredFields } from '../queries/record-changes.ts'
import {
  fillFields,
  findNamedPatient,
  findPatientAnswer,
  findPatientField,
  listPersonFacts,
  selectFactsOfSheet,
} from '../rules.ts'
import type { Authoring } from './authoring.ts'
import { openNamed, requireNameable } from './open-record.ts'
import { hasPlanned, listPlanned } from './planned.ts'

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
  const used = named ? await findMergeTarget(authoring.tx, named.patientId) : null
  return writeFilled(authoring, answers, named && used ? [{ path: named.path, answer: used }] : [])
}

async function fillFacts(authoring: Authoring, locked: LockedRecord, filling: Filling): Promise<Filled> {
  const { form, answers, given } = filling
  const nothing = { answers, judged: [] }
  if (!listFields(form).some(([, { filled }]) => filled !== undefined)) return nothing
  const named = findNamedPatient(form, answers)
  if (locked.mission_id === null && !asksRecord(authoring, locked, form, named)) return nothing
  const { answered, byPanel, writtenAt } = await listAnsweredFields(authoring.tx, locked.id)
  for (const { path } of given) answered.add(path.split('/')[0] ?? '')
  const namedAt = writtenAt.get(findPatientField(form) ?? '') ?? null
  const filled = { form, answers, named, answered, byPanel, namedAt }
  return locked.mission_id === null
    ? fillPatientFacts(authoring, locked, filled)
    : fillMissionFacts(authoring, { ...locked, mission_id: locked.mission_id }, filled)
}

/**
 * Whether a sheet without a mission asks what the record of its patient says: when it names another one, and where it
 * has something of the record as it is now, which whoever sees no patients does not bring.
 */
function asksRecord({ author }: Authoring, locked: LockedRecord, form: Form, named: string | null): boolean {
  if (named === null) return false
  if (named !== locked.patient_id) return true
  return author.permissions.has('patient:read') && listFields(form).some(([, { isKnown }]) => isKnown)
}

type Fillable = {
  form: Form
  answers: Answers
  /** The patient whom the sheet names. */
  named: string | null
  /** What somebody answered. */
  answered: ReadonlySet<string>
  /** What the panel filled in, and when. */
  byPanel: ReadonlyMap<string, string>
  /** When somebody, or the panel at an arrival, last said who the patient is. */
  namedAt: string | null
}

async function fillMissionFacts(
  authoring: Authoring,
  locked: LockedRecord & { mission_id: string },
  { form, answers, named, answered: saidBefore, byPanel, namedAt }: Fillable,
): Promise<Filled> {
  const { tx, now, newId } = authoring
  const today = formatZonedDate(hospitalTimeZone, now)
  const answered = new Set(saidBefore)
  // After its mission a crew sees no new data of the patient.
  const seesPatient = locked.is_in_crew || authoring.author.permissions.has('patient:read')
  const withheld: readonly MissionFact[] = seesPatient ? [] : patientFacts
  const mission = await findMissionFacts(tx, locked.mission_id, locked, { today, newId, withheld })
  const { reassignedAt, crewChangedAt, isTakenOver, isClosed } = mission
  if (typeof mission.facts.patient === 'string') await openNamed(authoring, locked, mission.facts.patient)
  const isSaid = answered.has(findPatientField(form) ?? '')
  const ofSheet = selectFactsOfSheet(mission.facts, { named, isSaid, isLater: mission.isLaterSheet })
  const facts = { ...ofSheet, ...(await findFactsOfNamed(authoring, locked, { named, mission, withheld })) }
  // A paid price is final; so is the price of a sheet whose mission is closed.
  const priced = listFields(form).flatMap(([name, { filled }]) =>
    priceFacts.some((fact) => fact === filled) ? [name] : [],
  )
  const isAgreed = isClosed || answers['payment'] === 'PAID'
  const wasPaid = locked.answers['payment'] === 'PAID'
  if (wasPaid || (isAgreed && priced.some((name) => byPanel.has(name))))
    for (const name of priced) answered.add(name)
  // A sheet keeps the vehicle that began it until the present crew writes into it.
  const takesVehicle = reassignedAt === null || isTakenOver || locked.is_in_crew
  // Names and numbers of somebody whom it named before go with them; those of whom it names now take their place.
  const isRenamed = named !== locked.patient_id && (withheld.length === 0 || named === null)
  const ofPerson = listPersonFacts(mission.isLaterSheet)
  const refilled: readonly MissionFact[] = [
    ...priceFacts,
    ...(takesVehicle ? driveFacts : []),
    ...(isRenamed ? ofPerson : []),
  ]
  const isRefilled = ([name, writtenAt]: [name: string, writtenAt: string]) => {
    const field = findField(form, name)
    const isOlder = (changedAt: string | null) =>
      changedAt !== null && Date.parse(writtenAt) < Date.parse(changedAt)
    if (field?.filled === 'crew' && takesVehicle && isOlder(crewChangedAt)) return true
    // An arrival names the patient of the sheet: what the call said gives way to their record.
    if (withheld.length === 0 && ofPerson.some((fact) => field?.filled === fact) && isOlder(namedAt))
      return true
    // Filled once per vehicle: whoever joins the team later was not on the mission.
    if (unitFacts.some((fact) => field?.filled === fact)) return takesVehicle && isOlder(reassignedAt)
    return field?.isKnown === true || refilled.some((fact) => field?.filled === fact)
  }
  const kept = [...byPanel].filter((one) => !isRefilled(one)).map(([name]) => name)
  const known = new Set([...answered, ...kept])
  const filled = fillFields(form, facts, known)
  // Remove what the panel filled in and what is no longer true, such as the price of an operation that was changed.
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

async function fillPatientFacts(
  authoring: Authoring,
  locked: LockedRecord,
  { form, answers, named, answered, byPanel }: Fillable,
): Promise<Filled> {
  if (named === null) return { answers, judged: [] }
  await requireNameable(authoring, locked, named)
  const facts = await findPatientFacts(authoring.tx, named, formatZonedDate(hospitalTimeZone, authoring.now))
  // If the patient is still the same, the other answers stay: they say what the record said when the patient was named.
  const isKept = (path: string) =>
    answered.has(path) || (named === locked.patient_id && findField(form, path)?.isKnown !== true)
  const known = fillFields(
    form,
    facts,
    new Set(listFields(form).flatMap(([path]) => (isKept(path) ? [path] : []))),
  )
  const gone = [...byPanel.keys()]
    .filter((path) => !isKept(path) && !known.some((one) => one.path === path))
    .map((path) => ({ path, answer: null }))
  return writeFilled(
    authoring,
    answers,
    [...gone, ...known].filter(({ path, answer }) => !isSameValue(answers[path] ?? null, answer)),
  )
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
  if (named !== locked.patient_id) await requireNameable(authoring, locked, named)
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
