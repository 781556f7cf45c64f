import type { Body, fleet, Result, Vehicle } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectNewestCheck } from '../../../ambulance/newest-check.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import {
  selectBothNames,
  selectDeviceLabelOrNull,
  selectProfileLabelOrNull,
  selectStaffLabelOrNull,
} from '../../../db/labels.ts'
import { buildLimit, countRows, joinConditions } from '../../../db/listing/pages.ts'
import { matchWords, type ProfileAuthor, type Standing, toStamp } from './profiles.ts'

const selectStatus = ({ today, checkCutoff }: Standing) => sql`vehicle_status(v, ${today}, ${checkCutoff})`

const vehicleRows = sql`vehicles v
  join provinces p on p.code = v.province
  left join teams t on t.id = v.default_team_id and t.deactivated_at is null
  left join devices d on d.id = v.device_id
  left join staff s on s.id = v.updated_by`

function selectVehicles(standing: Standing, where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<Vehicle> {
  return sql<Vehicle>`
    select v.id as _id, v.plate, v.call_sign, v.class, v.special_kind, v.brand, v.model, v.year, v.vin, v.certificate_number,
      v.certificate_expires_on, v.act_expires_on, v.tax_expires_on, v.insurance_expires_on, v.odometer, v.stretchers,
      v.has_negative_pressure, v.has_ventilator, v.has_incubator, v.base_name, v.latitude as lat, v.longitude as lang,
      v.out_reason, v.out_until, v.photo_id, v.deactivated_at is null as is_active, v.version, v.updated_at,
      json_build_object('code', p.code, ${selectBothNames('p')}) as province,
      ${selectProfileLabelOrNull('t')} as default_team,
      ${selectDeviceLabelOrNull('d')} as device,
      ${selectStatus(standing)} as status, ${selectNewestCheck('v')} as check, ${selectStaffLabelOrNull('s')} as updated_by
    from ${vehicleRows}
    where ${where}
    order by v.deactivated_at is not null, thai_sort_key(v.call_sign) collate "C", v.id ${limits}`
}

export async function listVehicles(
  tx: Tx,
  standing: Standing,
  query: Body<typeof fleet.vehicles>,
): Promise<Result<typeof fleet.vehicles>> {
  const columns = ['v.call_sign', 'v.plate', 'p.name_th', 'p.name_en', 'v.brand', 'v.model', 'v.base_name']
  const where = joinConditions([
    ...matchWords(
      query.search_value,
      columns.map((column) => sql.ref(column)),
    ),
    ...(query.with_inactive ? [] : [sql<SqlBool>`v.deactivated_at is null`]),
    ...(query.class ? [sql<SqlBool>`v.class = ${query.class}`] : []),
    ...(query.status ? [sql<SqlBool>`${selectStatus(standing)} = ${query.status}`] : []),
  ])
  const [{ rows }, total] = await Promise.all([
    selectVehicles(standing, where, buildLimit(query)).execute(tx),
    countRows(tx, sql`${vehicleRows} where ${where}`),
  ])
  return { rows, ...total }
}

export async function findVehicle(tx: Tx, standing: Standing, id: string): Promise<Vehicle | undefined> {
  const { rows } = await selectVehicles(standing, sql<SqlBool>`v.id = ${id}`).execute(tx)
  return rows[0]
}

type VehicleValues = Omit<Body<typeof fleet.saveVehicle>, '_id' | 'version' | 'photo' | 'is_out'> & {
  photo_id?: string | null
}

const toColumns = ({ lat, lang, ...values }: VehicleValues) => ({ ...values, latitude: lat, longitude: lang })

export async function insertVehicle(
  tx: Tx,
  id: string,
  values: VehicleValues,
  by: ProfileAuthor,
): Promise<void> {
  await tx
    .insertInto('vehicles')
    .values({ id, hospital_id: by.hospitalId, ...toColumns(values), ...toStamp(by) })
    .execute()
}

export async function updateVehicle(
  tx: Tx,
  id: string,
  values: VehicleValues,
  by: ProfileAuthor,
): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set(({ eb }) => ({ ...toColumns(values), ...toStamp(by), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function findVehiclePhoto(
  tx: Tx,
  id: string,
  size: 'small' | 'large',
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('vehicles')
    .innerJoin('photos', 'photos.id', 'vehicles.photo_id')
    .select(`photos.${size} as photo`)
    .where('vehicles.id', '=', id)
    .executeTakeFirst()
  return row?.photo
}

/** Devices in service that serve everybody, by name. */
export async function listTrackers(tx: Tx): Promise<Result<typeof fleet.trackers>['devices']> {
  const { rows } = await sql<Result<typeof fleet.trackers>['devices'][number]>`
    select id as _id, mac, name from devices where kind in ('gateway', 'box') and retired_at is null
    order by thai_sort_key(name) collate "C"`.execute(tx)
  return rows
}

/** Shown at most; whoever is behind them has more to do than to read a list. */
const mostUnknown = 20

/** Trackers that send positions and belong to no vehicle by now, those that sent last first. */
export async function listUnknownTrackers(tx: Tx): Promise<Result<typeof fleet.trackers>['unknown']> {
  const { rows } = await sql<Result<typeof fleet.trackers>['unknown'][number]>`
    select u.mac, u.positions, ${selectIsoText('u.first_at')} as first_at, ${selectIsoText('u.last_at')} as last_at
    from unknown_trackers u
    where not exists (select from devices d join vehicles v on v.hospital_id = d.hospital_id and v.device_id = d.id
      where d.hospital_id = u.hospital_id and d.mac = u.mac and d.retired_at is null)
    order by u.last_at desc, u.mac limit ${mostUnknown}`.execute(tx)
  return rows
}
