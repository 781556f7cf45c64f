import {
  type Form,
  type FormName,
  type FormRecord,
  findForm,
  formAccess,
  isClinician,
  mayAnswer,
  missionForms,
} from 'contract'
import { Failure } from '../../../core/failure.ts'
import { listPatientIds } from '../../../http/audited-patient.ts'
import type { Context, OpenRecordContext } from '../../../http/handler.ts'
import { findMergeTarget } from '../../../identity/merged-records.ts'
import { isPatient, type OpenRecord, openCheckedRecord, toViewer } from '../../../identity/record-access.ts'
import { findOwnMission, isPatientOfMission } from '../queries/mission-facts.ts'
import { type LockedRecord, lockRecord } from '../queries/record-changes.ts'
import { findRecord, type Reader } from '../queries/records.ts'
import type { Authoring } from './authoring.ts'

/** A sheet belongs to a mission that the caller dispatches, or in whose crew they are. */
export async function requireMission(
  { tx, actor }: Context,
  form: FormName,
  missionId: string,
): Promise<void> {
  const mission = await findOwnMission(tx, missionId, actor._id)
  const isMissionForm = missionForms.some((name) => name === form)
  const isTheirs = mission?.is_in_crew === true || actor.permissions.has('mission:dispatch')
  if (!mission || !isMissionForm || !isTheirs) throw new Failure('not-found')
}

/**
 * The mission of a sheet that somebody began without a signal. Their crew was on it, though it may have
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

type Opening = Pick<Authoring, 'tx' | 'author' | 'openRecord' | 'wroteInCrew'>

/** The record of a patient whom a sheet names. A crew has that of its own patient open while the mission lasts. */
export async function openNamed(
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
export async function requireNameable(
  { tx, author, openRecord }: Opening,
  { mission_id, is_in_crew, patient_id }: LockedRecord,
  patientId: string,
): Promise<void> {
  if (patient_id !== null && patientId === (await findMergeTarget(tx, patient_id))) {
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
export async function lockAnswered(opening: Opening, id: string): Promise<LockedRecord> {
  const { tx, author } = opening
  const { permissions } = author
  const stored = await lockRecord(tx, id, author._id)
  const locked = stored && { ...stored, is_in_crew: stored.is_in_crew || opening.wroteInCrew === true }
  const isVisible =
    locked &&
    (permissions.has(formAccess[locked.form])
      ? permissions.has('patient:read') ||
        (locked.created_by === author._id && !locked.is_of_relieved) ||
        locked.is_in_crew
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
  context.auditPatients(listPatientIds([record]))
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
    readsReferrals: actor.permissions.has('referral:write'),
    dispatches: actor.permissions.has('mission:dispatch'),
    isClinician: isClinician((one) => actor.permissions.has(one)),
  }
}

export function requireForm(name: FormName, version?: number): Form {
  const form = findForm(name, version)
  if (!form) throw new Error('a stored record has a form that was never released')
  return form
}
