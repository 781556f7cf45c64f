import type { Root, Tx } from '../db/database.ts'
import { writeAuditWithCommit } from './write.ts'

const action = 'clock-set-back'

/** What the panel's clock showed after it was set back, and the place in the audit where it says so. */
export type ClockSetBack = { at: number; position: number }

/**
 * Writes into the audit that the panel's clock was set back: what follows is dated earlier than what stands before it.
 * The row belongs to no hospital, so that no call can write one, and it is sealed like all others.
 */
export function auditClockSetBack(tx: Tx, { id, at, byMs }: { id: string; at: string; byMs: number }): void {
  writeAuditWithCommit(tx, {
    id,
    at,
    hospitalId: null,
    staffId: null,
    action,
    outcome: 'ok',
    detail: { by_ms: Math.round(byMs) },
    address: null,
    requestId: null,
  })
}

export async function listClockSetBacks(root: Root): Promise<ClockSetBack[]> {
  const rows = await root
    .selectFrom('audit')
    .select(['at', 'position'])
    .where('hospital_id', 'is', null)
    .where('action', '=', action)
    .orderBy('position')
    .execute()
  return rows.map(({ at, position }) => ({ at: Date.parse(at), position }))
}
