import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Root, Tx } from '../db/database.ts'
import { hashToken } from './session.ts'

/** A sender of readings. Only this module makes one, from a key that is not revoked. */
export type ReadingSender = {
  readonly _id: string
  readonly hospitalId: string
  readonly name: string
  readonly keyId: string
  /** The value that was stored last. */
  usedAt: string
}

const querySender = compileOnce((root, given: { keyHash: Buffer }) =>
  root
    .selectFrom('sender_keys')
    .innerJoin('senders', 'senders.id', 'sender_keys.sender_id')
    .select([
      'senders.id',
      'senders.hospital_id',
      'senders.name',
      'sender_keys.id as key_id',
      'sender_keys.last_used_at',
    ])
    .where('sender_keys.key_hash', '=', given.keyHash)
    .where('sender_keys.revoked_at', 'is', null),
)

/** Update `last_used_at` at most once a minute. */
const freshenAfterMs = 60_000

/** The sender with this key; undefined if the key is unknown or revoked. */
export async function findSender(root: Root, key: string, now: string): Promise<ReadingSender | undefined> {
  const [found] = await querySender(root, { keyHash: hashToken(key) })
  if (!found) return undefined
  const { id, hospital_id: hospitalId, name, key_id: keyId, last_used_at: usedAt } = found
  const sender = { _id: id, hospitalId, name, keyId, usedAt: usedAt ?? '' }
  await recordKeyUse(root, sender, now)
  return sender
}

/** Stores that a sender has used its key, at most once a minute. */
export async function recordKeyUse(root: Root, sender: ReadingSender, now: string): Promise<void> {
  if (Math.abs(Date.parse(now) - Date.parse(sender.usedAt)) <= freshenAfterMs) return
  sender.usedAt = now
  await root.updateTable('sender_keys').set({ last_used_at: now }).where('id', '=', sender.keyId).execute()
}

/** Lists the keys among these that are not revoked. */
export async function findActiveKeys(tx: Tx, keyIds: readonly string[]): Promise<Set<string>> {
  if (keyIds.length === 0) return new Set()
  const held = await tx
    .selectFrom('sender_keys')
    .select('id')
    .where(sql<boolean>`id = any(${sqlArray('uuid', [...new Set(keyIds)])})`)
    .where('revoked_at', 'is', null)
    .execute()
  return new Set(held.map(({ id }) => id))
}

/** A new key: 256 random bits that are shown once, the stored hash, and the first characters. */
export function createSenderKey(): { key: string; keyHash: Buffer; begins: string } {
  const key = `pk_${randomBytes(32).toString('base64url')}`
  return { key, keyHash: hashToken(key), begins: key.slice(0, 9) }
}
