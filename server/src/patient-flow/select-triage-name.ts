import { type TriageLevel, triageLevels } from 'contract'
import { type RawBuilder, sql } from 'kysely'

/** The name of a level that a column has as its number, 1 to 5. */
export function selectTriageName(column: string): RawBuilder<TriageLevel | null> {
  return sql<TriageLevel | null>`(${sql.lit(`{${triageLevels.join(',')}}`)}::text[])[${sql.ref(column)}]`
}
