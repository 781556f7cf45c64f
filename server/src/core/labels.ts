import type { StaffLabel } from 'contract'
import { type RawBuilder, sql } from 'kysely'

/** Somebody of the staff as others are told of her, from the table that stands in the query under this name. */
export function staffLabel(alias: string): RawBuilder<StaffLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'first_name', ${sql.ref(`${alias}.first_name`)},
    'last_name', ${sql.ref(`${alias}.last_name`)})`
}

/** The same where it may be nobody. */
export function staffLabelOrNull(alias: string): RawBuilder<StaffLabel | null> {
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then ${staffLabel(alias)} end`
}
