import {
  type Allergy,
  type Body,
  type BodyField,
  bodyFields,
  bodyQuantity,
  doubtsOfBody,
  glassBrokenHours,
  type Medication,
  type Patient,
  type PatientFilters,
  type PatientListQuery,
  type patients,
  problemsOfRecord,
  type UnderlyingDisease,
} from 'contract'
import { follow } from '../../bedside/intake/intake.ts'
import { insertReadings, type Placed } from '../../bedside/intake/store.ts'
import { Failure, hnTaken, nationalIdTaken } from '../../core/failure.ts'
import { changeOfPicture, deletePhoto, keepPhoto, type Photo, photoOf } from '../../core/photo.ts'
import { dateIn, hospitalTimeZone } from '../../core/time.ts'
import type { Context, Handlers, OpenedBody } from '../../http/handler.ts'
import { wardsOf } from '../../identity/followed-wards.ts'
import {
  countUnseenGlass,
  type OpenRecord,
  outsideWardsOf,
  shutAmong,
  viewerOf,
} from '../../identity/record-access.ts'
import { patientsAsCsv } from './csv.ts'
import {
  type Entry,
  findCandidates,
  findHolder,
  findLargePhoto,
  findPatient,
  findSmallPhoto,
  insertBrokenGlass,
  insertChanges,
  insertPatient,
  isBodyField,
  isHnTaken,
  isListField,
  isPatient,
  type ListField,
  listChanges,
  listChangesSince,
  listDoubled,
  listEntries,
  listLocated,
  listPatients,
  listUnwatched,
  lockPatient,
  mapSameDiseases,
  replaceEntries,
  streamPatients,
  takeTurn,
  updatePatient,
} from './queries.ts'
import {
  changesBetween,
  diseaseListsOf,
  type FieldChange,
  identityFieldsOf,
  identityOf,
  kindOfSearch,
  mergeDiseases,
  sectionOf,
} from './rules.ts'

type RegistrationFields = Omit<Body<typeof patients.register>, 'photo'>
type UpdateFields = Omit<OpenedBody<typeof patients.update>, 'photo'>

