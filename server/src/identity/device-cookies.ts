import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { hashToken } from './session.ts'
import { knownForMs } from './user-agent.ts'

/** In how many browsers an account stays known. */
const maxDevicesPerAccount = 20

/** A token must have been used after this instant to be valid. */
export function computeDeviceCutoff(now: string): string {
  return new Date(Date.parse(now) - knownForMs).toISOString()
}

/**
 * Recognises the browser in which a user signs in: by a token that it sends, or else by a new token that it gets, 256
 * random bits that exist only in the reply. The caller must hold the lock on the account, as for opening a session.
 */
export async function ensureDeviceCookie(
  tx: Tx,
  { staffId, hospitalId }: { staffId: string; hospitalId: string },
  { shown, now }: { shown: readonly string[]; now: string },
): Promise<{ hash: Buffer; token: string | null }> {
  const since = computeDeviceCutoff(now)
  const known = await tx
    .updateTable('device_cookies')
    .set({ last_used_at: now })
    .where(sql<boolean>`token_hash = any(${sqlArray('bytea', shown.map(hashToken))})`)
    .where('staff_id', '=', staffId)
    .where('last_used_at', '>', since)
    .returning('token_hash')
    .executeTakeFirst()
  if (known) return { hash: known.token_hash, token: null }
  const token = randomBytes(32).toString('base64url')
  const hash = hashToken(token)
  await tx
    .insertInto('device_cookies')
    .values({
      token_hash: hash,
      hospital_id: hospitalId,
      staff_id: staffId,
      created_at: now,
      last_used_at: now,
    })
    .execute()
  await sql`
    delete from device_cookies where staff_id = ${staffId} and (last_used_at <= ${since} or token_hash in (
      select token_hash from device_cookies where staff_id = ${staffId}
      order by last_used_at desc, created_at desc offset ${maxDevicesPerAccount}
    ))`.execute(tx)
  return { hash, token }
}
