import { randomBytes } from 'node:crypto'
import type { Tx } from '../../db/database.ts'
import { hashToken } from '../session.ts'

export const challengeLastsMs = 5 * 60_000
/** Wrong answers that one challenge allows: enough to correct a typing error, too few to guess. */
const maxTriesPerChallenge = 5

export type Purpose =
  | 'second-step'
  | 'passkey'
  | 'totp-added'
  | 'passkey-added'
  | 'unlock'
  | 're-authentication'
/** The user of a challenge, if known; in a sign-in with a passkey alone the user is not known yet. */
export type FactorOwner = { staffId: string; hospitalId: string }

/** 256 random bits that exist only in the reply. A passkey signs them as they are. */
export async function beginChallenge(
  tx: Tx,
  {
    purpose,
    whose,
    now,
    sealSecret,
  }: {
    purpose: Purpose
    whose?: FactorOwner
    now: string
    /** Encrypts the secret of the challenge, bound to the given `place`. */
    sealSecret?: (place: string) => Buffer
  },
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashToken(token)
  const expires_at = new Date(Date.parse(now) + challengeLastsMs).toISOString()
  await tx
    .insertInto('sign_in_challenges')
    .values({
      token_hash,
      hospital_id: whose?.hospitalId ?? null,
      staff_id: whose?.staffId ?? null,
      purpose,
      secret: sealSecret?.(formatSealContext(token)) ?? null,
      created_at: now,
      expires_at,
    })
    .execute()
  return { token, expires_at }
}

/** The place to which the secret of a challenge is bound. */
export const formatSealContext = (token: string) => `challenge ${hashToken(token).toString('hex')}`

/** Deletes challenges that have expired. */
export async function dropExpiredChallenges(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute()
}

function selectOpenChallenge(tx: Tx, token: string, purpose: Purpose, now: string) {
  return tx
    .updateTable('sign_in_challenges')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
}

/** Counts a try at a challenge and returns its user; undefined if it has ended. */
export async function tryChallenge(
  tx: Tx,
  token: string,
  purpose: Purpose,
  now: string,
): Promise<FactorOwner | undefined> {
  const row = await selectOpenChallenge(tx, token, purpose, now)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tries', '<', maxTriesPerChallenge)
    .returning(['staff_id', 'hospital_id'])
    .executeTakeFirst()
  return row?.staff_id && row.hospital_id ? { staffId: row.staff_id, hospitalId: row.hospital_id } : undefined
}

/** Uses up a challenge. False if it has ended, or belongs to another user. */
export async function spendChallenge(
  tx: Tx,
  token: string,
  { purpose, staffId, now }: { purpose: Purpose; staffId?: string; now: string },
): Promise<boolean> {
  const spent = await selectOpenChallenge(tx, token, purpose, now)
    .set({ used_at: now })
    .where('staff_id', staffId === undefined ? 'is' : '=', staffId ?? null)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}
