import { permissionsOf, type Result, type StaffTypeCode, type signIn } from 'contract'
import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { deviceOf } from './device.ts'
import { putLetter } from './letters.ts'
import type { PublicContext } from './mount.ts'
import { changedOfStaff } from './permissions.ts'
import { openSession } from './session.ts'

/** Where an account was used is known for so long. */
export const knownForMs = 90 * 24 * 60 * 60_000

/** From where somebody comes: a handler's context that is nobody's yet. */
export type Visit = Pick<PublicContext, 'address' | 'userAgent' | 'now' | 'newId' | 'sendsMail'>

/** Opens a session for somebody who has shown who she is, in whichever way. */
export async function signOn(
  tx: Tx,
  visit: Visit,
  { staffId, hospitalId }: { staffId: string; hospitalId: string },
): Promise<Result<typeof signIn.signIn>> {
  const { address, userAgent, now } = visit
  await tx.updateTable('staff').set({ last_login_at: now }).where('id', '=', staffId).execute()
  const isUnknown = await isFromUnknown(tx, visit, staffId)
  const server_token = await openSession(tx, { staffId, hospitalId, address, userAgent, now, isUnknown })
  if (isUnknown && visit.sendsMail) {
    const { browser, system } = deviceOf(userAgent)
    await putLetter(tx, visit, hospitalId, {
      letter: 'sign-in',
      staff_id: staffId,
      browser,
      system,
      address,
      at: now,
    })
  }
  const { user, is_this_userform_user } = await describeSignedIn(tx, staffId)
  return { user: { ...user, server_token }, is_this_userform_user }
}

/**
 * Whether an account is used from an address and a device from which it was not in 90 days. The first time of all is
 * not: there is nothing that it could be unlike.
 */
async function isFromUnknown(tx: Tx, { address, userAgent, now }: Visit, staffId: string): Promise<boolean> {
  const { browser, system } = deviceOf(userAgent)
  const since = new Date(Date.parse(now) - knownForMs).toISOString()
  const { rows } = await sql<{ isUnknown: boolean }>`
    select exists (select from sessions where staff_id = ${staffId}) and not exists (
      select from sessions where staff_id = ${staffId} and address = ${address} and created_at > ${since}
        and browser is not distinct from ${browser} and system is not distinct from ${system}
    ) as "isUnknown"`.execute(tx)
  return rows[0]?.isUnknown ?? false
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
      'staff.must_change_password',
      'staff_types.code as staff_type',
      'hospitals.id as hospital_id',
      'hospitals.name_en',
      'hospitals.name_th',
      changedOfStaff.as('changed_permissions'),
      'hospitals.logo_id',
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
      hospital: {
        _id: row.hospital_id,
        name_en: row.name_en,
        name_th: row.name_th,
        logo_id: row.logo_id,
      },
      permissions: [...permissions],
      must_change_password: row.must_change_password,
    },
    is_this_userform_user: permissions.every((permission) => permission === 'form:use'),
  }
}
