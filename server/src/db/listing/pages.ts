import type { PageRequest } from 'contract'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { allInOrder } from '../all-in-order.ts'
import type { Tx } from '../database.ts'

export type Page<Row> = { rows: Row[] } & Total
export type Total = { total: number; total_is_at_least: boolean }

/** Which rows of an ordered list to read. */
export type RowRange = { limit: number; offset: number }

export const allRows: RowRange = { limit: 2_147_483_647, offset: 0 }

export function toRowRange({ page, number_of_rec }: PageRequest): RowRange {
  return { limit: number_of_rec, offset: (page - 1) * number_of_rec }
}

/** The end of a statement that reads one page. */
export function buildLimit(request: PageRequest): RawBuilder<unknown> {
  const { limit, offset } = toRowRange(request)
  return sql`limit ${limit} offset ${offset}`
}

/** All of these conditions; true if there is none. */
export function joinConditions(conditions: readonly Expression<SqlBool>[]): RawBuilder<SqlBool> {
  return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql`) and (`)})` : sql<SqlBool>`true`
}

/**
 * The total of a list. `from` is all that stands behind `from` in its statement. Without `most`, the list must be short
 * enough to be counted whole.
 */
export async function countRows(tx: Tx, from: RawBuilder<unknown>, most?: number): Promise<Total> {
  const counted = most === undefined ? from : sql`(select 1 from ${from} limit ${most + 1}) as found`
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${counted}`.execute(tx)
  return capTotal(rows[0]?.total ?? 0, most)
}

/** A page of a list of which the rows and the total were asked for together. */
export async function readPage<Row>(rows: Promise<Row[]>, total: Promise<Total>): Promise<Page<Row>> {
  const [found, counted] = await allInOrder([rows, total])
  return { rows: found, ...counted }
}

/** The total of a list whose rows were counted no further than one beyond `most`. */
export function capTotal(count: number, most = Number.POSITIVE_INFINITY): Total {
  return { total: Math.min(count, most), total_is_at_least: count > most }
}
