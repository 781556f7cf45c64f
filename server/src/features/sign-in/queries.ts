import { sql } from 'kysely'
import type { Tx } from '../../core/database.ts'

export type Candidate = {
  id: string
  hospital_id: string
  staff_type_id: string
  password_hash: string
  status: string
}

export function listStaffTypes(tx: Tx) {
  return tx
    .selectFrom('staff_types')
    .select(['id as _id', 'name_en as en_name', 'name_th as th_name'])
    .orderBy('position')
    .execute()
}

/** The hospital whose help line the sign-in page shows: the first of the installation. */
export function findFirstHospital(tx: Tx) {
  return tx
    .selectFrom('hospitals')
    .select(['name_en', 'name_th', 'line_account', 'phone', 'email'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Counts the tries that failed since `since` and notes this one, before the password is looked at.
 * One account's tries take turns, so that a burst cannot slip past the limit.
 */
export async function noteAttempt(
  tx: Tx,
  attempt: { id: string; at: string; email: string; address: string; since: string },
): Promise<{ byEmail: number; byAddress: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${attempt.email}, 0))`.execute(tx)
  const counts = await sql<{ byEmail: number; byAddress: number }>`
    select
      (select count(*) from sign_in_attempts where email = ${attempt.email} and at > ${attempt.since}) as "byEmail",
      (select count(*) from sign_in_attempts where address = ${attempt.address} and at > ${attempt.since}) as "byAddress"
  `.execute(tx)
  await tx
    .insertInto('sign_in_attempts')
    .values({ id: attempt.id, at: attempt.at, email: attempt.email, address: attempt.address })
    .execute()
  return counts.rows[0] ?? { byEmail: 0, byAddress: 0 }
}

/** Only failures in a row count against an account. */
export async function forgetAttempts(tx: Tx, email: string, now: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempts')
    .where((eb) => eb.or([eb('email', '=', email), eb('at', '<', dayBefore(now))]))
    .execute()
}

function dayBefore(now: string): string {
  return new Date(Date.parse(now) - 86_400_000).toISOString()
}

export function findCandidate(tx: Tx, email: string): Promise<Candidate | undefined> {
  return tx
    .selectFrom('staff')
    .select(['id', 'hospital_id', 'staff_type_id', 'password_hash', 'status'])
    .where('email', '=', email)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
}

export async function noteLogin(tx: Tx, staffId: string, now: string): Promise<void> {
  await tx.updateTable('staff').set({ last_login_at: now }).where('id', '=', staffId).execute()
}

export function getSignedInUser(tx: Tx, staffId: string) {
  return tx
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
    ])
    .where('staff.id', '=', staffId)
    .executeTakeFirstOrThrow()
}
