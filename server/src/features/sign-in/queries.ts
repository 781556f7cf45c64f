import type { StaffTypeCode } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../../db/binary-array.ts'
import type { Tx } from '../../db/database.ts'
import { computeDeviceCutoff } from '../../identity/device-cookies.ts'
import { staffTypeId } from '../../reference/staff-types.ts'
import { type AttemptCounts, attemptLimits } from './rules.ts'

/** The right password does not reset failed second steps. */
type AttemptKind = 'password' | 'second-step'

export type SignInCandidate = {
  id: string
  hospital_id: string
  staff_type_id: string
  password_hash: string
  status: string
}

export type Applicant = {
  id: string
  hospital_id: string
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
  staff_type: StaffTypeCode
  password_hash: string
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
    .select((eb) => [
      'name_en',
      'name_th',
      'line_account',
      eb.fn.coalesce('help_phone', 'phone').as('phone'),
      'email',
    ])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/**
 * Counts the failed tries since `since` and stores this one, before the password is checked. The tries of one account
 * run one after the other, so that a burst cannot exceed the limit.
 */
export async function recordAttempt(
  tx: Tx,
  {
    id,
    at,
    kind,
    email,
    ipAddress,
    network,
    shown,
    since,
  }: {
    id: string
    at: string
    kind: AttemptKind
    email: string
    ipAddress: string
    network: string
    /** Digests of the browser's tokens, of any accounts. */
    shown: readonly Buffer[]
    since: string
  },
): Promise<AttemptCounts> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(tx)
  const { rows } = await sql<AttemptCounts>`
    select
      (select d.token_hash from device_cookies d join staff on staff.id = d.staff_id
        where staff.email = ${email} and staff.status <> 'deleted'
          and d.token_hash = any(${sqlArray('bytea', shown)}) and d.last_used_at > ${computeDeviceCutoff(at)}
          and ${attemptLimits.byDevice} > (select count(*) from sign_in_attempts failed
            where failed.kind = ${kind} and failed.device_hash = d.token_hash and failed.at > ${since})
        order by d.last_used_at desc limit 1) as "device",
      coalesce(max(tries) filter (where is_here), 0) as "byEmailHere",
      coalesce(sum(least(tries, ${attemptLimits.byEmailHere})), 0) as "byEmail",
      (select count(*) from sign_in_attempts where address = ${network} and at > ${since}
        and device_hash is null) as "byIp",
      exists (
        select from staff join sessions on sessions.staff_id = staff.id
        where staff.email = ${email} and staff.status <> 'deleted' and sessions.address = ${ipAddress}
      ) as "isFamiliar"
    from (
      select address = ${network} as is_here, count(*) as tries
      from sign_in_attempts where kind = ${kind} and email = ${email} and at > ${since}
        and device_hash is null
      group by address
    ) as by_ip`.execute(tx)
  const [tries] = rows
  if (!tries) throw new Error('a count has one row')
  const attempt = { id, at, kind, email, address: network, device_hash: tries.device }
  await tx.insertInto('sign_in_attempts').values(attempt).execute()
  return tries
}

/**
 * After a success, deletes the failed tries from the same browser or, without a known browser, from the same
 * network. Only failures in a row count; those from elsewhere were somebody else's.
 */
export async function deleteAttempts(
  tx: Tx,
  {
    kind,
    email,
    network,
    device,
    now,
  }: { kind: AttemptKind; email: string; network: string; device: Buffer | null; now: string },
): Promise<void> {
  await tx
    .deleteFrom('sign_in_attempts')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('kind', '=', kind),
          ...(device
            ? [eb('device_hash', '=', device)]
            : [eb('email', '=', email), eb('address', '=', network), eb('device_hash', 'is', null)]),
        ]),
        eb('at', '<', computePreviousDay(now)),
      ]),
    )
    .execute()
}

/**
 * Counts the registrations from a network since `since`, this one included. Those of one network run one after the
 * other.
 */
export async function recordRegistration(
  tx: Tx,
  { id, at, network, since }: { id: string; at: string; network: string; since: string },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`registration ${network}`}, 0))`.execute(tx)
  await tx.deleteFrom('registration_attempts').where('at', '<', computePreviousDay(at)).execute()
  await tx.insertInto('registration_attempts').values({ id, at, address: network }).execute()
  const { count } = await tx
    .selectFrom('registration_attempts')
    .select(sql<number>`count(*)`.as('count'))
    .where('address', '=', network)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

export async function findHospitalByCode(tx: Tx, code: string): Promise<string | null> {
  const row = await tx.selectFrom('hospitals').select('id').where('code', '=', code).executeTakeFirst()
  return row?.id ?? null
}

/**
 * Whether the account was created; false if the e-mail has one already. The status of the index is written as a
 * constant: a cached plan with a parameter cannot use the partial index.
 */
export async function insertPendingAccount(
  tx: Tx,
  { staff_type, ...person }: Applicant,
  now: string,
): Promise<boolean> {
  const made = await tx
    .insertInto('staff')
    .values({
      ...person,
      staff_type_id: staffTypeId(staff_type),
      status: 'pending',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').where('status', '<>', sql.lit('deleted')).doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

function computePreviousDay(now: string): string {
  return new Date(Date.parse(now) - 86_400_000).toISOString()
}

/** For a password from before the rules for passwords: the user can sign in and must first change it. */
export async function requireNewPassword(tx: Tx, staffId: string): Promise<void> {
  await tx.updateTable('staff').set({ must_change_password: true }).where('id', '=', staffId).execute()
}

export function findSignInCandidate(tx: Tx, email: string): Promise<SignInCandidate | undefined> {
  return tx
    .selectFrom('staff')
    .select(['id', 'hospital_id', 'staff_type_id', 'password_hash', 'status'])
    .where('email', '=', email)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
}

/** A user who may sign in; undefined if they were blocked since the sign-in began. */
export function findApprovedStaff(tx: Tx, staffId: string): Promise<{ email: string } | undefined> {
  return tx
    .selectFrom('staff')
    .select('email')
    .where('id', '=', staffId)
    .where('status', '=', 'approved')
    .executeTakeFirst()
}

/** Whether the user may still sign in; locked until the transaction ends. */
export async function lockApprovedStaff(tx: Tx, staffId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', staffId)
    .where('status', '=', 'approved')
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** The same, and that the password is still the one that was checked. */
export async function lockUnchangedCandidate(
  tx: Tx,
  { id, password_hash, staff_type_id }: Pick<SignInCandidate, 'id' | 'password_hash' | 'staff_type_id'>,
): Promise<boolean> {
  const held = await tx
    .selectFrom('staff')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .where('password_hash', '=', password_hash)
    .where('staff_type_id', '=', staff_type_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

export async function markSessionLocked(tx: Tx, tokenHash: Buffer, now: string): Promise<void> {
  await tx.updateTable('sessions').set({ locked_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function markSessionUnlocked(tx: Tx, tokenHash: Buffer): Promise<void> {
  await tx.updateTable('sessions').set({ locked_at: null }).where('token_hash', '=', tokenHash).execute()
}
