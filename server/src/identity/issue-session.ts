import {
  computePermissions,
  isFormsOnly,
  type OpenedSession,
  type Result,
  type SecondStep,
  type StaffTypeCode,
  type signIn,
} from 'contract'
import { sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { queueMail } from '../notify/mail-queue.ts'
import { version } from '../process/version.ts'
import { ensureDeviceCookie } from './device-cookies.ts'
import { staffPermissionChanges } from './permissions.ts'
import { getFactorState, lockFactors } from './second-factor/factors.ts'
import { beginSecondStep } from './second-factor/second-step.ts'
import type { Site } from './second-factor/site.ts'
import { isSystemAdmin, openSession } from './session.ts'
import { knownForMs, parseUserAgent } from './user-agent.ts'

/** Where a user signs in from, and how. */
export type SignInContext = {
  readonly ipAddress: string
  /** What the browser says of itself; empty where it says nothing. */
  readonly userAgent: string
  readonly now: string
  readonly newId: () => string
  readonly sendsMail: boolean
  readonly site: Site
}

type StaffIdentity = { staffId: string; hospitalId: string }
/** The tokens that the browser got at earlier sign-ins. */
type ShownCookies = readonly string[]

/**
 * Opens a session for a user who has authenticated, in whichever way, or asks for the second factor if they have one.
 * Use `requireOpenedSession` for the reply, once the transaction has committed.
 */
export async function issueSession(
  tx: Tx,
  visit: SignInContext,
  whose: StaffIdentity,
  shown: ShownCookies = [],
): Promise<OpenedSession | SecondStep> {
  // A first factor that is being added meanwhile is either asked for here, or adding it ends this session.
  await lockFactors(tx, whose.staffId)
  const { isRequired, hasFactor } = await getFactorState(tx, whose.staffId)
  if (hasFactor) return beginSecondStep(tx, visit.site, { whose, now: visit.now })
  return completeSignIn(tx, visit, whose, { shown, mustAddFactor: isRequired })
}

/** The opened session. A second step is a failure from which the sign-in screen goes on. */
export function requireOpenedSession(signedOn: OpenedSession | SecondStep): OpenedSession {
  if ('challenge' in signedOn) throw new Failure('second-step-needed', { detail: signedOn })
  return signedOn
}

/** Opens a session for a user who has passed every required step. */
export async function completeSignIn(
  tx: Tx,
  visit: SignInContext,
  { staffId, hospitalId }: StaffIdentity,
  { shown = [], mustAddFactor = false }: { shown?: ShownCookies | undefined; mustAddFactor?: boolean },
): Promise<OpenedSession> {
  const { ipAddress, userAgent, now } = visit
  await tx
    .updateTable('staff')
    .set({ last_login_at: now, app_version: version })
    .where('id', '=', staffId)
    .execute()
  const isUnknown = await isUnfamiliarSignIn(tx, visit, staffId)
  const device = await ensureDeviceCookie(tx, { staffId, hospitalId }, { shown, now })
  const server_token = await openSession(tx, {
    staffId,
    hospitalId,
    ipAddress,
    userAgent,
    now,
    isUnknown,
    deviceHash: device.hash,
    mustAddFactor,
  })
  if (isUnknown && visit.sendsMail) {
    const { browser, system } = parseUserAgent(userAgent)
    await queueMail(tx, visit, hospitalId, {
      kind: 'sign-in',
      staff_id: staffId,
      browser,
      system,
      address: ipAddress,
      at: now,
    })
  }
  const { user, is_this_userform_user } = await describeSignedIn(tx, staffId, mustAddFactor)
  return { user: { ...user, server_token }, is_this_userform_user, device_cookie: device.token }
}

/**
 * Whether the sign-in comes from an IP address and a device that the account did not use in the last 90 days. False for
 * the very first sign-in, which has nothing to compare with.
 */
async function isUnfamiliarSignIn(
  tx: Tx,
  { ipAddress, userAgent, now }: SignInContext,
  staffId: string,
): Promise<boolean> {
  const { browser, system } = parseUserAgent(userAgent)
  const since = new Date(Date.parse(now) - knownForMs).toISOString()
  const { rows } = await sql<{ isUnknown: boolean }>`
    select exists (select from sessions where staff_id = ${staffId}) and not exists (
      select from sessions where staff_id = ${staffId} and address = ${ipAddress} and created_at > ${since}
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
      staffPermissionChanges.as('changed_permissions'),
      isSystemAdmin.as('is_system_admin'),
      'hospitals.logo_id',
    ])
    .where('staff.id', '=', staffId)
    .executeTakeFirstOrThrow()
  const staffType = row.staff_type as StaffTypeCode
  const permissions = computePermissions(staffType, row.is_form_user, row.changed_permissions)
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
    is_this_userform_user: isFormsOnly(permissions),
  }
}
