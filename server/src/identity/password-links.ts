import { randomBytes } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { hashToken } from './session.ts'

/**
 * Makes one link for each of these people, with which they choose a password, once. The tokens are 256 random bits
 * each.
 */
export async function createPasswordLinks(
  tx: Tx,
  staffIds: readonly string[],
  link: { hospitalId: string; now: string; forMs: number; by: string | null },
): Promise<Map<string, { token: string; expires_at: string }>> {
  const expires_at = new Date(Date.parse(link.now) + link.forMs).toISOString()
  const links = new Map(
    staffIds.map((id) => [id, { token: randomBytes(32).toString('base64url'), expires_at }]),
  )
  await tx
    .insertInto('password_links')
    .values(
      [...links].map(([staffId, { token }]) => ({
        token_hash: hashToken(token),
        hospital_id: link.hospitalId,
        staff_id: staffId,
        created_at: link.now,
        expires_at,
        created_by: link.by,
      })),
    )
    .execute()
  return links
}

/**
 * Ends every unused link of a user: an older link does not work beside a newer one. With `isMailed`, ends only the
 * links requested by e-mail: anybody can request one for any user, and that must not end a link from an admin.
 */
export async function endPasswordLinks(
  tx: Tx,
  staffId: string,
  now: string,
  { isMailed = false } = {},
): Promise<void> {
  await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .$if(isMailed, (links) => links.where('created_by', 'is', null))
    .execute()
}
