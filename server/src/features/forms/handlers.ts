import {
  type ambulanceReferrals,
  type ambulanceRequests,
  type Body,
  type FieldProblem,
  type Form,
  type FormName,
  type FormOperation,
  type FormRecord,
  findForm,
  formAccess,
  type formRecords,
  listMissing,
  mostFormPhotos,
  type OperationResult,
  omitHidden,
} from 'contract'
import { Failure } from '../../core/failure.ts'
import { type Photo, readDocumentPhoto, storePhoto } from '../../core/photo.ts'
import type { Tx } from '../../db/database.ts'
import { takeMonthNumber } from '../../db/number-series.ts'
import type { Context, Handlers, OpenRecordContext } from '../../http/handler.ts'
import { isPatient, toViewer } from '../../identity/record-access.ts'
import { formatRecordsCsv } from './csv.ts'
import { formatFhirBundle } from './fhir.ts'
import {
  completeRecord,
  countPhotos,
  findHospitalCode,
  findOutcomes,
  findPhoto,
  findRecord,
  hashSigned,
  insertAddendum,
  insertOperations,
  insertPhoto,
  insertRecord,
  insertSignature,
  type LockedRecord,
  listRecords,
  lockRecord,
  type Reader,
  streamRecords,
  strikePhoto,
  updateAnswers,
  voidRecord,
  type Writer,
} from './queries.ts'
import { findNamedPatient, foldOperations } from './rules.ts'

/** The calls of one form: all forms are handled in the same way. */
function handleForm(form: FormName): Handlers<typeof ambulanceRequests> {
  return {
    async list(context, { _id, search_value, filterLists, ...page }) {
      const found = await listRecords(context.tx, getReader(context), {
        ...page,
        form,
        id: _id,
        states: filterLists.state,
        search: search_value.trim(),
      })
      if (_id !== undefined && found.rows.length === 0) throw new Failure('not-found')
      context.auditPatients(listPatients(found.rows))
      return found
    },

    async add(context, { new_id, operations }) {
      const { version } = requireForm(form)
      await insertRecord(context.tx, { id: new_id, form, version }, getWriter(context))
      return answer(context, { id: new_id, form, operations })
    },

    edit: (context, { _id, operations }) => answer(context, { id: _id, form, operations }),

    async delete(context, { _id, reason }) {
      const locked = await lockOpen(context, _id)
      if (locked.form !== form) throw new Failure('not-found')
      if (locked.state === 'void') throw new Failure('form-closed')
      await voidRecord(context.tx, _id, reason, getWriter(context))
      context.emit({ kind: 'form-records-outdated', form })
      return { record: await showRecord(context, _id) }
    },
  }
}

export const ambulanceRequestHandlers = handleForm('ambulance-request')
export const ambulanceReferralHandlers: Handlers<typeof ambulanceReferrals> = handleForm('ambulance-referral')

