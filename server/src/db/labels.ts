import type { PatientLabel, PlaceLabel, ProfileLabel, StaffLabel } from 'contract'
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

/** A ward as others name it, from the table with this alias. */
export function placeLabel(alias: string): RawBuilder<PlaceLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'name_en', ${sql.ref(`${alias}.name_en`)},
    'name_th', ${sql.ref(`${alias}.name_th`)})`
}

/** The same, or null if there is no such ward. */
export function placeLabelOrNull(alias: string): RawBuilder<PlaceLabel | null> {
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then ${placeLabel(alias)} end`
}

/** A vehicle, a team or an operation as others name it, from the table with this alias; a vehicle by its call sign. */
export function profileLabel(alias: string, name: 'name' | 'call_sign' = 'name'): RawBuilder<ProfileLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.${name}`)})`
}

/** The same, or null if there is no such profile. */
export function profileLabelOrNull(
  alias: string,
  name: 'name' | 'call_sign' = 'name',
): RawBuilder<ProfileLabel | null> {
  return sql`case when ${sql.ref(`${alias}.id`)} is not null then ${profileLabel(alias, name)} end`
}

/**
 * The patient `p` as others name them, with the ward `w` and the bed `b`, which need not exist; `more` are further fields
 * of the object.
 */
export function patientLabel({
  ward = 'w',
  bed = sql`b.label`,
  more,
}: {
  ward?: string
  bed?: RawBuilder<unknown>
  more?: RawBuilder<unknown>
} = {}): RawBuilder<PatientLabel> {
  return sql`json_build_object('_id', p.id, 'hn', p.hn, 'title', p.title, 'name', p.name, 'surname', p.surname,
    'ward', ${placeLabelOrNull(ward)}, 'bed', ${bed}${more ? sql`, ${more}` : sql``})`
}
