import {
  type BodyField,
  bodyFields,
  bodyQuantity,
  type Patient,
  type PatientChange,
  type PatientFilters,
  type PatientListQuery,
  type PatientRow,
  type ReadingSource,
  triageLevels,
  type Unwatched,
} from 'contract'
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { compileOnce } from '../../../db/compile-once.ts'
import type { Tx } from '../../../db/database.ts'
import {
  buildHitSlice,
  buildNearestHits,
  capTotal,
  countCapped,
  countHits,
  type Hit,
  isBlank,
  isFiltered,
  type Matching,
  maxCountedMatches,
  type Page,
  type Paging,
  readNumbers,
  readSortedNumbers,
  type Slice,
  type Sort,
  streamBatches,
  toSlice,
  wholeList,
} from '../../../db/listing.ts'
import type { Tables } from '../../../db/tables.ts'
import { type OpenRecord, selectClosedRecords, type Viewer } from '../../../identity/record-access.ts'
import { listNameSpellings, stripNumberLabel } from '../rules.ts'

const triageName = sql<
  PatientRow['triage_level']
>`(${sql.lit(`{${triageLevels.join(',')}}`)}::text[])[patients.triage_level]`

type SearchField = PatientListQuery['search_field']

type PatientListRequest = {
  viewer: Viewer
  filters: PatientFilters
  search: { field: SearchField; value: string }
  sort: { field: NonNullable<PatientListQuery['sort_field']> | undefined; order: 'asc' | 'desc' }
}

// ── rows ────────────────────────────────────────────────────────────────────────────────────────────

function selectPatientRows(tx: Pick<Tx, 'selectFrom'>) {
  return tx
    .selectFrom('patients')
    .leftJoin('wards', 'wards.id', 'patients.ward_id')
    .leftJoin('beds', 'beds.id', 'patients.bed_id')
    .select([
      'patients.id as _id',
      'patients.hn',
      'patients.an',
      'patients.title',
      'patients.name',
      'patients.surname',
      'patients.name_en',
      'patients.surname_en',
      sql<PatientRow['gender']>`patients.gender`.as('gender'),
      'patients.date_of_birth',
      'patients.ward_id',
      'wards.name_en as ward_name_en',
      'wards.name_th as ward_name_th',
      'beds.label as bed',
      triageName.as('triage_level'),
      sql<PatientRow['notify_status']>`patients.notify_status`.as('notify_status'),
      sql<PatientRow['device_status']>`patients.device_status`.as('device_status'),
      'patients.admitted_at as admit_date',
    ])
}

type RawRow = Awaited<ReturnType<ReturnType<typeof selectPatientRows>['execute']>>[number]

function toPatientRow<Raw extends RawRow>(raw: Raw): Raw & { ward: PatientRow['ward'] } {
  const ward =
    raw.ward_id && raw.ward_name_en !== null && raw.ward_name_th !== null
      ? { _id: raw.ward_id, name_en: raw.ward_name_en, name_th: raw.ward_name_th }
      : null
  return { ...raw, ward }
}

/** Rows of these patients, in this order. */
async function listPatientRows<Key extends 'id' | 'number'>(
  tx: Tx,
  key: Key,
  values: readonly Tables['patients'][Key][],
): Promise<PatientRow[]> {
  if (values.length === 0) return []
  const rows = await selectPatientRows(tx)
    .select(sql<Tables['patients'][Key]>`${sql.ref(`patients.${key}`)}`.as('key'))
    .where(sql<boolean>`${sql.ref(`patients.${key}`)} = any(${values})`)
    .execute()
  const byKey = new Map<unknown, PatientRow>(rows.map(({ key, ...row }) => [key, toPatientRow(row)]))
  return values.map((value) => byKey.get(value)).filter((row) => row !== undefined)
}

// ── sorting ─────────────────────────────────────────────────────────────────────────────────────────

