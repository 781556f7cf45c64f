import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { type Requests, requestLimits } from './rules.ts'

/**
 * Stores a request for a new password and counts the recent ones. Requests of one e-mail or one network run one
 * after the other.
 */
export async function recordRequest(
  tx: Tx,
  {
    id,
    at,
    email,
    ipAddress,
    network,
  }: { id: string; at: string; email: string; ipAddress: string; network: string },
): Promise<Requests> {
  const since = new Date(Date.parse(at) - requestLimits.windowMs).toISOString()
  const dayBefore = new Date(Date.parse(at) - 86_400_000).toISOString()
  for (const key of [`password ${email}`, `password ${network}`].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(tx)
  await tx.deleteFrom('password_requests').where('at', '<', dayBefore).execute()
  await tx.insertInto('password_requests').values({ id, at, email, address: network }).execute()
  const { rows } = await sql<Requests>`
    select
      (select count(*) from password_requests where email = ${email} and address = ${network} and at > ${since})
        as "byEmailHere",
      (select count(*) from password_requests where email = ${email} and at > ${since}) as "byEmail",
      (select count(*) from password_requests where address = ${network} and at > ${since}) as "byIp",
      exists (
        select from staff join sessions on sessions.staff_id = staff.id
        where staff.email = ${email} and staff.status <> 'deleted' and sessions.address = ${ipAddress}
      ) as "isFamiliar"`.execute(tx)
  const [requests] = rows
  if (!requests) throw new Error('a count has one row')
  return requests
}

export function findActiveAccount(
  tx: Tx,
  email: string,
): Promise<{ id: string; hospital_id: string; status: string } | undefined> {
  return tx
    .selectFrom('staff')
    .select(['id', 'hospital_id', 'status'])
    .where('email', '=', email)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
}

/**
 * A link by the digest of its token, with its user. Locked until the transaction ends, because it can be used only
 * once.
 */
export function lockLink(tx: Tx, tokenHash: Buffer) {
  return tx
    .selectFrom('password_links')
    .innerJoin('staff', 'staff.id', 'password_links.staff_id')
    .select([
      'password_links.hospital_id',
      'password_links.staff_id',
      'password_links.expires_at',
      'password_links.used_at',
      'staff.first_name',
      'staff.email',
      'staff.status',
    ])
    .where('password_links.token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
}
