import type { Account, OwnSession, SignInAlert, StaffTypeCode } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectPlaceLabel } from '../../db/labels.ts'

export function getAccount(tx: Tx, id: string): Promise<Account> {
  return tx
    .selectFrom('staff')
    .innerJoin('staff_types', 'staff_types.id', 'staff.staff_type_id')
    .innerJoin('hospitals', 'hospitals.id', 'staff.hospital_id')
    .select([
      'staff.id as _id',
      'staff.first_name',
      'staff.last_name',
      'staff.email',
      'staff.country_code',
      'staff.phone',
      sql<StaffTypeCode>`staff_types.code`.as('staff_type'),
      'staff.is_form_user',
      selectPlaceLabel('hospitals').as('hospital'),
      'staff.photo_id',
      'staff.last_login_at',
      'staff.password_changed_at',
      'staff.created_at',
      'staff.version',
    ])
    .where('staff.id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Valid sessions of a user: used since `usedSince` and opened since `openedSince`. */
export function listSessions(
  tx: Tx,
  staffId: string,
  { tokenHash, usedSince, openedSince }: { tokenHash: Buffer; usedSince: string; openedSince: string },
): Promise<OwnSession[]> {
  return tx
    .selectFrom('sessions')
    .select([
      'id as _id',
      'browser',
      'system',
      sql<string | null>`host(address)`.as('address'),
      'created_at',
      'last_seen_at',
      sql<boolean>`token_hash = ${tokenHash}`.as('is_this'),
      'is_unknown',
    ])
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('last_seen_at', '>', usedSince)
    .where('created_at', '>', openedSince)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Whether the user had such a session to end. */
export async function endOwnSession(tx: Tx, staffId: string, id: string, now: string): Promise<boolean> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, ended_by: staffId })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return ended.numUpdatedRows === 1n
}

/**
 * Sign-ins from places where the account was not used before (a place is IP address, browser and system), as one
 * session sees them. A session sees only sign-ins that came after a sign-in from its own place, and from another place:
 * an intruder can confirm neither their own sign-in nor, from a second place, the first one.
 */
function selectUnknownSignIns(
  tx: Tx,
  staffId: string,
  { tokenHash, since }: { tokenHash: Buffer; since: string },
) {
  return tx
    .selectFrom('sessions as told')
    .where('told.staff_id', '=', staffId)
    .where('told.is_unknown', '=', true)
    .where('told.created_at', '>', since)
    .where(
      sql<boolean>`exists (
        select from sessions own join sessions known on known.staff_id = own.staff_id
          and known.address = own.address and known.browser is not distinct from own.browser
          and known.system is not distinct from own.system
        where own.token_hash = ${tokenHash} and known.created_at < told.created_at
          and (known.address, known.browser, known.system)
            is distinct from (told.address, told.browser, told.system))`,
    )
}

export function listAlerts(
  tx: Tx,
  staffId: string,
  asked: { tokenHash: Buffer; since: string },
): Promise<SignInAlert[]> {
  return selectUnknownSignIns(tx, staffId, asked)
    .select([
      'told.id as _id',
      'told.browser',
      'told.system',
      sql<string | null>`host(told.address)`.as('address'),
      'told.created_at',
    ])
    .orderBy('told.created_at', 'desc')
    .limit(20)
    .execute()
}

/** Whether this session could see the sign-in. */
export async function confirmSignIn(
  tx: Tx,
  staffId: string,
  id: string,
  asked: { tokenHash: Buffer; since: string },
): Promise<boolean> {
  const told = await selectUnknownSignIns(tx, staffId, asked)
    .select('told.id')
    .where('told.id', '=', id)
    .execute()
  if (told.length === 0) return false
  await tx.updateTable('sessions').set({ is_unknown: false }).where('id', '=', id).execute()
  return true
}