const sortColumns = {
  hn: { column: sql.ref('patients.hn'), isSparse: false },
  an: { column: sql.ref('patients.an'), isSparse: true },
  name: { column: sql.ref('patients.sort_name'), isSparse: false },
  sex: { column: sql.ref('patients.gender'), isSparse: false },
  ward: { column: sql.ref('patients.place'), isSparse: true },
  triage_level: { column: sql.ref('patients.triage_level'), isSparse: true },
  notify_status: { column: sql.ref('patients.notify_status'), isSparse: false },
  device_status: { column: sql.ref('patients.device_status'), isSparse: true },
  admit_date: { column: sql.ref('patients.admitted_at'), isSparse: true },
} as const

/** The youngest have the latest birthday, so age runs against the column; so does "registered", newest first. */
function toPatientSort({ field, order }: PatientListRequest['sort']): Sort {
  const backwards = order === 'asc' ? 'desc' : 'asc'
  if (field === undefined || field === 'registered') {
    return { column: sql.ref('patients.number'), order: backwards, isSparse: false }
  }
  if (field === 'age') return { column: sql.ref('patients.date_of_birth'), order: backwards, isSparse: true }
  return { ...sortColumns[field], order }
}

// ── searching and filtering ─────────────────────────────────────────────────────────────────────────

/** The typed text in the form of each kind of key. Empty means that it cannot be such a key. */
type PatientSearchKeys = { phone: string; name: string; nameWithoutTitle: string; number: string }

function toSearchKeys({ value }: { value: string }): PatientSearchKeys {
  const [name = '', nameWithoutTitle = ''] = listNameSpellings(value)
  return { phone: value, name, nameWithoutTitle, number: stripNumberLabel(value) }
}

/** Each search key whose beginning the typed text may be. */
function buildPatientRanges(field: SearchField, typed: PatientSearchKeys): RawBuilder<unknown>[] {
  const kinds = field === 'any' ? (['hn', 'an', 'vn', 'name', 'national_id', 'phone'] as const) : [field]
  return kinds.flatMap((kind) => {
    if (kind === 'phone') return [sql`(${sql.lit(kind)}, phone_key(${typed.phone}))`]
    if (kind === 'hn')
      return [sql`('hn', search_key(${typed.number}))`, sql`('hn_end', hn_end_key(${typed.number}))`]
    if (kind !== 'name') return [sql`(${sql.lit(kind)}, search_key(${typed.number}))`]
    return [typed.name, typed.nameWithoutTitle].map((name) => sql`('name', search_key(${name}))`)
  })
}

/** Numbers that are in the record and in no row of a list. */
const hiddenNumbers = ['national_id', 'phone', 'vn'] as const

/**
 * Everybody who knows a whole number can find its patient. A shut record cannot be found by the beginning of such a number,
 * or the number could be discovered digit by digit.
 */
function buildPrefixCondition(viewer: Viewer): RawBuilder<SqlBool> {
  return sql`(kind <> all(${sql.lit(`{${hiddenNumbers.join(',')}}`)}) or key = range.low
    or patient_id not in ${selectClosedRecords(viewer)})`
}

function buildFoundPatients(
  viewer: Viewer,
  field: SearchField,
  typed: PatientSearchKeys,
  limit: number | null,
) {
  const keys = { table: 'patient_search', id: 'patient_id' } as const
  const within = viewer.staffId === null ? {} : { within: buildPrefixCondition(viewer) }
  return buildNearestHits({ ...keys, ...within }, buildPatientRanges(field, typed), limit)
}

function buildAllFoundPatients({ viewer, search }: Pick<PatientListRequest, 'viewer' | 'search'>) {
  return buildFoundPatients(viewer, search.field, toSearchKeys(search), null)
}

type PatientExpressions = ExpressionBuilder<Tables, 'patients'>

