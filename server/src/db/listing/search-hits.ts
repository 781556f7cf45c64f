import { type RawBuilder, sql } from 'kysely'
import type { RowRange, Total } from './pages.ts'

/**
 * A row that was found; `place` is its place among those found, the nearest spelling first. `is_at_limit`: after its
 * key no more keys of the range were read.
 */
export type Hit = { id: string; place: number; is_at_limit: boolean | null }

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
    select id, min(place) as place, bool_or(nth = ${limit}) as is_at_limit
    from (
      select s.id, s.nth, row_number() over () as place
      from (values ${sql.join(ranges)}) as range (kind, low)
      cross join lateral (
        select id, row_number() over () as nth
        from (
          select ${sql.ref(id)} as id from ${sql.table(table)}
          where ${within} and kind = range.kind
            and key >= range.low and key < range.low || U&'\\+10FFFF'
          order by key, ${sql.ref(id)}
          limit ${limit}
        ) as nearest
      ) as s
      where range.low <> ''
    ) as hits
    group by id`
}

export type CountedHit = Pick<Hit, 'id' | 'place'> & Total

/**
 * A range of the hits, each with the number of them all. One row may have many keys, so the keys can reach their limit
 * while the rows are few: then there may be more rows.
 */
export function buildHitRange(hits: RawBuilder<Hit>, { limit, offset }: RowRange): RawBuilder<CountedHit> {
  return sql`(
    select id, place, count(*) over () as total, coalesce(bool_or(is_at_limit) over (), false) as total_is_at_least
    from (${hits}) as found
    order by place limit ${limit} offset ${offset})`
}
