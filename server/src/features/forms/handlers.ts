import type {
  ambulanceReferrals,
  ambulanceRequests,
  Body,
  FormName,
  FormOperation,
  FormRecord,
  formDelivery,
  formRecords,
  formSettings,
  missionFollowUp,
  OperationResult,
  operationRecords,
  transportationTreatments,
} from 'contract'
import {
  applySettings,
  type FollowUpKind,
  findForm,
  findLaterWriter,
  followUpKinds,
  formExportAccess,
  holds,
  isClinician,
  isFinishedApart,
  listMissingOfSection,
  mostFormPhotos,
  omitHidden,
  omitSpentConfirmations,
  splitLater,
  validateFormSettings,
  validateOwnOptions,
} from 'contract'
import { findFormSettings, findOwnOptions } from '../../ambulance/form-settings.ts'
import { listReferralActs } from '../../ambulance/referral-acts.ts'
import { openVaultKey } from '../../ambulance/sealed-parts.ts'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { type Photo, readDocumentPhoto, storePhoto } from '../../core/photo.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { texts } from '../../core/texts.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { allInOrder } from '../../db/all-in-order.ts'
import type { Tx } from '../../db/database.ts'
import { takeMonthNumber } from '../../db/number-series.ts'
import { listPatientIds } from '../../http/audited-patient.ts'
import type { Context, Handlers, OpenRecordContext } from '../../http/handler.ts'
import { requireSpan } from '../../http/report-span.ts'
import { checkSentPassword, requireReAuthentication } from '../../identity/re-authentication.ts'
import { toViewer } from '../../identity/record-access.ts'
import { toAuthoring } from './acts/authoring.ts'
import { requireComplete } from './acts/completion.ts'
import { deliverOperations, provideSealingKey } from './acts/delivery.ts'
import { fillKnown } from './acts/fill-known.ts'
import { recordOutcome, recordPayment, toFollowUp } from './acts/follow-up.ts'
import { giveMission, listMissionChoices } from './acts/give-mission.ts'
import {
  getReader,
  lockOpen,
  openShown,
  requireCrew,
  requireForm,
  requireMission,
  requireNameable,
  requireRecord,
  showRecord,
} from './acts/open-record.ts'
import { deliverPart } from './acts/parts.ts'
import { chart, findPermissions, writeAnswers } from './acts/records.ts'
import { acceptReview } from './acts/reviews.ts'
import { formatActsCsv, formatFollowUpCsv, formatRecordsCsv, formatRowsCsv } from './csv.ts'
import { formatFhirBundle } from './fhir.ts'
import { decideReview, listReviews, lockReview } from './queries/delivery.ts'
import { hasMission, listEveryFollowUp, listFollowUps, listFollowUpsOfMission } from './queries/follow-up.ts'
import { isInCrewOfPhoto } from './queries/mission-facts.ts'
import {
  countPhotos,
  findPhoto,
  insertPhoto,
  insertSignature,
  selectPhotoPatient,
  strikePhoto,
} from './queries/parts.ts'
import {
  completeRecord,
  finishSection,
  insertAddendum,
  insertOperations,
  insertRecord,
  listAnsweredFields,
  voidRecord,
} from './queries/record-changes.ts'
import {
  findHospitalCode,
  findPhotoRecord,
  findRecord,
  listRecords,
  listVersions,
  readSigned,
  streamRecords,
} from './queries/records.ts'
import { insertFormSettings, listSettingsChanges } from './queries/settings.ts'
import { findNamedPatient, hideClinicalAnswer } from './rules.ts'

