import {
  type Form,
  type FormName,
  type FormOperation,
  type FormRecord,
  findForm,
  formAccess,
  type OperationResult,
  type Permission,
} from 'contract'
import { Failure } from '../../../core/failure.ts'
import type { HospitalContext } from '../../../core/hospital-context.ts'
import type { Context, OpenRecordContext } from '../../../http/handler.ts'
import { isPatient, type OpenRecord, toViewer } from '../../../identity/record-access.ts'
import {
  findOutcomes,
  findRecord,
  insertOperations,
  type LockedRecord,
  lockRecord,
  type Reader,
  updateAnswers,
  type Writer,
} from '../queries/records.ts'
import { findNamedPatient, foldOperations } from '../rules.ts'

/** Who writes into a record, with their own rights: the caller, or the author of what the caller delivers. */
export type Authoring = Pick<HospitalContext, 'tx' | 'emit'> & {
  author: { _id: string; permissions: ReadonlySet<Permission> }
  writer: Writer
  openRecord: (patientId: string) => Promise<OpenRecord>
}

export function toAuthoring({ tx, emit, actor, hospitalId, now, openRecord }: OpenRecordContext): Authoring {
  return { tx, emit, author: actor, writer: { hospitalId, staffId: actor._id, now }, openRecord }
}

type Answering = { id: string; form: FormName; operations: readonly FormOperation[] }
type Answered = { results: OperationResult[]; fields: string[] }

/** Applies operations to a draft. To a record that is no draft they do nothing, and each result says so. */
export async function writeAnswers(
  authoring: Authoring,
  { id, form: name, operations }: Answering,
): Promise<Answered> {
  const { tx, writer } = authoring
  const locked = await lockOpen(authoring, id)
  if (locked.form !== name) throw new Failure('not-found')
  const ids = operations.map(({ op_id }) => op_id)
  const known = await findOutcomes(tx, id, ids)
  if (locked.state !== 'draft') {
    const results = operations.map(({ op_id }) => ({
      op_id,
      outcome: known.get(op_id) ?? ('closed' as const),
      problem: null,
    }))
    return { results, fields: [] }
  }
  const form = requireForm(locked.form, locked.form_version)
  const { answers, judged, results } = foldOperations(form, locked.answers, operations, known)
  const patientId = findNamedPatient(form, answers)
  if (patientId !== null && patientId !== locked.patient_id) await requirePatient(authoring, patientId)
  if (judged.length > 0) {
    await insertOperations(tx, id, judged, writer)
    await updateAnswers(tx, id, { answers, patientId }, writer)
    // Others read a draft anew when it begins and when a person must pick; what is typed meanwhile is not announced.
    const isFirst = locked.version === 1
    if (isFirst || results.some(({ outcome }) => outcome === 'conflict'))
      authoring.emit({ kind: 'form-records-outdated', form: locked.form })
  }
  return { results, fields: [...new Set(judged.map(({ path }) => path))] }
}

/** Whoever may read patients names one; their record must be open to the author. */
async function requirePatient({ tx, author, openRecord }: Authoring, patientId: string): Promise<void> {
  const isKnown = author.permissions.has('patient:read') && (await isPatient(tx, await openRecord(patientId)))
  if (!isKnown) throw new Failure('not-found')
}

/** A record that the author may write, locked; the record of the patient whom it names must be open to them. */
export async function lockOpen(
  { tx, author, openRecord }: Pick<Authoring, 'tx' | 'author' | 'openRecord'>,
  id: string,
): Promise<LockedRecord> {
  const locked = await lockRecord(tx, id)
  const isVisible =
    locked &&
    author.permissions.has(formAccess[locked.form]) &&
    (author.permissions.has('patient:read') || locked.created_by === author._id)
  if (!isVisible) throw new Failure('not-found')
  if (locked.patient_id !== null) await openRecord(locked.patient_id)
  return locked
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

/** Users see all records of their hospital if they may read patients, and otherwise their own. */
export function getReader({ actor, now }: Context): Reader {
  return {
    viewer: toViewer(actor, now),
    authorId: actor.permissions.has('patient:read') ? undefined : actor._id,
  }
}

export const listPatients = (records: readonly FormRecord[]): string[] =>
  records.flatMap(({ patient }) => (patient ? [patient._id] : []))

export function requireForm(name: FormName, version?: number): Form {
  const form = findForm(name, version)
  if (!form) throw new Error('a stored record has a form that was never released')
  return form
}