function buildPatientConditions(eb: PatientExpressions, filters: PatientFilters) {
  const conditions = []
  if (filters.in_hospital === true) conditions.push(eb('patients.an', 'is not', null))
  if (filters.in_hospital === false) conditions.push(eb('patients.an', 'is', null))
  if (filters.ward?.length) conditions.push(eb('patients.ward_id', 'in', filters.ward))
  if (filters.triage_level?.length) {
    const levels = filters.triage_level.map((level) => triageLevels.indexOf(level) + 1)
    conditions.push(eb('patients.triage_level', 'in', levels))
  }
  if (filters.gender?.length) conditions.push(eb('patients.gender', 'in', filters.gender))
  if (filters.notify_status) conditions.push(eb('patients.notify_status', '=', filters.notify_status))
  if (filters.device_status === 'none') conditions.push(eb('patients.device_status', 'is', null))
  else if (filters.device_status) conditions.push(eb('patients.device_status', '=', filters.device_status))
  return conditions
}

/** Every matching patient, nearest spelling first. */
function selectNearestPatients(tx: Tx, list: PatientListRequest) {
  return tx
    .selectFrom('patients')
    .innerJoin(sql<Hit>`(${buildAllFoundPatients(list)})`.as('hits'), 'hits.id', 'patients.id')
    .select('patients.number')
    .where((eb) => eb.and(buildPatientConditions(eb, list.filters)))
    .orderBy('hits.place')
}

/** Every matching patient, unordered. */
function selectMatchingPatients(tx: Tx, list: PatientListRequest): Matching<'patients'> {
  const query = tx
    .selectFrom('patients')
    .select('patients.number')
    .where((eb) => eb.and(buildPatientConditions(eb, list.filters)))
  if (isBlank(list.search)) return query
  return query.where(
    'patients.id',
    'in',
    sql<string>`(select id from (${buildAllFoundPatients(list)}) as found)`,
  )
}

function listPatientNumbers(tx: Tx, list: PatientListRequest, slice: Slice): Promise<number[]> {
  return list.sort.field === undefined && !isBlank(list.search)
    ? readNumbers(selectNearestPatients(tx, list), slice)
    : readSortedNumbers(tx, selectMatchingPatients(tx, list), toPatientSort(list.sort), slice)
}

// ── the list ────────────────────────────────────────────────────────────────────────────────────────

export async function listPatients(
  tx: Tx,
  list: PatientListRequest,
  query: Paging,
): Promise<Page<PatientRow>> {
  const slice = toSlice(query)
  const isByNumber = list.sort.field === undefined || list.sort.field === 'registered'
  const isEverybody = isBlank(list.search) && !isFiltered(list.filters)
  if (isEverybody && isByNumber) return readPageByNumber(tx, list.sort, slice)
  if (!isBlank(list.search) && !isFiltered(list.filters) && list.sort.field === undefined) {
    return readFoundPatients(tx, list, slice)
  }
  const rows = await listPatientRows(tx, 'number', await listPatientNumbers(tx, list, slice))
  if (isEverybody) return { rows, total: await countPatients(tx), total_is_at_least: false }
  const seen = rows.length > 0 ? slice.offset + rows.length : 0
  return { rows, ...capTotal(await countCapped(tx, selectMatchingPatients(tx, list)), seen) }
}

/** Patients are numbered without a gap, so any page, however deep, is a range of numbers. */
const pagesByNumber = {
  /** Newest first. */
  desc: compileOnce((tx, given: { offset: number; limit: number }) =>
    selectPatientRows(tx)
      .select(totalPatients)
      .where(
        sql<boolean>`patients.number = any(array(
          select generate_series(patients - ${given.offset} - ${given.limit} + 1, patients - ${given.offset})
          from patient_counts))`,
      )
      .orderBy('patients.number', 'desc'),
  ),
  asc: compileOnce((tx, given: { offset: number; limit: number }) =>
    selectPatientRows(tx)
      .select(totalPatients)
      .where(
        sql<boolean>`patients.number = any(array(
          select generate_series(${given.offset}::int + 1, ${given.offset}::int + ${given.limit}::int)))`,
      )
      .orderBy('patients.number'),
  ),
}
const totalPatients = sql<number>`(select patients from patient_counts)`.as('total')

