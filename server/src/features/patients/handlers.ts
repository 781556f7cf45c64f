import {
  type Allergy,
  type Body,
  breakGlassHours,
  type Medication,
  type Patient,
  type PatientListRequest,
  type patients,
  type RecordInUse,
  takesNationalId,
  type UnderlyingDisease,
} from 'contract'
import type * as z from 'zod/mini'
import { reevaluateScore } from '../../bedside/intake/scores.ts'
import { lockWearers } from '../../bedside/intake/wearings.ts'
import { createHnTakenFailure, createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { deletePhoto, describePictureChange, type Photo, readPhoto, storePhoto } from '../../core/photo.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Page } from '../../db/listing/pages.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers, OpenedBody } from '../../http/handler.ts'
import { createRecordMergedFailure } from '../../identity/merged-records.ts'
import {
  countUnseenBreakGlass,
  findOutsideRecords,
  type OpenRecord,
  toViewer,
} from '../../identity/record-access.ts'
import { requireConfirmedBody, requireMeasuredKept, storeBodyReading } from './acts/body.ts'
import { carryIntoKeptRecord, giveNationalIdBack, requireSamePerson } from './acts/merging.ts'
import {
  dropUndefined,
  isFilled,
  mergeSentDiseases,
  replaceListField,
  requireClinicalPermission,
  requireNoForeignIdentity,
  requireNoFutureEntries,
  requireNoHolder,
  requireValidRecord,
} from './acts/record-fields.ts'
import { formatPatientsCsv } from './csv.ts'
import { insertBreakGlass } from './queries/break-glass.ts'
import { insertPatientChanges, listLaterPatientChanges, listPatientChanges } from './queries/changes.ts'
import { type ListEntry, listEntries, replaceEntries } from './queries/clinical-lists.ts'
import {
  findNationalIdHolder,
  findPossibleDuplicates,
  isHnTaken,
  listDoubledNationalIds,
} from './queries/duplicates.ts'
import { isListField, type ListField } from './queries/fields.ts'
import { listLocated, listPatients, streamPatients } from './queries/list.ts'
import { endMerge, insertMerge, listRecordUses } from './queries/merges.ts'
import { findLargePhoto, findSmallPhoto } from './queries/photos.ts'
import { findPatient, listAlarmsOff } from './queries/record.ts'
import { insertPatient, lockIdentity, lockPatientRecord, updatePatient } from './queries/write.ts'
import {
  describeChanges,
  describeSearch,
  diffPatient,
  normalizeBirth,
  normalizeIdentity,
  pickBirthFields,
  pickIdentity,
  pickIdentityFields,
} from './rules.ts'

type RegistrationFields = Omit<Body<typeof patients.register>, 'photo'>
type UpdateFields = Omit<OpenedBody<typeof patients.update>, 'photo'>

