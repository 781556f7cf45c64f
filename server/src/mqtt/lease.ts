import { sql } from 'kysely'
import type { Root } from '../db/database.ts'

/** `node`: one process of the panel, from its start to its end. */
export type Lease = { hospitalId: string; node: string }

/**
 * Takes or renews the lease of a hospital's MQTT sessions. Returns whether the node holds it, for at least `leaseMs`
 * from the call on; no other node gets it in that time.
 */
export async function takeLease(root: Root, { hospitalId, node }: Lease, leaseMs: number): Promise<boolean> {
  const { rows } = await sql`
    insert into mqtt_leases as held (hospital_id, node, ends_at)
    values (${hospitalId}, ${node}, now() + ${leaseMs} * interval '1 ms')
    on conflict (hospital_id) do update set node = excluded.node, ends_at = excluded.ends_at
    where held.node = excluded.node or held.ends_at <= now()
    returning node`.execute(root)
  return rows.length > 0
}

/** Lets another node take the lease at once. */
export async function endLease(root: Root, { hospitalId, node }: Lease): Promise<void> {
  await root
    .deleteFrom('mqtt_leases')
    .where('hospital_id', '=', hospitalId)
    .where('node', '=', node)
    .execute()
}
