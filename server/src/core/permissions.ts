import {
  isGranted,
  matrixOf,
  type Permission,
  type PermissionCell,
  type StaffTypeCode,
  staffTypes,
} from 'contract'
import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** What the hospital changed for the staff type of a row of `staff`: by permission, whether it is granted. */
export const changedOfStaff = sql<Record<string, boolean>>`coalesce((
  select json_object_agg(c.permission, c.is_granted) from changed_permissions c
  where c.hospital_id = staff.hospital_id and c.staff_type_id = staff.staff_type_id), '{}')`

/** Where the table of who may do what differs from the standard. */
export async function changedCells(tx: Tx): Promise<PermissionCell[]> {
  const { rows } = await sql<PermissionCell>`
    select t.code as staff_type, c.permission, c.is_granted
    from changed_permissions c join staff_types t on t.id = c.staff_type_id
    order by t.position, c.permission`.execute(tx)
  return rows
}

/** The staff types of the hospital that have all of these permissions. */
export async function staffTypesWith(tx: Tx, ...needed: readonly Permission[]): Promise<StaffTypeCode[]> {
  const matrix = matrixOf(await changedCells(tx))
  return (Object.keys(staffTypes) as StaffTypeCode[]).filter((type) =>
    needed.every((permission) => isGranted(matrix, type, permission)),
  )
}

/**
 * Two who decide on users or on permissions of one hospital do so one after the other, so that somebody always
 * remains who may decide.
 */
export async function takeTurn(tx: Tx): Promise<void> {
  await tx.selectFrom('hospitals').select('id').forNoKeyUpdate().execute()
}

/** Whether somebody of these staff types may sign in here, somebody else than `exceptId`. */
export async function hasAnyOf(
  tx: Tx,
  types: readonly StaffTypeCode[],
  exceptId: string | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    select from staff join staff_types on staff_types.id = staff.staff_type_id
    where staff_types.code = any(${[...types]}) and staff.status = 'approved' and not staff.is_form_user
      and (${exceptId}::uuid is null or staff.id <> ${exceptId})
    limit 1`.execute(tx)
  return rows.length > 0
}
