import { type RawBuilder, sql } from 'kysely'
import type { RowRange } from './pages.ts'

/** A row that was found; `place` is its place among those found, the nearest spelling first. */
export type Hit = { id: string; place: number }

/** The table of search keys, its column with the id of what is found, and a condition that limits which keys count. */
type Keys = {
  table: 'patient_search' | 'staff_search'
  id: 'patient_id' | 'staff_id'
  within?: RawBuilder<unknown>
}

/**
 * The rows with a key in one of the ranges, each a `(kind, beginning)`: nearest spelling first. At most `limit` keys of
 * each range are read.
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

export type CountedHit = Hit & { total: number }

/** A range of the hits, each with the number of them all. */
export function buildHitRange(hits: RawBuilder<Hit>, { limit, offset }: RowRange): RawBuilder<CountedHit> {
  return sql`(
    select id, place, count(*) over () as total from (${hits}) as found
    order by place limit ${limit} offset ${offset})`
}
