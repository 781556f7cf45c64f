import {
  type PageRequest,
  type PatientFilters,
  type PatientListRequest,
  type PatientRow,
  triageLevels,
} from 'contract'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import { compileOnce } from '../../../db/compile-once.ts'
import type { Tx } from '../../../db/database.ts'
import {
  buildLimit,
  countRows,
  joinConditions,
  type Page,
  type RowRange,
  readPage,
  toRowRange,
} from '../../../db/listing/pages.ts'
import {
  isNarrowed,
  maxCountedMatches,
  SearchableList,
  type Sort,
} from '../../../db/listing/searchable-list.ts'
import type { Tables } from '../../../db/tables.ts'
import { selectChosenWards } from '../../../identity/followed-wards.ts'
import { selectClosedRecords, type Viewer } from '../../../identity/record-access.ts'
import { listPatientRows, selectPatientRows, toPatientRow } from './rows.ts'
import { buildFoundPatients, type SearchField, toSearchKeys } from './search.ts'

type PatientSelection = {
  viewer: Viewer
  /** The user whose wards are `mine`. */
  staffId: string
  filters: PatientFilters
  search: { field: SearchField; value: string }
  sort: { field: NonNullable<PatientListRequest['sort_field']> | undefined; order: 'asc' | 'desc' }
}

const patientList = new SearchableList({
  table: 'patients',
  buildConditions: ({ filters, staffId }: PatientSelection) => buildPatientConditions(filters, staffId),
  toSort: toPatientSort,
  toSearch: toPatientSearch,
  buildHits: buildFoundPatients,
  selectHitRows: (tx, hits) =>
    selectPatientRows(tx)
      .innerJoin(hits.as('hits'), 'hits.id', 'patients.id')
      .select(['hits.total', 'hits.total_is_at_least'])
      .orderBy('hits.place'),
  toRow: toPatientRow,
  listRows: (tx, numbers) => listPatientRows(tx, 'number', numbers),
})

function toPatientSearch({ viewer, search }: Pick<PatientSelection, 'viewer' | 'search'>) {
  return {
    scope: { field: search.field, mayBeClosed: viewer.staffId !== null },
    values: { ...toSearchKeys(search), ...viewer },
  }
}

/**
 * One page of the list. The whole list by registration is asked for most, so it has a statement of its own, compiled
 * once.
 */
export async function listPatients(
  tx: Tx,
  selection: PatientSelection,
  request: PageRequest,
): Promise<Page<PatientRow>> {
  const { field } = selection.sort
  if (!isNarrowed(selection) && (field === undefined || field === 'registered'))
    return readPageByNumber(tx, selection.sort, toRowRange(request))
  return patientList.readPage(tx, selection, request, () => countPatients(tx))
}

/** The whole list, a batch at a time, in its order. */
export function streamPatients(tx: Tx, selection: PatientSelection): AsyncGenerator<PatientRow[]> {
  return patientList.streamRows(tx, selection)
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
  sort: PatientSelection['sort'],
  range: RowRange,
): Promise<Page<PatientRow>> {
  const [rows, counted] = await Promise.all([
    compiledPagesByNumber[toPatientSort(sort).order](tx, range),
    // A page beyond the last has no row that tells the total.
    range.offset > 0 ? countPatients(tx) : 0,
  ])
  const total = rows[0]?.total ?? counted
  return { rows: rows.map(toPatientRow), total, total_is_at_least: false }
}

export async function countPatients(tx: Tx): Promise<number> {
  const row = await tx.selectFrom('patient_counts').select('patients').executeTakeFirst()
  return row?.patients ?? 0
}

function buildPatientConditions(filters: PatientFilters, staffId: string): Expression<SqlBool>[] {
  const eb = expressionBuilder<Tables, 'patients'>()
  const conditions = []
  if (filters.in_hospital === true) conditions.push(eb('patients.an', 'is not', null))
  if (filters.in_hospital === false) conditions.push(eb('patients.an', 'is', null))
  if (filters.ward?.length)
    conditions.push(sql<SqlBool>`patients.ward_id = any(${selectChosenWards(staffId, filters.ward)})`)
  if (filters.triage_level?.length) {
    // Stored as its position, beginning at 1.
    const levels = filters.triage_level.map((level) => triageLevels.indexOf(level) + 1)
    conditions.push(sql<SqlBool>`patients.triage_level = any(${sqlArray('smallint', levels)})`)
  }
  if (filters.gender?.length)
    conditions.push(sql<SqlBool>`patients.gender = any(${sqlArray('text', filters.gender)})`)
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

/**
 * Two orders run against their columns: the youngest have the latest birthday, and the patient registered last, who has
 * the highest number, comes first.
 */
function toPatientSort({ field, order }: PatientSelection['sort']): Sort {
  const backwards = order === 'asc' ? 'desc' : 'asc'
  if (field === undefined || field === 'registered') {
    return { column: sql.ref('patients.number'), order: backwards, isSparse: false }
  }
  if (field === 'age') return { column: sql.ref('patients.date_of_birth'), order: backwards, isSparse: true }
  return { ...sortColumns[field], order }
}

/** Addresses belong to the record: patients whose records are closed are left out. */
export function listLocated(
  tx: Tx,
  { viewer, staffId, filters, search }: Omit<PatientSelection, 'sort'>,
  request: PageRequest,
) {
  const { scope, values } = toPatientSearch({ viewer, search })
  const isFound = sql<SqlBool>`patients.id in (select id from (${buildFoundPatients(scope, values, null)}) as found)`
  const located = sql`patients where ${joinConditions([
    sql`patients.latitude is not null`,
    sql`patients.longitude is not null`,
    sql`patients.id not in ${selectClosedRecords(viewer)}`,
    ...(search.value.trim() === '' ? [] : [isFound]),
    ...buildPatientConditions(filters, staffId),
  ])}`
  const rows = selectPatientRows(tx)
    .select(['patients.latitude as lat', 'patients.longitude as lang', 'patients.province'])
    .where(
      'patients.id',
      'in',
      sql<string>`(select patients.id from ${located} order by patients.number desc ${buildLimit(request)})`,
    )
    .orderBy('patients.number', 'desc')
    .execute()
  return readPage(
    rows.then((found) =>
      found.map((row) => ({ ...toPatientRow(row), lat: row.lat ?? 0, lang: row.lang ?? 0 })),
    ),
    countRows(tx, located, maxCountedMatches),
  )
}