/** The calls of one form: all forms are handled in the same way. */
function handleForm(form: FormName): Handlers<typeof ambulanceRequests> {
  return {
    async list(context, { _id, search_value, filterLists, ...page }) {
      const found = await listRecords(context.tx, getReader(context), {
        ...page,
        form,
        id: _id,
        states: filterLists.state,
        isAppraisalOpen: filterLists.appraisal.includes('open'),
        search: search_value.trim(),
      })
      if (_id !== undefined && found.rows.length === 0) throw new Failure('not-found')
      context.auditPatients(listPatientIds(found.rows))
      return found
    },

    async add(context, { new_id, operations, mission_id }) {
      const { version } = requireForm(form)
      const { writer } = toAuthoring(context)
      if (mission_id !== null) await requireMission(context, form, mission_id)
      await insertRecord(context.tx, { id: new_id, form, version, missionId: mission_id }, writer)
      return answer(context, { id: new_id, form, operations })
    },

    edit: (context, { _id, operations }) => answer(context, { id: _id, form, operations }),

    async delete(context, { _id, reason }) {
      const authoring = toAuthoring(context)
      const locked = await lockOpen(authoring, _id)
      if (locked.form !== form) throw new Failure('not-found')
      if (locked.state === 'void') throw new Failure('form-closed')
      // A crew that went home leaves a sheet that was begun twice to a supervisor.
      if (!context.actor.permissions.has('form:review')) requireCrew(locked)
      await voidRecord(context.tx, _id, reason, authoring.writer)
      await chart(authoring, locked, { answers: locked.answers, patientId: locked.patient_id, counts: false })
      context.emit({ kind: 'form-records-outdated', form })
      if (locked.mission_id !== null) context.emit({ kind: 'inbound-outdated' })
      return { record: await showRecord(context, _id) }
    },
  }
}

export const ambulanceRequestHandlers = handleForm('ambulance-request')
export const ambulanceReferralHandlers: Handlers<typeof ambulanceReferrals> = handleForm('ambulance-referral')
export const operationRecordHandlers: Handlers<typeof operationRecords> = handleForm('operation-form')
export const transportationTreatmentHandlers: Handlers<typeof transportationTreatments> =
  handleForm('transportation-treatment')

