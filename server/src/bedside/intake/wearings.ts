import type { GlucoseUnit } from 'contract'
import { sql } from 'kysely'
import { formatIso } from '../../core/time.ts'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'

/** A device, and one span in which a patient wore it; `to` is null while they still do. Milliseconds. */
export type Wearing = {
  mac: string
  deviceId: string
  retiredAt: number | null
  glucoseUnit: GlucoseUnit | null
  patientId: string | null
  from: number
  to: number | null
}

/**
 * Until the transaction ends, no other transaction changes who wears a device, or assigns readings to wearers: a later
 * one finds what this one stored, and this one finds who wears the device. No other transaction stores readings either,
 * so that a reading that arrives twice at once is not stored both at its told time and at a corrected one.
 */
export async function lockWearers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${wearersLockKey})`.execute(tx)
}

const wearersLockKey = sql`hashtextextended('wearers ' || current_hospital(), 0)`

/**
 * Until the transaction ends, no other transaction changes who wears a device, or moves the time of a reading that this
 * one stores. In a statement of its own: the next statement sees what was committed while this one waited.
 */
export async function lockWearersShared(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${wearersLockKey})`.execute(tx)
}

/** The devices with these MACs, and their spans that touch one of the times (milliseconds); without times, no spans. */
export async function findWearings(
  tx: Tx,
  macs: readonly string[],
  touching: { from: number; to: number } | undefined,
): Promise<Map<string, Wearing[]>> {
  if (macs.length === 0) return new Map()
  const during = touching ? `[${formatIso(touching.from)},${formatIso(touching.to)}]` : 'empty'
  const { rows } = await sql<{
    mac: string
    device_id: string
    retired_at: string | null
    glucose_unit: GlucoseUnit | null
    patient_id: string | null
    begins: string | null
    ends: string | null
  }>`
    select d.mac, d.id as device_id, d.retired_at, d.glucose_unit, a.patient_id, lower(a.during) as begins, upper(a.during) as ends
    from unnest(${sqlArray('text', macs)}) as given (mac)
      join devices d on d.mac = given.mac
      left join device_assignments a on a.device_id = d.id and a.hospital_id = d.hospital_id
        and a.during && ${during}::tstzrange`.execute(tx)
  const wearings = rows.map((row) => ({
    mac: row.mac,
    deviceId: row.device_id,
    retiredAt: row.retired_at === null ? null : Date.parse(row.retired_at),
    glucoseUnit: row.glucose_unit,
    patientId: row.patient_id,
    from: row.begins === null ? 0 : Date.parse(row.begins),
    to: row.ends === null ? null : Date.parse(row.ends),
  }))
  return Map.groupBy(wearings, ({ mac }) => mac)
}