export const patientHandlers: Handlers<typeof patients> = {
  async list(context, query) {
    const { tx, concerns, remark } = context
    const page = await listPatients(tx, await listOf(context, query), query)
    concerns(page.rows.map((row) => row._id))
    if (query.search_value.trim() !== '') {
      const found = { matches: page.total, matches_at_least: page.total_is_at_least }
      remark({ searched: { ...kindOfSearch(query), ...found } })
    }
    return page
  },

  async listForLocation(context, query) {
    const { tx, actor, now, concerns } = context
    const filters = await filtersOf(context, query.filterLists)
    const page = await listLocated(tx, viewerOf(actor, now), filters, query)
    concerns(page.rows.map((row) => row._id))
    return page
  },

  async exportList(context, query) {
    const { now, concerns, remark } = context
    concerns([])
    const { language, search_field, search_value, ...exported } = query
    const searched =
      search_value.trim() === '' ? {} : { searched: kindOfSearch({ search_field, search_value }) }
    remark({ exported: { ...exported, ...searched } })
    const today = dateIn(hospitalTimeZone, now)
    const list = await listOf(context, query)
    return {
      type: 'text/csv; charset=utf-8',
      name: 'data.csv',
      content: (tx) => patientsAsCsv(streamPatients(tx, list), language, today),
    }
  },

  get: async (context, { _id }) => ({
    patient: await seen(context, _id),
    unwatched: await listUnwatched(context.tx, _id, context.now),
    opened_until: context.openedUntil,
  }),

  async doubledNationalIds({ tx, concerns }) {
    const doubled = [...(await listDoubled(tx))].map(([nationalId, same]) => ({
      ends_in: nationalId.slice(-4),
      patients: same,
    }))
    concerns(doubled.flatMap(({ patients }) => patients.map(({ _id }) => _id)))
    return { doubled }
  },

  async breakGlass(context, { patient_id, reason }) {
    const { tx, actor, hospitalId, now, newId, concerns, remark, announce } = context
    concerns(patient_id)
    if (!(await isPatient(tx, patient_id))) throw new Failure('not-found')
    const [outside] = await outsideWardsOf(tx, viewerOf(actor, now), [patient_id])
    if (!outside || outside.until !== null) return { opened_until: outside?.until ?? null }
    const until = new Date(Date.parse(now) + glassBrokenHours * 60 * 60_000).toISOString()
    remark({ reason, until })
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertBrokenGlass(tx, written, { patientId: patient_id, wardId: outside.ward._id, until, reason })
    announce({ kind: 'glass-broken', unseen: await countUnseenGlass(tx), is_new: true })
    return { opened_until: until }
  },

  async getPhoto({ tx, concerns, openRecord }, { _id, size }) {
    concerns(_id)
    const photo = await (size === 'small'
      ? findSmallPhoto(tx, _id)
      : findLargePhoto(tx, await openRecord(_id)))
    if (!photo) throw new Failure('not-found')
    return { type: 'image/jpeg', content: photo }
  },

  register: {
    prepare: async ({ photo, ...body }) => ({ body, photo: await photoOf(photo) }),
    async handle(context, { body, photo }: { body: RegistrationFields; photo: Photo | null | undefined }) {
      const { tx, actor, now, newId, concerns } = context
      const { is_someone_else, confirmed, ...sent } = body
      mayChange(
        context,
        Object.keys(sent).filter((field) => isFilled(sent[field as keyof typeof sent])),
      )
      const fields = identityOf(await withOneDiseaseList(context, [], sent))
      refuseProblems(fields, now)
      refuseDoubtful(fields, { ...fields, now, confirmed })
      await takeTurn(tx)
      if (await isHnTaken(tx, fields.hn)) throw hnTaken()
      await refuseTakenId(context, fields.national_id)
      if (!is_someone_else) {
        const candidates = await findCandidates(tx, {
          passport_no: fields.passport_no ?? null,
          name: fields.name,
          surname: fields.surname,
          date_of_birth: fields.date_of_birth ?? null,
          mobile: fields.mobile ?? null,
        })
        concerns(candidates.map((candidate) => candidate._id))
        if (candidates.length > 0) throw new Failure('may-exist-already', { detail: { candidates } })
      }
      const written = { id: newId(), hospitalId: actor.hospitalId, now }
      const photoId = await keepPhoto(context, photo)
      await insertPatient(tx, written, fields, photoId ?? null)
      await keepBody(context, written.id, fields)
      for (const [field, entries] of Object.entries(fields)) {
        if (isListField(field)) {
          await replaceEntries(tx, written, field, actor._id, [], (entries ?? []) as Entry[], newId)
        }
      }
      concerns(written.id)
      return { patient: await seen(context, await context.openRecord(written.id)) }
    },
  },

  update: {
    prepare: async ({ photo, ...body }) => ({ body, photo: await photoOf(photo) }),
    async handle(context, { body, photo }: { body: UpdateFields; photo: Photo | null | undefined }) {
      const { tx, actor, now, newId } = context
      const { _id, version, confirmed, ...named } = body
      if (!(await lockPatient(tx, _id))) throw new Failure('not-found')
      const patient = await seen(context, _id)
      if (version !== patient.version) {
        const changes = await listChangesSince(tx, _id, version)
        throw new Failure('changed-meanwhile', { detail: { patient, changes } })
      }
      const sent = await withOneDiseaseList(context, patient.underlying_disease, named)
      const whole = identityOf({ ...patient, ...given(sent) })
      const touched = { ...sent, ...identityFieldsOf(sent, whole) }
      const changes = changesBetween(patient, touched)
      const photoChange = changeOfPicture('photo', patient.photo_id, photo)
      if (changes.length === 0 && photoChange.length === 0) return { patient }
      mayChange(
        context,
        changes.map((change) => change.field),
      )
      refuseProblems(whole, now)
      if (whole.national_id !== patient.national_id) await refuseTakenId(context, whole.national_id, _id)

      refuseTakenAway(changes)
      const changed = Object.fromEntries(changes.map((change) => [change.field, change.to]))
      refuseDoubtful(changed, { ...whole, now, confirmed, patient })

      const written = { id: _id, hospitalId: actor.hospitalId, now }
      const photoId = await keepPhoto(context, photo)
      await updatePatient(tx, written, changed, photoId)
      await keepBody(context, _id, changed)
      if (photoId !== undefined && patient.photo_id) await deletePhoto(tx, patient.photo_id)
      for (const { field, to } of changes) {
        if (isListField(field)) await replaceList(context, _id, field, patient[field], to as Entry[])
      }
      const all = [...changes, ...photoChange.map((change) => ({ ...change, section: 'photo' }))]
      await insertChanges(tx, written, patient.version + 1, actor._id, all, newId)
      return { patient: await seen(context, _id) }
    },
  },

  async changes(context, { patient_id, ...query }) {
    await seen(context, patient_id)
    return listChanges(context.tx, patient_id, query)
  },

  underlyingDiseaseHistory: async (context, { patient_id }) => ({
    history: await historyOf<UnderlyingDisease>(context, patient_id, 'underlying_disease'),
  }),
  medicationHistory: async (context, { patient_id }) => ({
    history: await historyOf<Medication>(context, patient_id, 'medication'),
    ward_history: await historyOf<Medication>(context, patient_id, 'ward_medication'),
  }),
  allergyHistory: async (context, { patient_id }) => ({
    history: await historyOf<Allergy>(context, patient_id, 'allergies'),
  }),
}