export const patientHandlers: Handlers<typeof patients> = {
  async list(context, query) {
    const page = await listPatients(context.tx, toPatientSelection(context, query), query)
    auditFoundPatients(context, query, page)
    return page
  },

  async listForLocation(context, query) {
    const search = { ...query, search_field: 'any', sort_order: 'asc' } as const
    const page = await listLocated(context.tx, toPatientSelection(context, search), query)
    auditFoundPatients(context, search, page)
    return page
  },

  async exportList(context, query) {
    const { now, auditPatients, addAuditDetail } = context
    auditPatients([])
    const { language, search_field, search_value, ...exported } = query
    const searched =
      search_value.trim() === '' ? {} : { searched: describeSearch({ search_field, search_value }) }
    addAuditDetail({ exported: { ...exported, ...searched } })
    const today = formatZonedDate(hospitalTimeZone, now)
    const selection = toPatientSelection(context, query)
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) => formatPatientsCsv(streamPatients(tx, selection), language, today),
    }
  },

  async get(context, { _id }) {
    const [patient, alarms_off] = await Promise.all([
      requireShownPatient(context, _id),
      listAlarmsOff(context.tx, _id, context.now),
    ])
    return { patient, alarms_off, opened_until: context.openedUntil }
  },

  async doubledNationalIds({ tx, auditPatients }) {
    const doubled = [...(await listDoubledNationalIds(tx))].map(([nationalId, same]) => ({
      ends_in: nationalId.slice(-4),
      patients: same,
    }))
    auditPatients(doubled.flatMap(({ patients }) => patients.map(({ _id }) => _id)))
    return { doubled }
  },

  async breakGlass(context, { patient_id, reason }) {
    const { tx, actor, hospitalId, now, newId, addAuditDetail, emit } = context
    await requireAuditedPatient(context, patient_id)
    const [outside] = await findOutsideRecords(tx, toViewer(actor, now), [patient_id])
    if (!outside || outside.until !== null) return { opened_until: outside?.until ?? null }
    const until = new Date(Date.parse(now) + breakGlassHours * 60 * 60_000).toISOString()
    addAuditDetail({ reason, until })
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertBreakGlass(tx, written, { patientId: patient_id, wardId: outside.ward._id, until, reason })
    emit({ kind: 'glass-broken', unseen: await countUnseenBreakGlass(tx), is_new: true })
    return { opened_until: until }
  },

  async getPhoto({ tx, auditPatients, openRecord }, { _id, size }) {
    auditPatients(_id)
    const photo = await (size === 'small'
      ? findSmallPhoto(tx, _id)
      : findLargePhoto(tx, await openRecord(_id)))
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  register: {
    prepare: async ({ photo, ...body }) => ({ body, photo: await readPhoto(photo) }),
    async handle(context, { body, photo }: { body: RegistrationFields; photo: Photo | null | undefined }) {
      const { tx, actor, now, newId, auditPatients } = context
      const { is_someone_else, confirmed, ...sent } = body
      requireClinicalPermission(
        context,
        Object.keys(sent).filter((field) => isFilled(sent[field as keyof typeof sent])),
      )
      requireNoFutureEntries(sent, now)
      const fields = normalizeBirth(normalizeIdentity(await mergeSentDiseases(context, [], sent)))
      requireValidRecord(fields, now)
      requireConfirmedBody(fields, { ...fields, now, confirmed })
      const person = {
        hn: fields.hn,
        national_id: fields.national_id ?? null,
        passport_no: fields.passport_no ?? null,
        migrant_no: fields.migrant_no ?? null,
        name: fields.name,
        surname: fields.surname,
        date_of_birth: fields.date_of_birth,
        birth_date_precision: fields.birth_date_precision,
        mobile: fields.mobile ?? null,
      }
      // Sent together; the database looks for each of them when it holds the lock.
      const [, isTaken, holder, candidates] = await Promise.all([
        lockIdentity(tx, actor.hospitalId, person),
        isHnTaken(tx, person.hn),
        findNationalIdHolder(tx, person.national_id),
        is_someone_else ? [] : findPossibleDuplicates(tx, person),
      ])
      if (isTaken) throw createHnTakenFailure()
      await requireNoHolder(context, holder)
      auditPatients(candidates.map((candidate) => candidate._id))
      if (candidates.length > 0) throw new Failure('may-exist-already', { detail: { candidates } })
      const written = { id: newId(), hospitalId: actor.hospitalId, now }
      const photoId = await storePhoto(context, photo)
      const [, record] = await Promise.all([
        insertPatient(tx, written, fields, photoId ?? null),
        context.openRecord(written.id),
      ])
      await storeBodyReading(context, written.id, fields)
      for (const [field, entries] of Object.entries(fields)) {
        if (isListField(field)) {
          await replaceEntries(tx, written, {
            field,
            by: actor._id,
            ended: [],
            begun: (entries ?? []) as ListEntry[],
            newId,
          })
        }
      }
      auditPatients(written.id)
      return { patient: await requireShownPatient(context, record) }
    },
  },

  update: {
    prepare: async ({ photo, ...body }) => ({ body, photo: await readPhoto(photo) }),
    async handle(context, { body, photo }: { body: UpdateFields; photo: Photo | null | undefined }) {
      const { tx, actor, now, newId } = context
      const { _id, version, confirmed, ...named } = body
      if (!(await lockPatientRecord(tx, _id))) throw new Failure('not-found')
      const patient = await requireShownPatient(context, _id)
      // It may have been merged since the call was let in.
      if (patient.merged_into) throw await createRecordMergedFailure(tx, patient.merged_into._id)
      if (version !== patient.version) {
        const changes = await listLaterPatientChanges(tx, _id, version)
        throw new Failure('changed-meanwhile', { detail: { patient, changes } })
      }
      requireNoFutureEntries(named, now)
      requireNoForeignIdentity(named, patient.identity_kind)
      const sent = await mergeSentDiseases(context, patient.underlying_disease, named)
      const birth = pickBirthFields(patient, sent)
      const whole = normalizeIdentity({ ...patient, ...dropUndefined(sent), ...birth })
      const touched = { ...sent, ...pickIdentityFields(sent, whole), ...birth }
      const changes = diffPatient(patient, touched)
      const photoChange = describePictureChange('photo', patient.photo_id, photo)
      if (changes.length === 0 && photoChange.length === 0) return { patient }
      requireClinicalPermission(
        context,
        changes.map((change) => change.field),
      )
      requireValidRecord(whole, now)
      if (whole.national_id !== patient.national_id)
        await requireNoHolder(context, await findNationalIdHolder(tx, whole.national_id, _id))

      requireMeasuredKept(changes)
      const changed = Object.fromEntries(changes.map((change) => [change.field, change.to]))
      requireConfirmedBody(changed, { ...whole, now, confirmed, patient })

      const written = { id: _id, hospitalId: actor.hospitalId, now }
      const photoId = await storePhoto(context, photo)
      await updatePatient(tx, written, changed, photoId)
      await storeBodyReading(context, _id, changed)
      if (photoId !== undefined && patient.photo_id) await deletePhoto(tx, patient.photo_id)
      for (const { field, to } of changes) {
        if (isListField(field)) {
          const lists = { standing: patient[field], sent: to as ListEntry[] }
          await replaceListField(context, _id, field, lists)
        }
      }
      const all = [
        ...describeChanges(changes, patient, whole),
        ...photoChange.map((change) => ({ ...change, section: 'photo' })),
      ]
      await insertPatientChanges(tx, written, {
        version: patient.version + 1,
        by: actor._id,
        changes: all,
        newId,
      })
      if ('date_of_birth' in changed) await reevaluateScore(context, _id)
      context.emit({ kind: 'patients-outdated', patient_ids: [_id] })
      return { patient: await requireShownPatient(context, _id) }
    },
  },

  /**
   * A call that begins something in the record waits for these locks and is then refused, or has committed and is found
   * by `listRecordUses`.
   */
  async merge(context, { patient_id, into_id, reason }) {
    const { tx, actor, hospitalId, now, newId, auditPatients } = context
    auditPatients([patient_id, into_id])
    if (patient_id === into_id) throw createInvalidFieldFailure('into_id', 'same-record')
    const [mergedId, keptId] = await allInOrder([context.openRecord(patient_id), context.openRecord(into_id)])
    // The order is that of the intake: wearers before rows.
    await lockWearers(tx)
    for (const id of [mergedId, keptId].toSorted())
      if (!(await lockPatientRecord(tx, id))) throw new Failure('not-found')
    const [merged, kept] = await allInOrder([
      requireShownPatient(context, mergedId),
      requireShownPatient(context, keptId),
    ])
    const merged_into = kept.merged_into ?? merged.merged_into
    if (merged_into) throw await createRecordMergedFailure(tx, merged_into._id)
    requireSamePerson(merged, kept)
    const uses = await listRecordUses(tx, mergedId, now)
    if (uses.length > 0) {
      const detail: z.input<typeof RecordInUse> = { uses }
      throw new Failure('record-in-use', { detail })
    }
    const takes = takesNationalId(merged, kept)
    // A third record in use has this national ID: only a person can tell whose it is.
    if (takes && (await findNationalIdHolder(tx, merged.national_id, merged._id)))
      throw createInvalidFieldFailure('into_id', 'national-id-shared')
    // First, because it makes the national ID free for the record that is kept.
    await insertMerge(
      tx,
      {
        id: newId(),
        hospitalId,
        patientId: mergedId,
        intoId: keptId,
        replaced: takes ? pickIdentity(kept) : undefined,
      },
      { at: now, staffId: actor._id, reason },
    )
    await carryIntoKeptRecord(context, kept, merged)
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id, keptId] })
    return { patient: await requireShownPatient(context, keptId) }
  },

  async separate(context, { patient_id, reason }) {
    const { tx, actor, now, auditPatients } = context
    auditPatients(patient_id)
    const mergedId = await context.openRecord(patient_id)
    // Merges and separations run one after the other: each changes which record others lead to.
    await lockWearers(tx)
    await requireAuditedPatient(context, mergedId)
    // First, or two records in use would have the national ID.
    const changed = await giveNationalIdBack(context, mergedId)
    const keptId = await endMerge(tx, mergedId, { at: now, staffId: actor._id, reason })
    if (keptId === undefined) throw new Failure('not-merged')
    auditPatients([keptId, ...changed])
    context.emit({ kind: 'patients-outdated', patient_ids: [...new Set([patient_id, keptId, ...changed])] })
    return { patient: await requireShownPatient(context, mergedId) }
  },

  async changes(context, { patient_id, ...query }) {
    const [, changes] = await allInOrder([
      requireAuditedPatient(context, patient_id),
      listPatientChanges(context.tx, patient_id, query),
    ])
    return changes
  },

  underlyingDiseaseHistory: async (context, { patient_id }) => ({
    history: await listEntryHistory<UnderlyingDisease>(context, patient_id, 'underlying_disease'),
  }),
  async medicationHistory(context, { patient_id }) {
    const [history, ward_history] = await allInOrder([
      listEntryHistory<Medication>(context, patient_id, 'medication'),
      listEntryHistory<Medication>(context, patient_id, 'ward_medication'),
    ])
    return { history, ward_history }
  },
  allergyHistory: async (context, { patient_id }) => ({
    history: await listEntryHistory<Allergy>(context, patient_id, 'allergies'),
  }),
}

