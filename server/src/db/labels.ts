import type {
  BedLabel,
  DeviceLabel,
  MissionLabel,
  PatientLabel,
  PlaceLabel,
  ProfileLabel,
  StaffLabel,
  VehicleLabel,
  VisitLabel,
} from 'contract'
import { type RawBuilder, sql } from 'kysely'

/** The label of the row of the table with this alias, or null if an outer join has found none. */
const selectOrNull = <Label>(alias: string, label: RawBuilder<Label>): RawBuilder<Label | null> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then ${label} end`

/** A member of staff as others see them, from the table with this alias in the query. */
export function selectStaffLabel(alias: string): RawBuilder<StaffLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'first_name', ${sql.ref(`${alias}.first_name`)},
    'last_name', ${sql.ref(`${alias}.last_name`)})`
}

export const selectStaffLabelOrNull = (alias: string) => selectOrNull(alias, selectStaffLabel(alias))

/** What a row of the table with this alias is called in both languages, as fields of an object. */
export const selectBothNames = (alias: string) =>
  sql`'name_en', ${sql.ref(`${alias}.name_en`)}, 'name_th', ${sql.ref(`${alias}.name_th`)}`

/** A ward as others name it, from the table with this alias. */
export function selectPlaceLabel(alias: string): RawBuilder<PlaceLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, ${selectBothNames(alias)})`
}

export const selectPlaceLabelOrNull = (alias: string) => selectOrNull(alias, selectPlaceLabel(alias))

/** A member of staff from columns: to build hundreds of JSON objects costs PostgreSQL more than to find the rows. */
export const toStaffLabel = (
  id: string | null,
  first_name: string | null,
  last_name: string | null,
): StaffLabel | null =>
  id === null || first_name === null || last_name === null ? null : { _id: id, first_name, last_name }

/** The same for a ward. */
export const toPlaceLabel = (
  id: string | null,
  name_en: string | null,
  name_th: string | null,
): PlaceLabel | null =>
  id === null || name_en === null || name_th === null ? null : { _id: id, name_en, name_th }

/** A bed as others name it, from the table with this alias, or null if an outer join has found none. */
export const selectBedLabelOrNull = (alias: string): RawBuilder<BedLabel | null> =>
  selectOrNull(
    alias,
    sql<BedLabel>`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'label', ${sql.ref(`${alias}.label`)})`,
  )

/** A vehicle, a team or an operation as others name it, from the table with this alias; a vehicle by its call sign. */
export function selectProfileLabel(
  alias: string,
  name: 'name' | 'call_sign' = 'name',
): RawBuilder<ProfileLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.${name}`)})`
}

export const selectProfileLabelOrNull = (alias: string, name: 'name' | 'call_sign' = 'name') =>
  selectOrNull(alias, selectProfileLabel(alias, name))

/** What a vehicle is called, from the table with this alias, as fields of an object. */
export const selectVehicleNames = (alias: string) =>
  sql`'call_sign', ${sql.ref(`${alias}.call_sign`)}, 'plate', ${sql.ref(`${alias}.plate`)},
    'class', ${sql.ref(`${alias}.class`)}`

/** A vehicle as others name it, from the table with this alias. */
export function selectVehicleLabel(alias: string): RawBuilder<VehicleLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, ${selectVehicleNames(alias)})`
}

export const selectVehicleLabelOrNull = (alias: string) => selectOrNull(alias, selectVehicleLabel(alias))

/** A visit as others name it, from the table with this alias. */
export function selectVisitLabel(alias: string): RawBuilder<VisitLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'vn', ${sql.ref(`${alias}.vn`)})`
}

/** A mission as others name it, from the table with this alias. */
export function selectMissionLabel(alias: string): RawBuilder<MissionLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'number', ${sql.ref(`${alias}.number`)})`
}

export const selectMissionLabelOrNull = (alias: string) => selectOrNull(alias, selectMissionLabel(alias))

/** What a device is called, from the table with this alias, as fields of an object. */
export const selectDeviceNames = (alias: string) =>
  sql`'kind', ${sql.ref(`${alias}.kind`)}, 'name', ${sql.ref(`${alias}.name`)}`

/** A device as others name it, from the table with this alias. */
export function selectDeviceLabel(alias: string): RawBuilder<DeviceLabel> {
  return sql`json_build_object('_id', ${sql.ref(`${alias}.id`)}, 'mac', ${sql.ref(`${alias}.mac`)},
    ${selectDeviceNames(alias)})`
}

export const selectDeviceLabelOrNull = (alias: string) => selectOrNull(alias, selectDeviceLabel(alias))

/** What a patient is called, from the table with this alias, as fields of an object. */
export const selectPatientNames = (alias: string) =>
  sql`'hn', ${sql.ref(`${alias}.hn`)}, 'title', ${sql.ref(`${alias}.title`)}, 'name', ${sql.ref(`${alias}.name`)},
    'surname', ${sql.ref(`${alias}.surname`)}`

/**
 * The patient `p` as others name them, with the ward `w` and the bed `b`, which need not exist, or with none if `ward`
 * is null; `more` are further fields of the object.
 */
export function selectPatientLabel({
  ward = 'w',
  bed = sql`b.label`,
  more,
}: {
  ward?: string | null
  bed?: RawBuilder<unknown>
  more?: RawBuilder<unknown>
} = {}): RawBuilder<PatientLabel> {
  return sql`json_build_object('_id', p.id, ${selectPatientNames('p')},
    'ward', ${ward === null ? sql`null` : selectPlaceLabelOrNull(ward)}, 'bed', ${bed}${more ? sql`, ${more}` : sql``})`
}
