import type { DeviceKind } from 'contract'
import { sql } from 'kysely'
import type { HospitalContext } from '../../core/hospital-context.ts'
import { sqlArray, sqlRows } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'

/**
 * What a device reported about itself, or showed by sending a reading. `at` is in milliseconds, and never in the
 * future.
 */
export type DeviceStatusUpdate = {
  deviceId: string
  at: number
  status: 'connected' | 'disconnected'
  battery: number | null
  signal: number | null
  lat: number | null
  lang: number | null
  /** The message shows that the clock of the device, or of the gateway that heard it, is right. */
  isClockRight: boolean
}

/** For a device that is heard constantly, write `last_seen_at` at most this often. */
const freshenAfterMs = 5_000

type KnownStatus = Pick<DeviceStatusUpdate, 'status' | 'battery'> & {
  id: string
  last_seen_at: string | null
}

type ChangedStatus = {
  id: string
  kind: DeviceKind
  name: string
  status: 'connected' | 'disconnected' | null
  battery: number | null
  last_seen_at: string | null
  was_status: string | null
  was_battery: number | null
}

/**
 * Stores the newest status of each device; a status older than the stored one is ignored. Emits a live event when a
 * device connects, disconnects, or changes its battery level.
 */
export async function storeDeviceStatus(
  bedside: HospitalContext,
  updates: readonly DeviceStatusUpdate[],
): Promise<void> {
  if (updates.length === 0) return
  const { tx } = bedside
  const newest = mergeNewest(updates)
  const { rows: known } = await sql<KnownStatus>`
    select d.id, d.status, d.battery, d.last_seen_at
    from unnest(${sqlArray('uuid', [...newest.keys()])}) as given (id)
      join devices d on d.id = given.id and d.retired_at is null`.execute(tx)
  const newStatuses = known.flatMap((device) => {
    const update = newest.get(device.id)
    return update && isWorthStoring(update, device, Date.parse(bedside.now)) ? [update] : []
  })
  if (newStatuses.length === 0) return
  const { rows: changed } = await sql<ChangedStatus>`
    with heard as (
      select d.id, d.status as was_status, d.battery as was_battery, s.*
      from ${sqlRows('s', newStatuses, {
        device: ['uuid', (one) => one.deviceId],
        at: ['timestamptz', (one) => one.at],
        status: ['text', (one) => one.status],
        battery: ['smallint', (one) => one.battery],
        signal: ['smallint', (one) => one.signal],
        latitude: ['double precision', (one) => one.lat],
        longitude: ['double precision', (one) => one.lang],
        is_clock_right: ['boolean', (one) => one.isClockRight],
      })}
        join devices d on d.id = s.device and d.retired_at is null
          and (d.last_seen_at is null or s.at >= d.last_seen_at or d.last_seen_at > ${bedside.now})
      order by d.id
      for update of d
    )
    update devices d
      set status = heard.status, last_seen_at = heard.at, battery = coalesce(heard.battery, d.battery),
        signal = coalesce(heard.signal, d.signal), latitude = coalesce(heard.latitude, d.latitude), longitude = coalesce(heard.longitude, d.longitude),
        located_at = case when heard.latitude is null then d.located_at else heard.at end,
        clock_right_at = case when heard.is_clock_right then heard.at else d.clock_right_at end
      from heard
      where d.id = heard.id
      returning d.id, d.kind, d.name, d.status, d.battery, d.last_seen_at, heard.was_status, heard.was_battery`.execute(
    tx,
  )
  const shown = changed.filter(
    (device) => device.status !== device.was_status || device.battery !== device.was_battery,
  )
  if (shown.length === 0) return
  const wearers = await findWearers(
    tx,
    shown.map(({ id }) => id),
  )
  bedside.emit({
    kind: 'device',
    devices: shown.map(({ id, kind, name, status, battery, last_seen_at }) => ({
      _id: id,
      kind,
      name,
      status,
      battery,
      last_seen_at,
      patient_id: wearers.get(id) ?? null,
    })),
  })
}

/** The current wearers of these devices. */
async function findWearers(tx: Tx, deviceIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ device_id: string; patient_id: string }>`
    select a.device_id, a.patient_id
    from unnest(${sqlArray('uuid', deviceIds)}) as given (id)
      join device_assignments a on a.device_id = given.id and upper_inf(a.during)`.execute(tx)
  return new Map(rows.map(({ device_id, patient_id }) => [device_id, patient_id]))
}

function mergeNewest(updates: readonly DeviceStatusUpdate[]): Map<string, DeviceStatusUpdate> {
  const newest = new Map<string, DeviceStatusUpdate>()
  for (const update of updates) {
    const known = newest.get(update.deviceId)
    if (!known) newest.set(update.deviceId, update)
    else if (known.at <= update.at) newest.set(update.deviceId, mergeStatus(known, update))
  }
  return newest
}

function isWorthStoring(
  update: DeviceStatusUpdate,
  { status, battery, last_seen_at }: KnownStatus,
  now: number,
): boolean {
  // Last seen in the future: the panel's own clock was ahead then.
  if (last_seen_at === null || Date.parse(last_seen_at) > now) return true
  const sinceMs = update.at - Date.parse(last_seen_at)
  const isOther =
    update.status !== status || (update.battery !== null && update.battery !== battery) || update.lat !== null
  return sinceMs > freshenAfterMs || (sinceMs >= 0 && isOther)
}

/** The newer status; what it leaves out is taken from the older one. */
function mergeStatus(older: DeviceStatusUpdate, newer: DeviceStatusUpdate): DeviceStatusUpdate {
  return {
    deviceId: newer.deviceId,
    at: newer.at,
    status: newer.status,
    battery: newer.battery ?? older.battery,
    signal: newer.signal ?? older.signal,
    lat: newer.lat ?? older.lat,
    lang: newer.lang ?? older.lang,
    isClockRight: newer.isClockRight,
  }
}
