import { formDelivery, importPublicKey, sealMessage, users } from 'contract'
import { expect } from 'vitest'
import type { SignedIn, TestPanel } from '../../src/testing.ts'

type Described = { op_id: string; record_id: string }

/** How the tablet of a person seals what they write, to be delivered when there is a signal. */
export async function startSealing(author: SignedIn) {
  const { key } = await author(formDelivery.sealingKey, {})
  if (!key) return expect.fail('there is no key')
  const publicKey = await importPublicKey(Uint8Array.from(Buffer.from(key.public_key, 'base64')))
  const { user_id: by, server_token: token } = author.session
  return {
    key_id: key._id,
    /** What a message says of its author. */
    stamp: { by, token },
    seal: (message: string | Uint8Array<ArrayBuffer>, place: Described) =>
      sealMessage(publicKey, message, { key_id: key._id, ...place }),
  }
}

export async function blockUser(panel: TestPanel, { session }: SignedIn): Promise<void> {
  const admin = await panel.as('admin')
  const { user } = await admin(users.get, { _id: session.user_id })
  await admin(users.decide, { _id: user._id, version: user.version, act: 'block', reason: 'ลาออก' })
}

/** What waits for a person because it came too late into a record. */
export const listReviews = async (reader: SignedIn, recordId: string) =>
  (await reader(formDelivery.reviews, {})).rows.filter(({ record_id }) => record_id === recordId)