export const formRecordHandlers: Handlers<typeof formRecords> = {
  async exportList(context, { form, format, language, search_value, filterLists }) {
    const { actor, hospitalId, auditPatients, addAuditDetail } = context
    if (!formExportAccess(form).some((one) => actor.permissions.has(one))) throw new Failure('not-allowed')
    const reader = { ...getReader(context), readsReferrals: true }
    const search = search_value.trim()
    auditPatients([])
    addAuditDetail({ exported: { form, format, filterLists, is_searched: search !== '' } })
    const asked = {
      form,
      id: undefined,
      states: filterLists.state,
      isAppraisalOpen: filterLists.appraisal.includes('open'),
      search,
    }
    const readBatches = (tx: Tx) => streamRecords(tx, reader, asked)
    if (format === 'acts') {
      if (form !== 'ambulance-referral') throw createInvalidFieldFailure('format', 'choice-invalid')
      return {
        type: 'text/csv; charset=utf-8',
        name: 'data.csv',
        content: (tx) => formatActsCsv(readBatches(tx), (ids) => listReferralActs(tx, ids), language),
      }
    }
    if (format !== 'fhir')
      return {
        type: 'text/csv; charset=utf-8',
        name: 'data.csv',
        content: (tx) =>
          (format === 'rows' ? formatRowsCsv : formatRecordsCsv)(
            {
              form,
              versions: listVersions(tx, reader, asked),
              ownOptions: findOwnOptions(tx),
            },
            readBatches(tx),
            language,
          ),
      }
    const hospitalCode = await findHospitalCode(context.tx, hospitalId)
    return {
      type: 'application/fhir+json; charset=utf-8',
      name: 'data.json',
      content: (tx) =>
        formatFhirBundle(form, readBatches(tx), {
          language,
          hospitalCode,
          ownOptions: findOwnOptions(tx),
        }),
    }
  },

  async complete(context, { _id, version }) {
    const { tx, hospitalId, now } = context
    const authoring = toAuthoring(context)
    const locked = await lockOpen(authoring, _id)
    if (locked.state !== 'draft') throw new Failure('form-closed')
    requireCrew(locked)
    const before = await requireRecord(context, _id)
    requireUnchanged(context, before, version)
    requireOneAnswer(before.other_answers)
    const held = await findFormSettings(tx)
    const form = applySettings(requireForm(locked.form, locked.form_version), held.settings)
    const filled = await fillKnown(authoring, locked, { form, answers: locked.answers, given: [] })
    const { answers: shown, omitted } = omitHidden(form, filled.answers)
    const answers = omitSpentConfirmations(form, shown)
    // An arrival says who the patient is, maybe only now: of two sheets the other one was voided.
    const patientId = findNamedPatient(form, answers) ?? locked.patient_id
    if (patientId !== null && patientId !== locked.patient_id)
      await requireNameable(authoring, locked, patientId)
    requireComplete({
      form,
      answers,
      signatures: before.signatures,
      filledTimes: before.filled_times ?? [],
      now,
    })
    const number = await takeMonthNumber(tx, { hospitalId, kind: locked.form, at: now })
    await insertOperations(tx, _id, filled.judged, authoring.writer)
    const settingsVersion = held.version === 0 ? null : held.version
    const completed = { ...splitLater(form, answers), patientId, number, settingsVersion }
    await completeRecord(tx, _id, completed, authoring.writer)
    await chart(authoring, locked, { answers, patientId, isComplete: true })
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    // The rows of a sheet that names nobody are finished with it.
    if (locked.mission_id !== null) context.emit({ kind: 'inbound-outdated' })
    // What the panel wrote itself is missed by nobody.
    const { answered } = await listAnsweredFields(tx, _id)
    const missed = omitted.filter((path) => answered.has(path.split('/')[0] ?? ''))
    return { record: await showRecord(context, _id), omitted: missed }
  },

  async finishSection(context, { _id, section: name, version }) {
    const { tx } = context
    const authoring = toAuthoring(context)
    const locked = await lockOpen(authoring, _id)
    const before = await requireRecord(context, _id)
    const form = requireForm(locked.form, locked.form_version)
    const section = form.sections.find((one) => one.name === name)
    if (!section || !isFinishedApart(section)) throw createInvalidFieldFailure('section', 'choice-invalid')
    const permissions = await findPermissions(authoring, locked, true)
    const writer = findLaterWriter(section, locked.state)
    if (writer && !permissions.has(writer)) throw new Failure('not-allowed')
    if (locked.state !== 'complete' || locked.finished_sections.includes(name))
      throw new Failure('form-closed')
    if (!holds(section.shown, locked.answers)) throw createInvalidFieldFailure('section', 'choice-invalid')
    requireUnchanged(context, before, version)
    requireOneAnswer(before.other_answers.filter(({ path }) => (path.split('/')[0] ?? '') in section.fields))
    const missing = listMissingOfSection(form, locked.answers, name)
    if (missing.length > 0) throw new Failure('form-incomplete', { fields: missing })
    await finishSection(tx, _id, name, authoring.writer)
    context.addAuditDetail({ form: locked.form, section: name })
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id) }
  },

  addPhoto: {
    prepare: async ({ photo, ...fields }): Promise<PreparedPhoto> => ({
      ...fields,
      photo: await readDocumentPhoto(photo),
    }),
    async handle(context, { _id, new_id, photo, caption, row_id }: PreparedPhoto) {
      const { tx } = context
      const locked = await lockOpen(toAuthoring(context), _id)
      const { count, isKnown } = await countPhotos(tx, _id, new_id)
      if (isKnown) return { record: await showRecord(context, _id) }
      if (locked.state !== 'draft') throw new Failure('form-closed')
      requireCrew(locked)
      if (!photo) throw createInvalidFieldFailure('photo', 'field-required')
      if (count >= mostFormPhotos) throw createInvalidFieldFailure('photo', 'too-many')
      const photoId = (await storePhoto(context, photo)) as string
      if (
        !(await insertPhoto(
          tx,
          { id: new_id, recordId: _id, rowId: row_id ?? null, photoId, caption: caption ?? null },
          toAuthoring(context).writer,
        ))
      )
        throw createInvalidFieldFailure('new_id', 'id-invalid')
      context.emit({ kind: 'form-records-outdated', form: locked.form })
      return { record: await showRecord(context, _id) }
    },
  },

  async strikePhoto(context, { _id, photo_id }) {
    const locked = await lockOpen(toAuthoring(context), _id)
    if (locked.state !== 'draft') throw new Failure('form-closed')
    requireCrew(locked)
    if (!(await strikePhoto(context.tx, _id, photo_id, toAuthoring(context).writer)))
      throw new Failure('not-found')
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id) }
  },

  async photo(context, { _id, size }) {
    const { tx, actor } = context
    const [found, record, isInCrew] = await allInOrder([
      findPhoto(tx, _id, size),
      findPhotoRecord(tx, getReader(context), _id),
      isInCrewOfPhoto(tx, _id, actor._id),
      context.checkRecords(selectPhotoPatient(_id)),
    ])
    if (!found) throw new Failure('not-found')
    const { permissions } = actor
    const isReadable = permissions.has('form:use') || record?.form === 'ambulance-referral'
    const isOpen = found.is_waiting ? permissions.has('form:review') : record !== undefined && isReadable
    if (!isOpen) throw new Failure('not-found')
    if (record) await openShown(context, record, isInCrew)
    context.auditPatients(record ? listPatientIds([record]) : [])
    return { type: 'image/jpeg', content: found.photo }
  },

  missionChoices: async (context, { _id }) => ({ missions: await listMissionChoices(context, _id) }),

  async giveMission(context, given) {
    await giveMission(context, given)
    return { record: await showRecord(context, given._id) }
  },

  async sign(context, signature) {
    const { _id, new_id, version } = signature
    const locked = await lockOpen(toAuthoring(context), _id)
    const before = await requireRecord(context, _id)
    if (before.signatures.some((one) => one._id === new_id)) return { record: await showRecord(context, _id) }
    if (locked.state === 'void') throw new Failure('form-closed')
    requireUnchanged(context, before, version)
    const form = requireForm(locked.form, locked.form_version)
    const signed = readSigned(form, locked.answers)
    if (!(await insertSignature(context.tx, signature, signed, toAuthoring(context).writer)))
      throw createInvalidFieldFailure('new_id', 'id-invalid')
    context.addAuditDetail({ form: locked.form, role: signature.role })
    context.emit({ kind: 'form-records-outdated', form: locked.form })
    return { record: await showRecord(context, _id) }
  },

  async addAddendum(context, { _id, what, why }) {
    const locked = await lockOpen(toAuthoring(context), _id)
    if (locked.state !== 'complete') throw new Failure('form-closed')
    await insertAddendum(
      context.tx,
      { id: context.newId(), recordId: _id, what, why },
      toAuthoring(context).writer,
    )
    emitAdded(context, locked.form)
    return { record: await showRecord(context, _id) }
  },
}