/** The filters with the caller's own wards by their ids. */
async function filtersOf({ tx, actor }: Context, filters: PatientFilters): Promise<PatientFilters> {
  return filters.ward ? { ...filters, ward: await wardsOf(tx, actor._id, filters.ward) } : filters
}

async function listOf(context: Context, query: Omit<PatientListQuery, 'page' | 'number_of_rec'>) {
  return {
    viewer: viewerOf(context.actor, context.now),
    filters: await filtersOf(context, query.filterLists),
    search: { field: query.search_field, value: query.search_value },
    sort: { field: query.sort_field, order: query.sort_order },
  }
}

/** The record, noted as shown in the audit. A patient of another hospital counts as missing. */
async function seen({ tx, concerns }: Context, id: OpenRecord): Promise<Patient> {
  concerns(id)
  const patient = await findPatient(tx, id)
  if (!patient) throw new Failure('not-found')
  return patient
}

async function historyOf<Row>(context: Context, patientId: OpenRecord, field: ListField) {
  await seen(context, patientId)
  type History = {
    _id: string
    recorded_at: string
    recorded_by: string | null
    ended_at: string | null
    ended_by: string | null
  }
  return listEntries<Row & History>(context.tx, patientId, field)
}

/** Clinical data are for those who treat: an office may register a person, but not their diseases. */
function mayChange({ actor }: Context, fields: readonly string[]): void {
  const clinical = fields.filter((field) => sectionOf(field) === 'clinical')
  if (clinical.length > 0 && !actor.permissions.has('clinical:update')) {
    throw new Failure('not-allowed', { fields: clinical.map((field) => ({ field, message: 'not-allowed' })) })
  }
}

/** The sent fields with the diseases under one name, whichever name they had. */
async function withOneDiseaseList<Sent extends Parameters<typeof diseaseListsOf>[0]>(
  { tx }: Context,
  standing: readonly UnderlyingDisease[],
  sent: Sent,
) {
  const { chronic_disease, underlying_disease, ...others } = sent
  if (!chronic_disease && !underlying_disease) return others
  const lists = diseaseListsOf({ chronic_disease, underlying_disease }, await mapSameDiseases(tx))
  return { ...others, underlying_disease: mergeDiseases(standing, lists) }
}

