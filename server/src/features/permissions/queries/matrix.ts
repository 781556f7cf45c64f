import type { PermissionCell, PermissionChange } from 'contract'
import { sql } from 'kysely'
import { sqlRows } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabel } from '../../../db/labels.ts'
import { staffTypeId } from '../../../reference/staff-types.ts'

export async function getPermissionVersion(tx: Tx): Promise<number> {
  const { version } = await tx
    .selectFrom('permission_versions')
    .select(sql<number>`coalesce(max(version), 0)`.as('version'))
    .executeTakeFirstOrThrow()
  return version
}

/** Newest first. */
export async function listPermissionChanges(tx: Tx, limit: number): Promise<PermissionChange[]> {
  const { rows } = await sql<PermissionChange>`
    select v.id as _id, v.at, v.reason, v.changes, ${selectStaffLabel('s')} as by
    from permission_versions v join staff s on s.id = v.staff_id
    order by v.version desc
    limit ${limit}`.execute(tx)
  return rows
}

type PermissionVersion = {
  id: string
  hospitalId: string
  version: number
  now: string
  staffId: string
  reason: string
  changes: PermissionChange['changes']
}

export async function insertPermissionVersion(
  tx: Tx,
  { id, hospitalId, version, now, staffId, reason, changes }: PermissionVersion,
): Promise<void> {
  await tx
    .insertInto('permission_versions')
    .values({
      id,
      hospital_id: hospitalId,
      version,
      at: now,
      staff_id: staffId,
      reason,
      changes: JSON.stringify(changes),
    })
    .execute()
}

/** Replaces the hospital's differences from the standard. */
export async function replaceChangedCells(
  tx: Tx,
  hospitalId: string,
  cells: readonly PermissionCell[],
): Promise<void> {
  await tx.deleteFrom('changed_permissions').execute()
  await sql`insert into changed_permissions (hospital_id, staff_type_id, permission, is_granted)
    select ${hospitalId}, staff_type_id, permission, is_granted
    from ${sqlRows('cell', cells, {
      staff_type_id: ['uuid', ({ staff_type }) => staffTypeId(staff_type)],
      permission: ['text', ({ permission }) => permission],
      is_granted: ['boolean', ({ is_granted }) => is_granted],
    })}`.execute(tx)
}