/** The mission that a request began shows what is added to it. */
function emitAdded({ emit }: Context, form: FormName): void {
  emit({ kind: 'form-records-outdated', form })
  if (form === 'ambulance-request') emit({ kind: 'missions-outdated' })
}

/** Refuses what the caller decided about an earlier version, and shows them the present one. */
function requireUnchanged(context: Context, before: FormRecord, version: number): void {
  if (before.version === version) return
  context.auditPatients(listPatientIds([before]))
  throw new Failure('changed-meanwhile', { detail: { record: before } })
}

/** Refuses while an answer waits beside another one. */
function requireOneAnswer(others: FormRecord['other_answers']): void {
  if (others.length === 0) return
  throw new Failure('answers-differ', {
    fields: others.map(({ path }) => ({ field: path, message: 'answers-differ' })),
  })
}

/** How many changes of the settings are shown. */
const shownChanges = 20

export const formSettingsHandlers: Handlers<typeof formSettings> = {
  async get({ tx }) {
    const [held, history] = await Promise.all([findFormSettings(tx), listSettingsChanges(tx, shownChanges)])
    return { ...held, history }
  },

  async update(context, { version, settings: given, reason }) {
    const { tx, now, newId, actor, hospitalId } = context
    const writer = { hospitalId, staffId: actor._id, now }
    const held = await findFormSettings(tx)
    const settings = {
      ...given,
      own_options: given.own_options ?? held.settings.own_options,
      hospitals: given.hospitals ?? held.settings.hospitals,
      drugs: given.drugs ?? held.settings.drugs,
    }
    const fields = validateFormSettings(settings, formatZonedDate(hospitalTimeZone, now))
    if (fields.length > 0) throw new Failure('invalid', { fields })
    if (held.version !== version) throw new Failure('changed-meanwhile', { detail: held })
    const ownFields = validateOwnOptions(settings.own_options, held.settings.own_options, {
      en: texts.en.formOptions,
      th: texts.th.formOptions,
    })
    if (ownFields.length > 0) throw new Failure('invalid', { fields: ownFields })
    const next = { settings, version: version + 1 }
    if (!(await insertFormSettings(tx, { id: newId(), reason, ...next }, writer)))
      throw new Failure('changed-meanwhile', { detail: await findFormSettings(tx) })
    return next
  },
}

type PreparedPhoto = Omit<Body<typeof formRecords.addPhoto>, 'photo'> & { photo: Photo | undefined }

/** Applies operations of the caller to a draft, and shows it. */
async function answer(
  context: OpenRecordContext,
  answering: { id: string; form: FormName; operations: readonly FormOperation[] },
): Promise<{ record: FormRecord; results: OperationResult[] }> {
  const { results, fields } = await writeAnswers(toAuthoring(context), answering)
  if (fields.length > 0) context.addAuditDetail({ form: answering.form, fields })
  return { record: await showRecord(context, answering.id), results }
}

