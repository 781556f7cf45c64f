import { sql } from 'kysely'
import type { HospitalContext } from '../core/hospital-context.ts'
import { formatIso } from '../core/time.ts'
import { createColumnBuilder } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import type { TrackerPosition } from './measurement.ts'

/** A clock may be ahead of the panel's by so much; a position from later than that is of now. */
const aheadMs = 60_000
const keptMs = 30 * 24 * 60 * 60_000

/** Stores where vehicles are whose trackers said so. One whose device belongs to no vehicle concerns nobody. */
export async function storeTrackerPositions(
  { tx, hospitalId, now, newId, emit }: HospitalContext,
  positions: readonly TrackerPosition[],
): Promise<void> {
  if (positions.length === 0) return
  const latest = Date.parse(now) + aheadMs
  const column = createColumnBuilder(positions)
  const { rows } = await sql`
    insert into vehicle_positions (hospital_id, id, vehicle_id, at, received_at, latitude, longitude, source)
    select ${hospitalId}, p.id, v.id, p.at, ${now}, p.lat, p.lang, 'TRACKER'
    from unnest(${column('uuid', () => newId())}, ${column('text', (one) => one.mac)},
        ${column('timestamptz', ({ at }) => (at > latest ? now : formatIso(at)))},
        ${column('double precision', (one) => one.lat)}, ${column('double precision', (one) => one.lang)})
        as p (id, mac, at, lat, lang)
      join devices d on d.hospital_id = ${hospitalId} and d.mac = p.mac and d.retired_at is null
      join vehicles v on v.hospital_id = d.hospital_id and v.device_id = d.id
    on conflict do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return
  emit({ kind: 'missions-outdated' })
  emit({ kind: 'inbound-outdated' })
}

/** Deletes positions that are a month old. */
export async function dropOldPositions(tx: Tx, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - keptMs).toISOString()
  await tx.deleteFrom('vehicle_positions').where('received_at', '<', before).execute()
}
