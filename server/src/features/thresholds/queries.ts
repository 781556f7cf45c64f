import type { ThresholdChange, Thresholds } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectStaffLabel } from '../../db/labels.ts'

/** Newest first. */
export async function listThresholdChanges(tx: Tx, limit: number): Promise<ThresholdChange[]> {
  const { rows } = await sql<ThresholdChange>`
    select v.id as _id, v.at, v.reason, v.changes,
      ${selectStaffLabel('s')} as by
    from threshold_versions v join staff s on s.id = v.staff_id
    order by v.version desc
    limit ${limit}`.execute(tx)
  return rows
}

type ThresholdVersion = {
  id: string
  hospitalId: string
  version: number
  now: string
  staffId: string
  reason: string
  thresholds: Thresholds
  changes: ThresholdChange['changes']
}

/** Whether the version was stored; false if somebody else has stored the same version meanwhile. */
export async function insertThresholdVersion(
  tx: Tx,
  { id, hospitalId, version, now, staffId, reason, thresholds, changes }: ThresholdVersion,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('threshold_versions')
    .values({
      id,
      hospital_id: hospitalId,
      version,
      at: now,
      staff_id: staffId,
      reason,
      thresholds: JSON.stringify(thresholds),
      changes: JSON.stringify(changes),
    })
    .onConflict((conflict) => conflict.columns(['hospital_id', 'version']).doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
