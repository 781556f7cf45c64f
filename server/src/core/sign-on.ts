import { permissionsOf, type Result, type StaffTypeCode, type signIn } from 'contract'
import type { Tx } from './database.ts'
import { changedOfStaff } from './permissions.ts'
import { openSession } from './session.ts'

/** Opens a session for somebody who has shown who she is, in whichever way. */
export async function signOn(
  tx: Tx,
  given: { staffId: string; hospitalId: string; address: string; now: string },
): Promise<Result<typeof signIn.signIn>> {
  await tx.updateTable('staff').set({ last_login_at: given.now }).where('id', '=', given.staffId).execute()
  const server_token = await openSession(tx, given)
  const { user, is_this_userform_user } = await describeSignedIn(tx, given.staffId)
  return { user: { ...user, server_token }, is_this_userform_user }
}

/** What the screens are told of the one who is signed in. */
export async function describeSignedIn(tx: Tx, staffId: string): Promise<Result<typeof signIn.whoAmI>> {
  const row = await tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .innerJoin('hospitals', 'hospitals.id', 'staff.hospital_id')
    .select([
      'staff.id',
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.is_form_user',
      'staff_types.code as staff_type',
      'hospitals.id as hospital_id',
      'hospitals.name_en',
      'hospitals.name_th',
      changedOfStaff.as('changed_permissions'),
    ])
    .where('staff.id', '=', staffId)
    .executeTakeFirstOrThrow()
  const staffType = row.staff_type as StaffTypeCode
  const permissions = permissionsOf(staffType, row.is_form_user, row.changed_permissions)
  return {
    user: {
      _id: row.id,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      staff_type: staffType,
      hospital: { _id: row.hospital_id, name_en: row.name_en, name_th: row.name_th },
      permissions: [...permissions],
    },
    is_this_userform_user: permissions.every((permission) => permission === 'form:use'),
  }
}
