import type { DeviceKind } from 'contract'
import { sql } from 'kysely'
import type { Bedside } from './context.ts'

/** What is known of a device from a message: by its address or its id. `at` is when, and never in the future. */
export type Sign = {
  mac: string | null
  deviceId: string | null
  at: string
  status: 'connected' | 'disconnected'
  battery: number | null
  signal: number | null
  lat: number | null
  lang: number | null
}

/** A device that is heard all the time is not written down each time: this often is often enough. */
const freshenAfter = '5 seconds'

type Changed = {
  id: string
  kind: DeviceKind
  name: string
  status: 'connected' | 'disconnected' | null
  battery: number | null
  last_seen_at: string | null
  patient_id: string | null
  was_status: string | null
  was_battery: number | null
}

/**
 * Keeps what devices say of themselves, the newest of each; what is older than what is known changes nothing. Tells
 * those who watch when a device comes, goes, or its battery changes; those are answered.
 */
export async function keepSigns(bedside: Bedside, signs: readonly Sign[]): Promise<Changed[]> {
  const newest = new Map<string, Sign>()
  for (const sign of signs) {
    const key = sign.deviceId ?? sign.mac ?? ''
    const known = newest.get(key)
    if (!known || known.at <= sign.at) newest.set(key, known ? overlaid(known, sign) : sign)
  }
  const rows = [...newest.values()]
  if (rows.length === 0) return []
  // By id and by address apart: no index serves a condition that has both.
  const { rows: changed } = await sql<Changed>`
    with s as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as s (mac text, "deviceId" uuid, at timestamptz,
        status text, battery int, signal int, lat float8, lang float8)
    ), named as (
      select d.id as device, s.* from s join devices d on d.id = s."deviceId"
      union all
      select d.id, s.* from s join devices d on d.mac = s.mac and d.retired_at is null where s."deviceId" is null
    ), said as (
      select d.id, d.status as was_status, d.battery as was_battery, named.*
      from named join devices d on d.id = named.device and d.retired_at is null
      where d.last_seen_at is null or named.at > d.last_seen_at + ${freshenAfter}::interval
        or (named.at >= d.last_seen_at and (d.status is distinct from named.status
          or coalesce(named.battery, d.battery) is distinct from d.battery or named.lat is not null))
      order by d.id
      for update of d
    )
    update devices d
      set status = said.status, last_seen_at = said.at, battery = coalesce(said.battery, d.battery),
        signal = coalesce(said.signal, d.signal), lat = coalesce(said.lat, d.lat), lang = coalesce(said.lang, d.lang),
        located_at = case when said.lat is null then d.located_at else said.at end
      from said
      where d.id = said.id
      returning d.id, d.kind, d.name, d.status, d.battery, d.last_seen_at, said.was_status, said.was_battery,
        (select a.patient_id from device_assignments a where a.device_id = d.id and upper_inf(a.during)) as patient_id`.execute(
    bedside.tx,
  )
  const told = changed.filter((one) => one.status !== one.was_status || one.battery !== one.was_battery)
  if (told.length > 0) {
    bedside.announce({
      kind: 'device',
      devices: told.map(({ id, kind, name, status, battery, last_seen_at, patient_id }) => ({
        _id: id,
        kind,
        name,
        status,
        battery,
        last_seen_at,
        patient_id,
      })),
    })
  }
  return told
}

/** The newer one, with what it says nothing of as the older one said it. */
function overlaid(older: Sign, newer: Sign): Sign {
  return {
    mac: newer.mac ?? older.mac,
    deviceId: newer.deviceId ?? older.deviceId,
    at: newer.at,
    status: newer.status,
    battery: newer.battery ?? older.battery,
    signal: newer.signal ?? older.signal,
    lat: newer.lat ?? older.lat,
    lang: newer.lang ?? older.lang,
  }
}
