import { v7 as newId } from 'uuid'
import type { Root } from '../../src/db/database.ts'
import { createSenderKey } from '../../src/identity/sender.ts'

/** Adds a sender, and returns the API key with which a gateway sends. */
export async function addSender(root: Root, hospital_id: string): Promise<string> {
  const { key, keyHash, begins } = createSenderKey()
  const id = newId()
  const created_at = new Date().toISOString()
  await root.insertInto('senders').values({ id, hospital_id, name: 'Gateway', created_at }).execute()
  await root
    .insertInto('sender_keys')
    .values({ id: newId(), hospital_id, sender_id: id, key_hash: keyHash, begins, created_at })
    .execute()
  return key
}
