import { sql } from 'kysely'
import type { TrackerPosition } from '../bedside/measurement.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { formatIso } from '../core/time.ts'
import { sqlRows } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'

/** A clock may be ahead of the panel's by so much; a position from later than that is of now. */
const aheadMs = 60_000
const keptMs = 30 * 24 * 60 * 60_000

/** Stores the positions that the trackers of vehicles sent. A tracker without a vehicle is only counted. */
export async function storeTrackerPositions(
  { tx, hospitalId, now, newId, emit }: HospitalContext,
  positions: readonly TrackerPosition[],
): Promise<void> {
  if (positions.length === 0) return
  const latest = Date.parse(now) + aheadMs
  const { rows } = await sql`
    insert into vehicle_positions (hospital_id, id, vehicle_id, at, received_at, latitude, longitude, source)
    select ${hospitalId}, p.id, v.id, p.at, ${now}, p.latitude, p.longitude, 'TRACKER'
    from ${sqlRows('p', positions, {
      id: ['uuid', () => newId()],
      mac: ['text', (one) => one.mac],
      at: ['timestamptz', ({ at }) => (at > latest ? now : formatIso(at))],
      latitude: ['double precision', (one) => one.lat],
      longitude: ['double precision', (one) => one.lang],
    })}
      join devices d on d.hospital_id = ${hospitalId} and d.mac = p.mac and d.retired_at is null
      join vehicles v on v.hospital_id = d.hospital_id and v.device_id = d.id
    on conflict do nothing
    returning id`.execute(tx)
  await countUnknownTrackers({ tx, hospitalId, now }, positions)
  if (rows.length === 0) return
  emit({ kind: 'missions-outdated' })
  emit({ kind: 'inbound-outdated' })
}

/** Somebody mistyped the tracker of a vehicle, or registered none: those who manage the vehicles see that it sends. */
async function countUnknownTrackers(
  { tx, hospitalId, now }: Pick<HospitalContext, 'tx' | 'hospitalId' | 'now'>,
  positions: readonly TrackerPosition[],
): Promise<void> {
  await sql`
    insert into unknown_trackers (hospital_id, mac, positions, first_at, last_at)
    select ${hospitalId}, p.mac, count(*), ${now}, ${now} from ${sqlRows('p', positions, { mac: ['text', (one) => one.mac] })}
    where not exists (select from devices d join vehicles v on v.hospital_id = d.hospital_id and v.device_id = d.id
      where d.hospital_id = ${hospitalId} and d.mac = p.mac and d.retired_at is null)
    group by p.mac order by p.mac
    on conflict (hospital_id, mac) do update set positions = unknown_trackers.positions + excluded.positions,
      last_at = greatest(unknown_trackers.last_at, excluded.last_at)`.execute(tx)
}

/** Deletes positions that are a month old, and trackers that belong to no vehicle and have sent nothing for a month. */
export async function dropOldPositions(tx: Tx, now: string): Promise<void> {
  const before = new Date(Date.parse(now) - keptMs).toISOString()
  await tx.deleteFrom('vehicle_positions').where('received_at', '<', before).execute()
  await tx.deleteFrom('unknown_trackers').where('last_at', '<', before).execute()
}
