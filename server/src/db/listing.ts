import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from './database.ts'
import type { Tables } from './tables.ts'

/** How many matches are counted. Beyond it a list says "200+": nobody reads on, and counting would be slow. */
export const maxCountedMatches = 200

export type Page<Row> = { rows: Row[]; total: number; total_is_at_least: boolean }
export type Paging = { page: number; number_of_rec: number }
export type Slice = { limit: number; offset: number }

export const wholeList: Slice = { limit: 2_147_483_647, offset: 0 }

export function toSlice({ page, number_of_rec }: Paging): Slice {
  return { limit: number_of_rec, offset: (page - 1) * number_of_rec }
}

/** The same as SQL at the end of a statement. */
export const buildLimit = ({ page, number_of_rec }: Paging) =>
  sql`limit ${number_of_rec} offset ${(page - 1) * number_of_rec}`

/** All of these conditions; true if there is none. */
export function joinConditions(conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql`) and (`)})` : sql<SqlBool>`true`
}

/** The total of a list that is short enough to be counted whole. `from` is all that follows `from` in its statement. */
export async function countRows(
  tx: Tx,
  from: RawBuilder<unknown>,
): Promise<Pick<Page<never>, 'total' | 'total_is_at_least'>> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(tx)
  return { total: rows[0]?.total ?? 0, total_is_at_least: false }
}

/** Whether the search is empty. Punctuation alone is a search, and one that finds nothing. */
export function isBlank({ value }: { value: string }): boolean {
  return value.trim() === ''
}

export function isFiltered(filters: object): boolean {
  return Object.values(filters).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== undefined,
  )
}

/** The total of a list whose rows were counted no further than one beyond the limit; at least `seen` rows exist. */
export function capTotal(count: number, seen = 0): Pick<Page<never>, 'total' | 'total_is_at_least'> {
  return {
    total: Math.max(Math.min(count, maxCountedMatches), seen),
    total_is_at_least: count > maxCountedMatches,
  }
}

export async function countCapped<Table extends keyof Tables>(
  tx: Tx,
  all: SelectQueryBuilder<Tables, Table, unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${all.limit(maxCountedMatches + 1)}) as counted`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Rows by their numbers: every index contains them, so skipped rows are not fetched. */
export type Matching<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, { number: number }>

/** A column that is empty in many rows is sparse; empty values are sorted last. */
export type Sort = { column: RawBuilder<unknown>; order: 'asc' | 'desc'; isSparse: boolean }

export async function readNumbers(
  matching: Pick<Matching<never>, 'limit'>,
  { limit, offset }: Slice,
): Promise<number[]> {
  const rows = await matching.limit(limit).offset(offset).execute()
  return rows.map((row) => row.number)
}

/**
 * Numbers of one slice, in order; among equal values the newest first when ascending. In a sparse column, rows with a
 * value come first, in either direction, and the others after them, the newest first. The rows with a value are read
 * once, even if they are only counted to find where the others begin.
 */
export async function readSortedNumbers<Table extends 'patients' | 'staff'>(
  tx: Tx,
  matching: Matching<Table>,
  { column, order, isSparse }: Sort,
  { limit, offset }: Slice,
): Promise<number[]> {
  const ordered = (all: Matching<Table>) =>
    all.orderBy(column, order).orderBy(sql.ref('number'), order === 'asc' ? 'desc' : 'asc')
  if (!isSparse) return readNumbers(ordered(matching), { limit, offset })
  const having = matching.where(sql<boolean>`${column} is not null`)
  const lacking = matching.where(sql<boolean>`${column} is null`).orderBy(sql.ref('number'), 'desc')
  const { rows } = await sql<{ number: number }>`
    with first as materialized (${ordered(having).limit(offset + limit)}),
      counted as (select count(*)::int as count from first)
    (select number from first offset ${offset})
    union all
    (${lacking}
      limit (select least(${limit}, ${offset + limit} - count) from counted)
      offset (select greatest(0, ${offset} - count) from counted))`.execute(tx)
  return rows.map((row) => row.number)
}

export type Hit = { id: string; place: number }

/**
 * Ids of the rows with a key in one of the ranges, each a `(kind, beginning)`: nearest spelling first. At most `limit`
 * keys of each range are read.
 */
export function buildNearestHits(
  { table, id, within = sql`true` }: Keys,
  ranges: readonly RawBuilder<unknown>[],
  limit: number | null,
): RawBuilder<Hit> {
  return sql`
    select id, min(place) as place
    from (
      select s.id, row_number() over () as place
      from (values ${sql.join(ranges)}) as range (kind, low)
      cross join lateral (
        select ${sql.ref(id)} as id from ${sql.table(table)}
        where ${within} and kind = range.kind
          and key >= range.low and key < range.low || U&'\\+10FFFF'
        order by key, ${sql.ref(id)}
        limit ${limit}
      ) as s
      where range.low <> ''
    ) as hits
    group by id`
}

type Keys = {
  table: 'patient_search' | 'staff_search'
  id: 'patient_id' | 'staff_id'
  within?: RawBuilder<unknown>
}

/** One slice of the hits, with their total. */
export function buildHitSlice(hits: RawBuilder<Hit>, { limit, offset }: Slice) {
  return sql<Hit & { total: number }>`(
    select id, place, count(*) over () as total from (${hits}) as found
    order by place limit ${limit} offset ${offset})`
}

export async function countHits(tx: Tx, hits: RawBuilder<Hit>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (${hits}) as found`.execute(tx)
  return rows[0]?.count ?? 0
}

const batchSize = 500

/**
 * A whole list in batches. All numbers are read first: a connection with an open cursor can answer nothing else, and
 * the cursor of a lost connection never answers again.
 */
export async function* streamBatches<Row>(
  numbers: readonly number[],
  rowsBy: (numbers: readonly number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < numbers.length; from += batchSize)
    yield await rowsBy(numbers.slice(from, from + batchSize))
}