async function readPageByNumber(
  tx: Tx,
  sort: PatientListRequest['sort'],
  slice: Slice,
): Promise<Page<PatientRow>> {
  const rows = await pagesByNumber[toPatientSort(sort).order](tx, slice)
  const total = rows[0]?.total ?? (await countPatients(tx))
  return { rows: rows.map(toPatientRow), total, total_is_at_least: false }
}

const compileFoundPatients = (field: SearchField, isLimited: boolean) =>
  compileOnce((tx, given: PatientSearchKeys & Viewer & Slice) => {
    const viewer = isLimited ? given : { ...given, staffId: null }
    return selectPatientRows(tx)
      .innerJoin(
        buildHitSlice(buildFoundPatients(viewer, field, given, maxCountedMatches + 1), given).as('hits'),
        'hits.id',
        'patients.id',
      )
      .select('hits.total')
      .orderBy('hits.place')
  })
const compileFoundPages = (isLimited: boolean) => ({
  any: compileFoundPatients('any', isLimited),
  hn: compileFoundPatients('hn', isLimited),
  vn: compileFoundPatients('vn', isLimited),
  an: compileFoundPatients('an', isLimited),
  name: compileFoundPatients('name', isLimited),
  national_id: compileFoundPatients('national_id', isLimited),
  phone: compileFoundPatients('phone', isLimited),
})
/** For viewers to whom a record can be shut, and for all others. */
const pagesOfFound = { limited: compileFoundPages(true), unlimited: compileFoundPages(false) }

async function readFoundPatients(
  tx: Tx,
  { viewer, search }: PatientListRequest,
  slice: Slice,
): Promise<Page<PatientRow>> {
  const typed = toSearchKeys(search)
  const pages = viewer.staffId === null ? pagesOfFound.unlimited : pagesOfFound.limited
  const rows = await pages[search.field](tx, { ...typed, ...viewer, ...slice })
  const isPastTheEnd = rows.length === 0 && slice.offset > 0
  const total = isPastTheEnd
    ? await countHits(tx, buildFoundPatients(viewer, search.field, typed, maxCountedMatches + 1))
    : (rows[0]?.total ?? 0)
  return { rows: rows.map(toPatientRow), ...capTotal(total) }
}

export async function countPatients(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('patient_counts').select('patients').executeTakeFirst()
  return row?.patients ?? 0
}

/** The whole list, a batch at a time, in its order. */
export async function* streamPatients(tx: Tx, list: PatientListRequest): AsyncGenerator<PatientRow[]> {
  const numbers = await listPatientNumbers(tx, list, wholeList)
  yield* streamBatches(numbers, (batch) => listPatientRows(tx, 'number', batch))
}

/** Addresses belong to the record: patients whose records are shut are left out. */
export async function listLocated(tx: Tx, viewer: Viewer, filters: PatientFilters, query: Paging) {
  const { limit, offset } = toSlice(query)
  const located = tx
    .selectFrom('patients')
    .select('patients.id')
    .where('patients.latitude', 'is not', null)
    .where('patients.longitude', 'is not', null)
    .where(sql<boolean>`patients.id not in ${selectClosedRecords(viewer)}`)
    .where((eb) => eb.and(buildPatientConditions(eb, filters)))
  const rows = await selectPatientRows(tx)
    .select(['patients.latitude as lat', 'patients.longitude as lang', 'patients.province'])
    .where('patients.id', 'in', located.orderBy('patients.number', 'desc').limit(limit).offset(offset))
    .orderBy('patients.number', 'desc')
    .execute()
  const total = await countCapped(tx, located)
  return {
    rows: rows.map((row) => ({ ...toPatientRow(row), lat: row.lat ?? 0, lang: row.lang ?? 0 })),
    ...capTotal(total),
  }
}

// ── one record ──────────────────────────────────────────────────────────────────────────────────────

