import {
  buildPermissionMatrix,
  isGranted,
  type Permission,
  type PermissionCell,
  type StaffTypeCode,
  staffTypes,
} from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'

/** Selects, for a row of `staff`, the hospital's changes for its staff type, by permission, whether it is granted. */
export const staffPermissionChanges = sql<Record<string, boolean>>`coalesce((
  select json_object_agg(c.permission, c.is_granted) from changed_permissions c
  where c.hospital_id = staff.hospital_id and c.staff_type_id = staff.staff_type_id), '{}')`

/** The cells in which the hospital's permissions differ from the standard. */
export async function listChangedCells(tx: Tx): Promise<PermissionCell[]> {
  const { rows } = await sql<PermissionCell>`
    select t.code as staff_type, c.permission, c.is_granted
    from changed_permissions c join staff_types t on t.id = c.staff_type_id
    order by t.position, c.permission`.execute(tx)
  return rows
}

/** The staff types of the hospital that have all of these permissions. */
export async function listGrantedStaffTypes(
  tx: Tx,
  ...needed: readonly Permission[]
): Promise<StaffTypeCode[]> {
  const matrix = buildPermissionMatrix(await listChangedCells(tx))
  return (Object.keys(staffTypes) as StaffTypeCode[]).filter((type) =>
    needed.every((permission) => isGranted(matrix, type, permission)),
  )
}

/**
 * Changes of users or permissions in one hospital run one after the other, so that at least one user who may make them
 * always remains.
 */
export async function lockAdministration(tx: Tx): Promise<void> {
  await tx.selectFrom('hospitals').select('id').forNoKeyUpdate().execute()
}

/** Whether a user of these staff types, other than `exceptId`, may sign in here. */
export async function hasActiveStaff(
  tx: Tx,
  types: readonly StaffTypeCode[],
  exceptId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    select from staff join staff_types on staff_types.id = staff.staff_type_id
    where staff_types.code = any(${sqlArray('text', types)}) and staff.status = 'approved' and not staff.is_form_user
      and (${exceptId}::uuid is null or staff.id <> ${exceptId})
    limit 1`.execute(tx)
  return rows.length > 0
}
