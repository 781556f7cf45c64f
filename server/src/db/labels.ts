import type { StaffLabel } from 'contract'
import { type RawBuilder, sql } from 'kysely'

/** A member of staff as others see them, from the table with this alias in the query. */
export function staffLabel(alias: string): RawBuilder<StaffLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'first_name', ${sql.ref(`${alias}.first_name`)},
    'last_name', ${sql.ref(`${alias}.last_name`)})`
}

/** The same, or null if there is no such person. */
export function staffLabelOrNull(alias: string): RawBuilder<StaffLabel | null> {
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then ${staffLabel(alias)} end`
}
