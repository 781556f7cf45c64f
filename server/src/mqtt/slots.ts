import { sql } from 'kysely'
import { acrossHospitals, type Root, type Tx } from '../db/database.ts'

/**
 * The number of sessions of a hospital at its broker. A client acknowledges one message after the other, each when it
 * is committed; so one commit can hold at most as many messages as there are sessions.
 */
const slots = Array.from({ length: 8 }, (_, slot) => slot)

/** One process of the panel, from its start to its end. */
export type BridgeNode = { hospitalId: string; node: string }

/**
 * Records that the node is alive, and gives up or takes slots until the node has its share, as far as slots are free.
 * Returns its slots, valid for `leaseMs` from the call on. Slots that other nodes must give up are free when those
 * nodes renew.
 */
export function renewSlots(root: Root, { hospitalId, node }: BridgeNode, leaseMs: number): Promise<number[]> {
  return acrossHospitals(root, async (tx) => {
    await lockBridgeNodes(tx, hospitalId)
    await sql`
      delete from bridge_nodes
      where hospital_id = ${hospitalId} and node <> ${node} and alive_until <= now()`.execute(tx)
    await sql`
      insert into bridge_nodes (hospital_id, node, alive_until)
      values (${hospitalId}, ${node}, now() + ${leaseMs} * interval '1 ms')
      on conflict (hospital_id, node) do update set alive_until = excluded.alive_until`.execute(tx)
    const nodes = await tx
      .selectFrom('bridge_nodes')
      .select('node')
      .where('hospital_id', '=', hospitalId)
      .orderBy('node')
      .execute()
    const held = await tx
      .selectFrom('bridge_slots')
      .select(['slot', 'node'])
      .where('hospital_id', '=', hospitalId)
      .orderBy('slot')
      .execute()
    const own = held.flatMap((one) => (one.node === node ? one.slot : []))
    const free = slots.filter((slot) => !held.some((one) => one.slot === slot))
    const share = computeShare(
      nodes.findIndex((one) => one.node === node),
      nodes.length,
    )
    const given = own.slice(share)
    const taken = free.slice(0, Math.max(share - own.length, 0))
    if (given.length > 0)
      await tx
        .deleteFrom('bridge_slots')
        .where('hospital_id', '=', hospitalId)
        .where('slot', 'in', given)
        .execute()
    if (taken.length > 0)
      await tx
        .insertInto('bridge_slots')
        .values(taken.map((slot) => ({ hospital_id: hospitalId, slot, node })))
        .execute()
    return [...own.slice(0, share), ...taken]
  })
}

/** Frees the slots of the node. */
export async function leaveSlots(root: Root, { hospitalId, node }: BridgeNode): Promise<void> {
  await root
    .deleteFrom('bridge_nodes')
    .where('hospital_id', '=', hospitalId)
    .where('node', '=', node)
    .execute()
}

/** How many slots the node at this position among all nodes gets; the shares of all nodes add up to all slots. */
function computeShare(place: number, nodes: number): number {
  return Math.max(Math.ceil((slots.length - place) / nodes), 0)
}

/** Nodes renew one after the other. A node that loses power in the middle must not block the others. */
async function lockBridgeNodes(tx: Tx, hospitalId: string): Promise<void> {
  await sql`
    select set_config('idle_in_transaction_session_timeout', '2s', true),
      pg_advisory_xact_lock(hashtextextended(${`bridge ${hospitalId}`}, 0))`.execute(tx)
}