/**
 * When the signal is back, all tablets deliver at once. Two at a time leave the connections of the database to the
 * readings; a tablet that finds no room in the queue keeps what it has and comes again.
 */
const limitDeliveries = createSemaphore(2, { room: 50, refuse: () => new Failure('busy') })

export const formDeliveryHandlers: Handlers<typeof formDelivery> = {
  async sealingKey(context) {
    const { secretBox, now } = context
    return { key: secretBox ? await provideSealingKey(context, secretBox) : null, now }
  },

  apply: {
    limit: limitDeliveries,
    async handle(context, { operations, show }: Body<typeof formDelivery.apply>) {
      const results = await deliverOperations(context, operations)
      const record = show === null ? undefined : await findRecord(context.tx, getReader(context), show)
      context.auditPatients(record ? listPatientIds([record]) : [])
      return { results, record: record ?? null, now: context.now }
    },
  },

  async applyPart(context, delivered) {
    context.auditPatients([])
    return { ...(await deliverPart(context, delivered)), now: context.now }
  },

  openVaultKey: {
    prepare: checkSentPassword,
    async handle(context, { re_authentication, ...kept }: Body<typeof formDelivery.openVaultKey>) {
      await requireReAuthentication(context, re_authentication, 're-authentication')
      const key = await openVaultKey(context, kept)
      if (key === undefined) throw new Failure('vault-key-unreadable')
      return { key }
    },
  },

  async reviews({ tx, actor, now, auditPatients }, page) {
    const found = await listReviews(tx, toViewer(actor, now), page)
    auditPatients(listPatientIds(found.rows))
    if (isClinician((one) => actor.permissions.has(one))) return found
    const rows = found.rows.map((row) => {
      const form = findForm(row.form, row.form_version) ?? requireForm(row.form)
      return { ...row, answer: hideClinicalAnswer(form, row.path, row.answer) }
    })
    return { ...found, rows }
  },

  async decide(context, { _id, is_accepted, reason }) {
    const { tx, actor, now } = context
    const review = await lockReview(tx, _id)
    if (!review) throw new Failure('not-found')
    if (review.patient_id !== null) await context.openRecord(review.patient_id)
    if (review.decided_at !== null) throw new Failure('changed-meanwhile')
    const outcome = is_accepted ? await acceptReview(context, { ...review, _id }, reason) : 'rejected'
    await decideReview(tx, _id, { isAccepted: is_accepted, reason }, { staffId: actor._id, now })
    emitAdded(context, review.form)
    const record = await findRecord(tx, getReader(context), review.record_id)
    context.auditPatients(record ? listPatientIds([record]) : [])
    return { outcome }
  },
}

/** What is recorded of missions that are over. It stands on their sheets, and nowhere else. */
export const missionFollowUpHandlers: Handlers<typeof missionFollowUp> = {
  async list({ tx, now, actor, auditPatients }, { about, from, to, only_open, ...page }) {
    const { until } = requireSpan({ from, to }, now)
    const found = await listFollowUps(tx, toViewer(actor, now), { about, from, until, only_open }, page)
    auditPatients(listPatientIds(found.rows))
    return { ...found, rows: found.rows.map((row) => toFollowUp(row, about, now)) }
  },

  async ofMission({ tx, now, actor, auditPatients }, { _id }) {
    const find = (about: FollowUpKind) => listFollowUpsOfMission(tx, toViewer(actor, now), about, _id)
    const [isMission, payment, outcome] = await Promise.all([
      hasMission(tx, _id),
      find('payment'),
      find('outcome'),
    ])
    if (!isMission) throw new Failure('not-found')
    const found = { payment, outcome }
    const rows = followUpKinds.flatMap((about) => found[about].map((row) => toFollowUp(row, about, now)))
    auditPatients(listPatientIds(rows))
    return { rows }
  },

  async exportList({ now, actor, auditPatients, addAuditDetail }, { language, about, only_open, ...days }) {
    const { from, until } = requireSpan(days, now)
    auditPatients([])
    addAuditDetail({ exported: { about, only_open, ...days } })
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: async function* (tx) {
        const found = await listEveryFollowUp(tx, toViewer(actor, now), { about, from, until, only_open })
        yield* formatFollowUpCsv(
          about,
          found.map((row) => toFollowUp(row, about, now)),
          language,
        )
      },
    }
  },

  recordPayment: async (context, sent) => ({ row: await recordPayment(context, sent) }),
  recordOutcome: async (context, sent) => ({ row: await recordOutcome(context, sent) }),
}
