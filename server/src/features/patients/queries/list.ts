import { type PatientFilters, type PatientListQuery, type PatientRow, triageLevels } from 'contract'
import { type ExpressionBuilder, sql } from 'kysely'
import { compileOnce } from '../../../db/compile-once.ts'
import type { Tx } from '../../../db/database.ts'
import {
  buildHitSlice,
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
import { selectClosedRecords, type Viewer } from '../../../identity/record-access.ts'
import { listPatientRows, selectPatientRows, toPatientRow } from './rows.ts'
import { buildFoundPatients, type PatientSearchKeys, type SearchField, toSearchKeys } from './search.ts'

type PatientListRequest = {
  viewer: Viewer
  filters: PatientFilters
  search: { field: SearchField; value: string }
  sort: { field: NonNullable<PatientListQuery['sort_field']> | undefined; order: 'asc' | 'desc' }
}

/**
 * One page of the list. The two questions asked most have a statement each, compiled once, that reads rows and total
 * together: everybody in the order of registration, and a search alone. Any other reads the numbers of the page first,
 * then their rows, and counts beside that.
 */
export async function listPatients(
  tx: Tx,
  list: PatientListRequest,
  query: Paging,
): Promise<Page<PatientRow>> {
  const slice = toSlice(query)
  const isSearch = !isBlank(list.search)
  const isNarrowed = isSearch || isFiltered(list.filters)
  const isByNumber = list.sort.field === undefined || list.sort.field === 'registered'
  if (!isNarrowed && isByNumber) return readPageByNumber(tx, list.sort, slice)
  if (isSearch && !isFiltered(list.filters) && list.sort.field === undefined)
    return readFoundPatients(tx, list, slice)
  const [total, rows] = await Promise.all([
    isNarrowed ? countCapped(tx, selectMatchingPatients(tx, list)) : countPatients(tx),
    listPatientNumbers(tx, list, slice).then((numbers) => listPatientRows(tx, 'number', numbers)),
  ])
  if (!isNarrowed) return { rows, total, total_is_at_least: false }
  const seen = rows.length > 0 ? slice.offset + rows.length : 0
  return { rows, ...capTotal(total, seen) }
}

/** The whole list, a batch at a time, in its order. */
export async function* streamPatients(tx: Tx, list: PatientListRequest): AsyncGenerator<PatientRow[]> {
  const numbers = await listPatientNumbers(tx, list, wholeList)
  yield* streamBatches(numbers, (batch) => listPatientRows(tx, 'number', batch))
}

/** Patients are numbered without a gap, so any page, however deep, is a range of numbers. */
const compiledPagesByNumber = {
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
  const rows = await compiledPagesByNumber[toPatientSort(sort).order](tx, slice)
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
const compilePagesByField = (isLimited: boolean) => ({
  any: compileFoundPatients('any', isLimited),
  hn: compileFoundPatients('hn', isLimited),
  vn: compileFoundPatients('vn', isLimited),
  an: compileFoundPatients('an', isLimited),
  name: compileFoundPatients('name', isLimited),
  national_id: compileFoundPatients('national_id', isLimited),
  phone: compileFoundPatients('phone', isLimited),
})
/** For viewers to whom a record can be closed, and for all others. */
const compiledFoundPages = { limited: compilePagesByField(true), unlimited: compilePagesByField(false) }

async function readFoundPatients(
  tx: Tx,
  { viewer, search }: PatientListRequest,
  slice: Slice,
): Promise<Page<PatientRow>> {
  const typed = toSearchKeys(search)
  const pages = viewer.staffId === null ? compiledFoundPages.unlimited : compiledFoundPages.limited
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

/** The numbers of one slice of the list, in its order: a search that is not sorted has the nearest spelling first. */
function listPatientNumbers(tx: Tx, list: PatientListRequest, slice: Slice): Promise<number[]> {
  return list.sort.field === undefined && !isBlank(list.search)
    ? readNumbers(selectNearestPatients(tx, list), slice)
    : readSortedNumbers(tx, selectMatchingPatients(tx, list), toPatientSort(list.sort), slice)
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
    // Stored as its position, beginning at 1.
    const levels = filters.triage_level.map((level) => triageLevels.indexOf(level) + 1)
    conditions.push(eb('patients.triage_level', 'in', levels))
  }
  if (filters.gender?.length) conditions.push(eb('patients.gender', 'in', filters.gender))
  if (filters.notify_status) conditions.push(eb('patients.notify_status', '=', filters.notify_status))
  if (filters.device_status === 'none') conditions.push(eb('patients.device_status', 'is', null))
  else if (filters.device_status) conditions.push(eb('patients.device_status', '=', filters.device_status))
  return conditions
}

const sortColumns = {
  hn: { column: sql.ref('patients.hn'), isSparse: false },
  an: { column: sql.ref('patients.an'), isSparse: true },
  name: { column: sql.ref('patients.sort_name'), isSparse: false },
  sex: { column: sql.ref('patients.gender'), isSparse: false },
  // The code of the ward and the label of the bed; triggers keep it.
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

/** Addresses belong to the record: patients whose records are closed are left out. */
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
