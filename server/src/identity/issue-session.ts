import {
  type Opened,
  permissionsOf,
  type Result,
  type SecondStep,
  type StaffTypeCode,
  type signIn,
} from 'contract'
import { sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import { version } from '../core/version.ts'
import type { Tx } from '../db/database.ts'
import type { PublicContext } from '../http/handler.ts'
import { putLetter } from '../notify/mail-queue.ts'
import { keepDevice } from './device-cookies.ts'
import { changedOfStaff } from './permissions.ts'
import { beginSecondStep, lockOwner, standingOf } from './second-factor.ts'
import { isSystemAdmin, openSession } from './session.ts'
import { deviceOf, knownForMs } from './user-agent.ts'

/** From where somebody signs in: the context of a handler without a session. */
export type Visit = Pick<PublicContext, 'address' | 'userAgent' | 'now' | 'newId' | 'sendsMail' | 'site'>

type Somebody = { staffId: string; hospitalId: string }
/** The tokens that the browser got at earlier sign-ins. */
type Shown = readonly string[]

/**
 * Opens a session for a user who has authenticated, in whichever way, or asks for the second factor if they have one.
 * Use `openedOf` for the reply, once the transaction has committed.
 */
export async function signOn(
  tx: Tx,
  visit: Visit,
  whose: Somebody,
  shown: Shown = [],
): Promise<Opened | SecondStep> {
  // A first factor that is being added meanwhile is either asked for here, or adding it ends this session.
  await lockOwner(tx, whose.staffId)
  const { isRequired, hasFactor } = await standingOf(tx, whose.staffId)
  if (hasFactor) return beginSecondStep(tx, visit.site, { whose, now: visit.now })
  return openFor(tx, visit, whose, { shown, mustAddFactor: isRequired })
}

/** The opened session. A second step is a failure from which the sign-in screen goes on. */
export function openedOf(signedOn: Opened | SecondStep): Opened {
  if ('challenge' in signedOn) throw new Failure('second-step-needed', { detail: signedOn })
  return signedOn
}

/** Opens a session for a user who has passed every required step. */
export async function openFor(
  tx: Tx,
  visit: Visit,
  { staffId, hospitalId }: Somebody,
  { shown = [], mustAddFactor = false }: { shown?: Shown | undefined; mustAddFactor?: boolean },
): Promise<Opened> {
  const { address, userAgent, now } = visit
  await tx
    .updateTable('staff')
    .set({ last_login_at: now, app_version: version })
    .where('id', '=', staffId)
    .execute()
  const isUnknown = await isFromUnknown(tx, visit, staffId)
  const device = await keepDevice(tx, { staffId, hospitalId }, { shown, now })
  const server_token = await openSession(tx, {
    staffId,
    hospitalId,
    address,
    userAgent,
    now,
    isUnknown,
    deviceHash: device.hash,
    mustAddFactor,
  })
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
  const { user, is_this_userform_user } = await describeSignedIn(tx, staffId, mustAddFactor)
  return { user: { ...user, server_token }, is_this_userform_user, device_token: device.token }
}

/**
 * Whether the sign-in comes from an IP address and a device that the account did not use in the last 90 days. False for
 * the very first sign-in, which has nothing to compare with.
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

/** What the screens get about the signed-in user. */
export async function describeSignedIn(
  tx: Tx,
  staffId: string,
  mustAddFactor: boolean,
): Promise<Result<typeof signIn.whoAmI>> {
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
      'hospitals.idle_lock_minutes',
      changedOfStaff.as('changed_permissions'),
      isSystemAdmin.as('is_system_admin'),
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
      is_system_admin: row.is_system_admin,
      must_change_password: row.must_change_password,
      must_add_factor: mustAddFactor,
      idle_lock_minutes: row.idle_lock_minutes,
    },
    is_this_userform_user: permissions.every((permission) => permission === 'form:use'),
  }
}
