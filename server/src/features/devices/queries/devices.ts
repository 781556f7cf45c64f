import {
  type Device,
  type DeviceKind,
  type deviceStatuses,
  type GlucoseUnit,
  type PageRequest,
  wearableKinds,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { buildLimit, countRows, joinConditions, readPage } from '../../../db/listing/pages.ts'
import { buildSearchConditions, devicesWithWearer, patientJoins, wearerLabel, wrongClock } from './rows.ts'

export type DeviceQuery = PageRequest & {
  search_value: string
  kind?: DeviceKind | undefined
  status?: (typeof deviceStatuses)[number] | 'never' | undefined
  is_worn?: boolean | undefined
  is_wearable?: true | undefined
  patient_id?: string | undefined
  with_retired: boolean
}

function selectDevices(where: RawBuilder<SqlBool>, limits = sql``): RawBuilder<Device> {
  return sql<Device>`
    select d.id as _id, d.mac, d.kind, d.name, d.model, d.glucose_unit, d.status, d.battery, d.signal, d.last_seen_at,
      ${wrongClock} as clock, ${wearerLabel} as wearer, lower(a.during) as worn_since, d.registered_at, d.retired_at
    from ${devicesWithWearer} ${patientJoins}
    where ${where}
    order by d.retired_at is not null, d.kind, d.name, d.id ${limits}`
}

export function listDevices(tx: Tx, query: DeviceQuery) {
  const { kind, status, is_worn, is_wearable, patient_id } = query
  const where = joinConditions([
    ...buildSearchConditions(query.search_value),
    ...(query.with_retired ? [] : [sql<SqlBool>`d.retired_at is null`]),
    ...(kind ? [sql<SqlBool>`d.kind = ${kind}`] : []),
    ...(status === undefined
      ? []
      : [status === 'never' ? sql<SqlBool>`d.status is null` : sql<SqlBool>`d.status = ${status}`]),
    ...(is_worn === undefined ? [] : [sql<SqlBool>`(a.id is not null) = ${is_worn}`]),
    ...(is_wearable ? [sql<SqlBool>`d.kind = any(${sqlArray('text', wearableKinds)})`] : []),
    ...(patient_id ? [sql<SqlBool>`a.patient_id = ${patient_id}`] : []),
  ])
  const devices = selectDevices(where, buildLimit(query))
  return readPage(
    devices.execute(tx).then(({ rows }) => rows),
    countRows(tx, sql`${devicesWithWearer} where ${where}`),
  )
}

/**
 * The last change of the panel's own clock within a day. A time in the future means that the clock was set back later.
 */
export async function findClockJump(tx: Tx, now: string): Promise<{ at: string; by_seconds: number } | null> {
  const { rows } = await sql<{ at: string; by_seconds: number }>`
    select at, round(by_ms / 1000)::int as by_seconds from clock_jumps
    where at > ${now}::timestamptz - interval '1 day'
    order by number desc limit 1`.execute(tx)
  return rows[0] ?? null
}

export async function findDevice(tx: Tx, id: string): Promise<Device | undefined> {
  const { rows } = await selectDevices(sql`d.id = ${id}`).execute(tx)
  return rows[0]
}

/** The device with the MAC address or IMEI: the one in service, or else the one that had it last. */
export async function findDeviceByMac(tx: Tx, mac: string): Promise<Device | undefined> {
  const { rows } = await selectDevices(sql`d.id = (
    select id from devices where mac = ${mac} order by retired_at desc nulls first limit 1)`).execute(tx)
  return rows[0]
}

export async function insertDevice(
  tx: Tx,
  device: {
    id: string
    hospitalId: string
    mac: string
    kind: DeviceKind
    name: string
    model: string | null
    glucose_unit: GlucoseUnit | null
    now: string
    staffId: string
  },
): Promise<void> {
  const { hospitalId, now, staffId, ...said } = device
  await tx
    .insertInto('devices')
    .values({ ...said, hospital_id: hospitalId, registered_at: now, registered_by: staffId })
    .execute()
}

/** The device, locked until the transaction ends. */
export async function lockDevice(tx: Tx, id: string) {
  const device = await tx
    .selectFrom('devices')
    .select(['id', 'mac', 'kind', 'name', 'model', 'glucose_unit', 'retired_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    device && {
      ...device,
      kind: device.kind as DeviceKind,
      glucose_unit: device.glucose_unit as GlucoseUnit | null,
    }
  )
}

export async function updateDevice(
  tx: Tx,
  id: string,
  changes: {
    name?: string | undefined
    model?: string | null | undefined
    glucose_unit?: GlucoseUnit | null | undefined
    retired_at?: string | null
  },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length === 0) return
  await tx.updateTable('devices').set(given).where('id', '=', id).execute()
}