export const formRecordHandlers: Handlers<typeof formRecords> = {
  async exportList(context, { form, format, language, search_value, filterLists }) {
    const { actor, hospitalId, auditPatients, addAuditDetail } = context
    if (!actor.permissions.has(formAccess[form])) throw new Failure('not-allowed')
    const search = search_value.trim()
    auditPatients([])
    addAuditDetail({ exported: { form, format, filterLists, is_searched: search !== '' } })
    const asked = { form, id: undefined, states: filterLists.state, search }
    const readBatches = (tx: Tx) => streamRecords(tx, getReader(context), asked)
    if (format === 'csv')
      return {
        type: 'text/csv; charset=utf-8',
        name: 'data.csv',
        content: (tx) => formatRecordsCsv(form, readBatches(tx), language),
      }
    const hospitalCode = await findHospitalCode(context.tx, hospitalId)
    return {
      type: 'application/fhir+json; charset=utf-8',
      name: 'data.json',
      content: (tx) => formatFhirBundle(form, readBatches(tx), { language, hospitalCode }),
    }
  },

  async complete(context, { _id, version }) {
    const { tx, hospitalId, now } = context
    const locked = await lockOpen(context, _id)
    if (locked.state !== 'draft') throw new Failure('form-closed')
    const before = await requireRecord(context, _id)
    if (locked.version !== version) {
      context.auditPatients(listPatients([before]))
      throw new Failure('changed-meanwhile', { detail: { record: before } })
    }
    if (before.other_answers.length > 0)
      throw new Failure('answers-differ', {
        fields: before.other_answers.map(({ path }) => ({ field: path, message: 'answers-differ' })),
      })
    const form = requireForm(locked.form, locked.form_version)
    const { answers, omitted } = omitHidden(form, locked.answers)
    const fields: FieldProblem[] = listMissing(form, answers)
    if (fields.length > 0) throw new Failure('form-incomplete', { fields })
    const number = await takeMonthNumber(tx, { hospitalId, kind: locked.form, at: now })
    await completeRecord(tx, _id, { answers, number }, getWriter(context))
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id), omitted }
  },

  addPhoto: {
    prepare: async ({ photo, ...fields }): Promise<PreparedPhoto> => ({
      ...fields,
      photo: await readDocumentPhoto(photo),
    }),
    async handle(context, { _id, new_id, photo, caption }: PreparedPhoto) {
      const { tx } = context
      const locked = await lockOpen(context, _id)
      const { count, isKnown } = await countPhotos(tx, _id, new_id)
      if (isKnown) return { record: await showRecord(context, _id) }
      if (locked.state !== 'draft') throw new Failure('form-closed')
      if (!photo) throw new Failure('invalid', { fields: [{ field: 'photo', message: 'field-required' }] })
      if (count >= mostFormPhotos)
        throw new Failure('invalid', { fields: [{ field: 'photo', message: 'too-many' }] })
      const photoId = (await storePhoto(context, photo)) as string
      if (
        !(await insertPhoto(
          tx,
          { id: new_id, recordId: _id, photoId, caption: caption ?? null },
          getWriter(context),
        ))
      )
        throw new Failure('invalid', { fields: [{ field: 'new_id', message: 'id-invalid' }] })
      context.emit({ kind: 'form-records-outdated', form: locked.form })
      return { record: await showRecord(context, _id) }
    },
  },

  async strikePhoto(context, { _id, photo_id }) {
    const locked = await lockOpen(context, _id)
    if (locked.state !== 'draft') throw new Failure('form-closed')
    if (!(await strikePhoto(context.tx, _id, photo_id, getWriter(context)))) throw new Failure('not-found')
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id) }
  },

  async photo(context, { _id, size }) {
    const found = await findPhoto(context.tx, _id, size)
    if (!found) throw new Failure('not-found')
    const record = await requireRecord(context, found.record_id)
    if (!context.actor.permissions.has(formAccess[record.form])) throw new Failure('not-found')
    if (record.patient) await context.openRecord(record.patient._id)
    context.auditPatients(listPatients([record]))
    return { type: 'image/jpeg', content: found.photo }
  },

  async sign(context, signature) {
    const { _id, new_id, version } = signature
    const locked = await lockOpen(context, _id)
    const before = await requireRecord(context, _id)
    if (before.signatures.some((one) => one._id === new_id)) return { record: await showRecord(context, _id) }
    if (locked.state === 'void') throw new Failure('form-closed')
    if (locked.version !== version) {
      context.auditPatients(listPatients([before]))
      throw new Failure('changed-meanwhile', { detail: { record: before } })
    }
    const form = requireForm(locked.form, locked.form_version)
    const hash = hashSigned(form, locked.answers)
    if (!(await insertSignature(context.tx, signature, hash, getWriter(context))))
      throw new Failure('invalid', { fields: [{ field: 'new_id', message: 'id-invalid' }] })
    context.addAuditDetail({ form: locked.form, role: signature.role })
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id) }
  },

  async addAddendum(context, { _id, what, why }) {
    const locked = await lockOpen(context, _id)
    if (locked.state !== 'complete') throw new Failure('form-closed')
    await insertAddendum(context.tx, { id: context.newId(), recordId: _id, what, why }, getWriter(context))
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id) }
  },
}