/** A national ID belongs to one person: the failure names its holder, so that a wrong number can be corrected there. */
async function refuseTakenId(
  { tx, actor, now, concerns }: Context,
  nationalId: string | null | undefined,
  but?: string,
): Promise<void> {
  const holder = nationalId ? await findHolder(tx, nationalId, but) : undefined
  if (!holder) return
  concerns(holder._id)
  const outside_wards = (await shutAmong(tx, viewerOf(actor, now), [holder._id])).get(holder._id) ?? null
  const may_correct = actor.permissions.has('patient:update')
  throw nationalIdTaken({ holder: outside_wards ? null : holder, outside_wards, may_correct })
}

function refuseProblems(patient: Parameters<typeof problemsOfRecord>[0], now: string): void {
  const fields = problemsOfRecord(patient, dateIn(hospitalTimeZone, now))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** Throws for an unusual value until the user has confirmed it. */
function refuseDoubtful(
  typed: Record<string, unknown>,
  known: {
    date_of_birth?: string | null | undefined
    now: string
    confirmed: readonly BodyField[] | undefined
    patient?: Patient
  },
): void {
  const { date_of_birth = null, now, confirmed, patient } = known
  if (!confirmed) return
  const doubts = doubtsOfBody(typed, { date_of_birth, now, today: dateIn(hospitalTimeZone, now), patient })
  const fields = [...doubts.keys()]
    .filter((field) => !confirmed.includes(field))
    .map((field) => ({ field, message: 'implausible' }))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** A measurement cannot be removed here: it is corrected among the readings, where the old value is kept. */
function refuseTakenAway(changes: readonly FieldChange[]): void {
  const fields = changes
    .filter(({ field, to }) => isBodyField(field) && to === null)
    .map(({ field }) => ({ field, message: 'measured-stays' }))
  if (fields.length > 0) throw new Failure('invalid', { fields })
}

/** A weight, height or waist of the form is stored as a manual reading, like any other. */
async function keepBody(context: Context, patientId: string, fields: Record<string, unknown>): Promise<void> {
  const { tx, actor, hospitalId, now, newId } = context
  const typed = bodyFields.flatMap((field) =>
    typeof fields[field] === 'number' ? [[bodyQuantity[field], fields[field]]] : [],
  )
  if (typed.length === 0) return
  const at = Date.parse(now)
  const reading: Placed = {
    id: newId(),
    kind: 'body',
    values: Object.fromEntries(typed),
    source: 'manual',
    mac: null,
    deviceType: null,
    toldAt: at,
    measuredAt: at,
    receivedAt: at,
    timing: 'told',
    deviceId: null,
    patientId,
    waitsFor: null,
    enteredBy: actor._id,
    actId: newId(),
  }
  await insertReadings(tx, hospitalId, [reading])
  await follow(context, [reading])
}

/** Without the fields that were not sent, so that what is spread over keeps its type. */
function given<Fields extends object>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as { [Key in keyof Fields]: Exclude<Fields[Key], undefined> }
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== false
}

/** Entries that were sent unchanged stay; the others end, and new ones begin. */
async function replaceList(
  { tx, actor, now, newId }: Context,
  patientId: string,
  field: ListField,
  standing: readonly Entry[],
  sent: readonly Entry[],
): Promise<void> {
  const isKept = (entry: Entry) =>
    standing.some(
      (other) =>
        other._id === entry._id && changesBetween({ [field]: [other] }, { [field]: [entry] }).length === 0,
    )
  const keptIds = new Set(sent.filter(isKept).map((entry) => entry._id))
  const ended = standing.flatMap(({ _id }) => (_id === undefined || keptIds.has(_id) ? [] : [_id]))
  const begun = sent.filter((entry) => !isKept(entry))
  await replaceEntries(
    tx,
    { id: patientId, hospitalId: actor.hospitalId, now },
    field,
    actor._id,
    ended,
    begun,
    newId,
  )
}
