import { type RawBuilder, sql } from 'kysely'

/** An instant in JSON as `Date` writes it, to the millisecond. */
export function selectIsoText(column: string): RawBuilder<string> {
  return sql<string>`to_char(${sql.ref(column)}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