/** The newest body measurements, by their names among the readings. */
type NewestBody = Record<string, { value: number; measured_at: string; source: ReadingSource } | undefined>
const newestBody = sql<NewestBody>`(
  select coalesce(json_object_agg(l.vital, json_build_object('value', l.value, 'source', l.source,
    'measured_at', to_char(l.measured_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '{}')
  from latest_values l
  where l.patient_id = patients.id and l.vital in ('height', 'weight', 'waist'))`

export function isBodyField(field: string): field is BodyField {
  return field in bodyQuantity
}

const queryRecord = compileOnce((tx, given: { id: string }) =>
  selectPatientRows(tx)
    .select((eb) => [
      'patients.version',
      sql<Patient['identity_kind']>`patients.identity_kind`.as('identity_kind'),
      'patients.national_id',
      'patients.passport_no',
      'patients.photo_id',
      'patients.mobile',
      'patients.contact_name',
      'patients.contact_number',
      sql<Patient['relationship']>`patients.relationship`.as('relationship'),
      'patients.nationality',
      'patients.skin_color',
      'patients.house_no',
      'patients.village',
      'patients.soi',
      'patients.road',
      'patients.province',
      'patients.district',
      'patients.sub_district',
      'patients.zipcode',
      'patients.latitude as lat',
      'patients.longitude as lang',
      'patients.blood_group',
      newestBody.as('body'),
      'patients.no_known_allergy',
      sql<Patient['risk_behavior']>`patients.risk_behavior`.as('risk_behavior'),
      'patients.created_at',
      'patients.updated_at',
      eb
        .selectFrom('visits')
        .select('visits.vn')
        .whereRef('visits.patient_id', '=', 'patients.id')
        .orderBy('visits.visited_at', 'desc')
        .limit(1)
        .as('vn'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_underlying_diseases as entry')
          .select(['entry.id as _id', 'entry.underlying_disease', 'entry.since', 'entry.note'])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('underlying_disease'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_allergies as entry')
          .select([
            'entry.id as _id',
            'entry.kind',
            'entry.substance',
            'entry.severity',
            'entry.reaction',
            'entry.certainty',
            'entry.since',
          ])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('allergies'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_medications as entry')
          .select([
            'entry.id as _id',
            'entry.name',
            'entry.dose',
            'entry.route',
            'entry.frequency',
            'entry.since',
          ])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('medication'),
      jsonArrayFrom(
        eb
          .selectFrom('patient_ward_medications as entry')
          .select([
            'entry.id as _id',
            'entry.name',
            'entry.dose',
            'entry.route',
            'entry.frequency',
            'entry.since',
          ])
          .whereRef('entry.patient_id', '=', 'patients.id')
          .where('entry.ended_at', 'is', null)
          .orderBy('entry.recorded_at')
          .orderBy('entry.id'),
      ).as('ward_medication'),
    ])
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('stays')
          .select(['stays.disease', 'stays.discharged_at'])
          .whereRef('stays.patient_id', '=', 'patients.id')
          .orderBy('stays.admitted_at', 'desc')
          .limit(1)
          .as('stay'),
      (join) => join.onTrue(),
    )
    .select(['stay.disease', 'stay.discharged_at as discharge_date'])
    .where('patients.id', '=', given.id),
)

export async function findPatient(tx: Tx, id: OpenRecord): Promise<Patient | undefined> {
  const [raw] = await queryRecord(tx, { id })
  if (!raw) return undefined
  const { body, ...record } = raw
  const newest = bodyFields.map((field) => [field, body[bodyQuantity[field]]] as const)
  return {
    ...toPatientRow(record),
    chronic_disease: record.underlying_disease.map(({ underlying_disease, ...entry }) => ({
      ...entry,
      disease: underlying_disease,
    })),
    ...Object.fromEntries(newest.map(([field, found]) => [field, found?.value ?? null])),
    measured: Object.fromEntries(
      newest.map(([field, found]) => [
        field,
        found ? { measured_at: found.measured_at, source: found.source } : null,
      ]),
    ),
  } as unknown as Patient
}

/** Registrations run one after the other, so that the second one finds the patient of the first. */
export async function lockRegistration(tx: Tx): Promise<void> {
  await tx.selectFrom('patient_counts').select('patients').forUpdate().execute()
}

export async function isHnTaken(tx: Tx, hn: string): Promise<boolean> {
  const row = await tx.selectFrom('patients').select('id').where('hn', '=', hn).executeTakeFirst()
  return row !== undefined
}

/** Another patient with this national ID; of several the first. */
export async function findNationalIdHolder(
  tx: Tx,
  nationalId: string,
  but: string | undefined,
): Promise<PatientRow | undefined> {
  const [raw] = await selectPatientRows(tx)
    .where('patients.national_id', '=', nationalId)
    .$if(but !== undefined, (query) => query.where('patients.id', '<>', but ?? ''))
    .orderBy('patients.doubled')
    .limit(1)
    .execute()
  return raw && toPatientRow(raw)
}

/** Patients who share a national ID, by that ID. */
export async function listDoubledNationalIds(tx: Tx): Promise<Map<string, PatientRow[]>> {
  const rows = await selectPatientRows(tx)
    .select(sql<string>`patients.national_id`.as('national_id'))
    .where('patients.national_id', 'in', (eb) =>
      eb.selectFrom('patients as other').select('other.national_id').where('other.doubled', '>', 0),
    )
    .orderBy('patients.national_id')
    .orderBy('patients.number')
    .execute()
  const byId = Map.groupBy(rows, ({ national_id }) => national_id)
  return new Map([...byId].map(([nationalId, same]) => [nationalId, same.map(toPatientRow)]))
}

/** Locks the record until the transaction ends, so that concurrent changes run one after the other. */
export async function lockPatient(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('patients').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

const columnByField: Record<string, string> = {
  lat: 'latitude',
  lang: 'longitude',
}

/** Fields of the record that are rows of their own tables. */
const listFields = ['underlying_disease', 'allergies', 'medication', 'ward_medication'] as const
export type ListField = (typeof listFields)[number]

export function isListField(field: string): field is ListField {
  return (listFields as readonly string[]).includes(field)
}

export type PatientWrite = { id: string; hospitalId: string; now: string }

export async function insertPatient(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  fields: Record<string, unknown>,
  photoId: string | null,
): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    insert into patient_counts as counted (hospital_id, patients) values (${hospitalId}, 1)
    on conflict (hospital_id) do update set patients = counted.patients + 1
    returning patients as number`.execute(tx)
  await tx
    .insertInto('patients')
    .values({
      ...(toColumns(fields) as {
        hn: string
        title: string
        name: string
        surname: string
        gender: string
        identity_kind: string
      }),
      id,
      hospital_id: hospitalId,
      number: rows[0]?.number ?? 1,
      photo_id: photoId,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

export async function updatePatient(
  tx: Tx,
  { id, now }: PatientWrite,
  fields: Record<string, unknown>,
  photoId: string | null | undefined,
): Promise<void> {
  await tx
    .updateTable('patients')
    .set((eb) => ({
      ...toColumns(fields),
      ...(photoId === undefined ? {} : { photo_id: photoId }),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}

function toColumns(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field, value]) => value !== undefined && !isListField(field) && !isBodyField(field))
      .map(([field, value]) => [columnByField[field] ?? field, value]),
  )
}

const tableByListField = {
  underlying_disease: 'patient_underlying_diseases',
  allergies: 'patient_allergies',
  medication: 'patient_medications',
  ward_medication: 'patient_ward_medications',
} as const

export type ListEntry = Record<string, unknown> & { _id?: string | undefined }

/** Ends entries and begins others: the content of an entry is never lost. */
export async function replaceEntries(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  field: ListField,
  by: string,
  ended: readonly string[],
  begun: readonly ListEntry[],
  newId: () => string,
): Promise<void> {
  const table = tableByListField[field]
  if (ended.length > 0) {
    await tx
      .updateTable(table)
      .set({ ended_at: now, ended_by: by })
      .where('patient_id', '=', id)
      .where('id', 'in', [...ended])
      .execute()
  }
  if (begun.length > 0) {
    const rows = begun.map(({ _id, ...entry }) => ({
      ...entry,
      id: newId(),
      hospital_id: hospitalId,
      patient_id: id,
      recorded_at: now,
      recorded_by: by,
    }))
    await tx
      .insertInto(table)
      .values(rows as never)
      .execute()
  }
}

/** The ICD-10 codes of the words that stand for one. */
export async function mapSameDiseases(tx: Tx): Promise<Map<string, string | null>> {
  const words = await tx
    .selectFrom('underlying_diseases')
    .select(['code', 'same_as'])
    .where('same_as', 'is not', null)
    .execute()
  return new Map(words.map(({ code, same_as }) => [code, same_as]))
}

/** Every entry of a clinical list, newest first, with who began and who ended it. */
export async function listEntries<Row>(tx: Tx, patientId: OpenRecord, field: ListField): Promise<Row[]> {
  // The tables differ only in the columns that `Row` describes.
  const table = tableByListField[field] as 'patient_allergies'
  const rows = await tx
    .selectFrom(`${table} as entry`)
    .leftJoin('staff as recorder', 'recorder.id', 'entry.recorded_by')
    .leftJoin('staff as ender', 'ender.id', 'entry.ended_by')
    .selectAll('entry')
    .select([
      'entry.id as _id',
      sql<string | null>`recorder.first_name || ' ' || recorder.last_name`.as('recorded_by'),
      sql<string | null>`ender.first_name || ' ' || ender.last_name`.as('ended_by'),
    ])
    .where('entry.patient_id', '=', patientId)
    .orderBy(sql`entry.ended_at is null`, 'desc')
    .orderBy('entry.recorded_at', 'desc')
    .orderBy('entry.id')
    .execute()
  return rows as Row[]
}

// ── history of changes ──────────────────────────────────────────────────────────────────────────────

export async function isPatient(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('patients').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** The vital signs of a patient whose alarms are switched off. */
export async function listUnwatched(tx: Tx, id: OpenRecord, now: string): Promise<Unwatched[]> {
  return tx
    .selectFrom('notify_settings')
    .select(['vital', 'until'])
    .where('patient_id', '=', id)
    .where('is_current', '=', true)
    .where('mode', '=', 'disabled')
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('vital')
    .$narrowType<{ vital: Unwatched['vital'] }>()
    .execute()
}

export type Change = { section: string; field: string; from: unknown; to: unknown }

/** Stores that a user opened a record by exception, which is open to them until `until`. */
export async function insertBreakGlass(
  tx: Tx,
  { id, hospitalId, now, staffId }: PatientWrite & { staffId: string },
  { patientId, wardId, until, reason }: { patientId: string; wardId: string; until: string; reason: string },
): Promise<void> {
  await tx
    .insertInto('broken_glass')
    .values({
      id,
      hospital_id: hospitalId,
      staff_id: staffId,
      patient_id: patientId,
      ward_id: wardId,
      at: now,
      until,
      reason,
    })
    .execute()
}

export async function insertPatientChanges(
  tx: Tx,
  { id, hospitalId, now }: PatientWrite,
  version: number,
  by: string,
  changes: readonly Change[],
  newId: () => string,
): Promise<void> {
  await tx
    .insertInto('patient_changes')
    .values(
      changes.map((change) => ({
        id: newId(),
        hospital_id: hospitalId,
        patient_id: id,
        version,
        at: now,
        staff_id: by,
        section: change.section,
        field: change.field,
        from_value: toJsonb(change.from),
        to_value: toJsonb(change.to),
      })),
    )
    .execute()
}

function toJsonb(value: unknown) {
  return sql`${JSON.stringify(value ?? null)}::jsonb`
}

function selectPatientChanges(tx: Tx, patientId: OpenRecord) {
  return tx
    .selectFrom('patient_changes')
    .innerJoin('staff', 'staff.id', 'patient_changes.staff_id')
    .select([
      'patient_changes.id as _id',
      'patient_changes.at',
      'patient_changes.section',
      'patient_changes.field',
      'patient_changes.from_value as from',
      'patient_changes.to_value as to',
      'staff.id as staff_id',
      'staff.first_name',
      'staff.last_name',
    ])
    .where('patient_changes.patient_id', '=', patientId)
    .orderBy('patient_changes.at', 'desc')
    .orderBy('patient_changes.id', 'desc')
}

export async function listLaterPatientChanges(tx: Tx, patientId: OpenRecord, version: number) {
  return (
    await selectPatientChanges(tx, patientId).where('patient_changes.version', '>', version).execute()
  ).map(toPatientChange)
}

export async function listPatientChanges(
  tx: Tx,
  patientId: OpenRecord,
  { section, ...query }: { section?: string | undefined } & Paging,
) {
  const all = selectPatientChanges(tx, patientId).$if(section !== undefined, (query) =>
    query.where('patient_changes.section', '=', section ?? ''),
  )
  const { limit, offset } = toSlice(query)
  const rows = await all.limit(limit).offset(offset).execute()
  const { count } = await tx
    .selectFrom('patient_changes')
    .select(sql<number>`count(*)`.as('count'))
    .where('patient_id', '=', patientId)
    .$if(section !== undefined, (query) => query.where('section', '=', section ?? ''))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(toPatientChange), total: count, total_is_at_least: false }
}

function toPatientChange({
  staff_id,
  first_name,
  last_name,
  ...change
}: Awaited<ReturnType<ReturnType<typeof selectPatientChanges>['execute']>>[number]) {
  const section = change.section as PatientChange['section']
  return { ...change, section, by: { _id: staff_id, first_name, last_name } }
}

// ── photos ──────────────────────────────────────────────────────────────────────────────────────────

/** The photo shown with a name in lists, so that people can be distinguished. */
export function findSmallPhoto(tx: Tx, patientId: string): Promise<Buffer | undefined> {
  return findPhoto(tx, patientId, 'small')
}

export function findLargePhoto(tx: Tx, patientId: OpenRecord): Promise<Buffer | undefined> {
  return findPhoto(tx, patientId, 'large')
}

async function findPhoto(tx: Tx, patientId: string, size: 'small' | 'large'): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('patients')
    .innerJoin('photos', 'photos.id', 'patients.photo_id')
    .select(`photos.${size} as photo`)
    .where('patients.id', '=', patientId)
    .executeTakeFirst()
  return row?.photo
}

// ── the person who may exist already ────────────────────────────────────────────────────────────────

export type DuplicateReason = 'passport_no' | 'name' | 'phone'

/** People with the same number, with the same name and birthday, or with the same phone and first name. */
export async function findPossibleDuplicates(
  tx: Tx,
  person: {
    passport_no: string | null
    name: string
    surname: string
    date_of_birth: string | null
    mobile: string | null
  },
): Promise<(PatientRow & { because: DuplicateReason[] })[]> {
  const { rows } = await sql<{ id: string; because: DuplicateReason[] }>`
    select id, array_agg(distinct because) as because
    from (
      select patient_id as id, 'passport_no' as because from patient_search
        where kind = 'national_id' and key = search_key(${person.passport_no})
      union all
      select patient_id, 'name' from patient_search s join patients p on p.id = s.patient_id
        where s.kind = 'name' and s.key = search_key(${person.name} || ${person.surname})
          and (p.date_of_birth = ${person.date_of_birth} or p.date_of_birth is null or ${person.date_of_birth}::date is null)
      union all
      select patient_id, 'phone' from patient_search s join patients p on p.id = s.patient_id
        where s.kind = 'phone' and s.key = phone_key(${person.mobile}) and search_key(p.name) = search_key(${person.name})
    ) as same
    group by id
    order by count(*) desc, id
    limit 10`.execute(tx)
  const because = new Map(rows.map((row) => [row.id, row.because]))
  const candidates = await listPatientRows(tx, 'id', [...because.keys()])
  return candidates.map((row) => ({ ...row, because: because.get(row._id) ?? [] }))
}