function toPatientSelection(
  { actor, now }: Context,
  query: Omit<PatientListRequest, 'page' | 'number_of_rec'>,
) {
  return {
    viewer: toViewer(actor, now),
    staffId: actor._id,
    filters: query.filterLists,
    search: { field: query.search_field, value: query.search_value },
    sort: { field: query.sort_field, order: query.sort_order },
  }
}

function auditFoundPatients(
  { auditPatients, addAuditDetail }: Context,
  query: Pick<PatientListRequest, 'search_field' | 'search_value'>,
  page: Page<{ _id: string }>,
) {
  auditPatients(page.rows.map((row) => row._id))
  if (query.search_value.trim() === '') return
  const found = { matches: page.total, matches_at_least: page.total_is_at_least }
  addAuditDetail({ searched: { ...describeSearch(query), ...found } })
}

/** Reads the record, and names the patient for the audit. A patient of another hospital counts as missing. */
async function requireShownPatient({ tx, auditPatients }: Context, id: OpenRecord): Promise<Patient> {
  auditPatients(id)
  const patient = await findPatient(tx, id)
  if (!patient) throw new Failure('not-found')
  return patient
}

async function listEntryHistory<Row>(context: Context, patientId: OpenRecord, field: ListField) {
  await requireAuditedPatient(context, patientId)
  type History = {
    _id: string
    recorded_at: string
    recorded_by: string | null
    ended_at: string | null
    ended_by: string | null
  }
  return listEntries<Row & History>(context.tx, patientId, field)
}