type PreparedPhoto = Omit<Body<typeof formRecords.addPhoto>, 'photo'> & { photo: Photo | undefined }

type Answering = { id: string; form: FormName; operations: readonly FormOperation[] }

/** Applies operations to a draft. To a record that is no draft they do nothing, and each result says so. */
async function answer(
  context: OpenRecordContext,
  { id, form: name, operations }: Answering,
): Promise<{ record: FormRecord; results: OperationResult[] }> {
  const { tx } = context
  const locked = await lockOpen(context, id)
  if (locked.form !== name) throw new Failure('not-found')
  const ids = operations.map(({ op_id }) => op_id)
  const known = await findOutcomes(tx, id, ids)
  if (locked.state !== 'draft') {
    const results = operations.map(({ op_id }) => ({
      op_id,
      outcome: known.get(op_id) ?? ('closed' as const),
      problem: null,
    }))
    return { record: await showRecord(context, id), results }
  }
  const form = requireForm(locked.form, locked.form_version)
  const { answers, judged, results } = foldOperations(form, locked.answers, operations, known)
  const patientId = findNamedPatient(form, answers)
  if (patientId !== null && patientId !== locked.patient_id) await requirePatient(context, patientId)
  if (judged.length > 0) {
    const writer = getWriter(context)
    await insertOperations(tx, id, judged, writer)
    await updateAnswers(tx, id, { answers, patientId }, writer)
    // Others read a draft anew when it begins and when a person must pick; what is typed meanwhile is not announced.
    const isFirst = locked.version === 1
    if (isFirst || results.some(({ outcome }) => outcome === 'conflict'))
      context.emit({ kind: 'form-records-outdated', form: locked.form })
    context.addAuditDetail({ form: locked.form, fields: [...new Set(judged.map(({ path }) => path))] })
  }
  return { record: await showRecord(context, id), results }
}

/** Whoever may read patients names one; their record must be open to the user. */
async function requirePatient(
  { tx, actor, openRecord }: OpenRecordContext,
  patientId: string,
): Promise<void> {
  const isKnown = actor.permissions.has('patient:read') && (await isPatient(tx, await openRecord(patientId)))
  if (!isKnown) throw new Failure('not-found')
}

/** A record that the user may write, locked; the record of the patient whom it names must be open to the user. */
async function lockOpen({ tx, actor, openRecord }: OpenRecordContext, id: string): Promise<LockedRecord> {
  const locked = await lockRecord(tx, id)
  const isVisible =
    locked &&
    actor.permissions.has(formAccess[locked.form]) &&
    (actor.permissions.has('patient:read') || locked.created_by === actor._id)
  if (!isVisible) throw new Failure('not-found')
  if (locked.patient_id !== null) await openRecord(locked.patient_id)
  return locked
}

async function requireRecord(context: Context, id: string): Promise<FormRecord> {
  const record = await findRecord(context.tx, getReader(context), id)
  if (!record) throw new Failure('not-found')
  return record
}

async function showRecord(context: Context, id: string): Promise<FormRecord> {
  const record = await requireRecord(context, id)
  context.auditPatients(listPatients([record]))
  return record
}

/** Users see all records of their hospital if they may read patients, and otherwise their own. */
function getReader({ actor, now }: Context): Reader {
  return {
    viewer: toViewer(actor, now),
    authorId: actor.permissions.has('patient:read') ? undefined : actor._id,
  }
}

const getWriter = ({ hospitalId, actor, now }: Context): Writer => ({ hospitalId, staffId: actor._id, now })

const listPatients = (records: readonly FormRecord[]): string[] =>
  records.flatMap(({ patient }) => (patient ? [patient._id] : []))

function requireForm(name: FormName, version?: number): Form {
  const form = findForm(name, version)
  if (!form) throw new Error('a stored record has a form that was never released')
  return form
}
