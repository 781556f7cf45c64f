import {
  formDelivery,
  type Input,
  importPublicKey,
  type missions,
  packPart,
  type SealedStepPart,
  sealMessage,
  users,
} from 'contract'
import { v7 as newId } from 'uuid'
import { expect } from 'vitest'
import type * as z from 'zod/mini'
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

/** A step that its author pressed while they were signed in, ready to be brought. */
export async function sealStep(
  panel: TestPanel,
  author: SignedIn,
  step: Input<typeof missions.report>,
  more: Partial<z.input<typeof SealedStepPart>> = {},
): Promise<Input<typeof missions.deliver>> {
  const { stamp, key_id, seal } = await startSealing(author)
  const op_id = step.event_id
  const part: z.input<typeof SealedStepPart> = {
    op_id,
    kind: 'mission-step',
    at: panel.clock().toISOString(),
    clock_offset_ms: 0,
    ...stamp,
    step,
    ...more,
  }
  // The tablet does not say of which mission it is.
  const record_id = newId()
  const message = await seal(packPart(part, new Uint8Array()), { record_id, op_id })
  return { op_id, record_id, key_id, sealed: new File([message], 'part') }
}

export async function blockUser(panel: TestPanel, { session }: SignedIn): Promise<void> {
  const admin = await panel.as('admin')
  const { user } = await admin(users.get, { _id: session.user_id })
  await admin(users.decide, { _id: user._id, version: user.version, act: 'block', reason: 'ลาออก' })
}

/** What waits for a person because it came too late into a record. */
export const listReviews = async (reader: SignedIn, recordId: string) =>
  (await reader(formDelivery.reviews, {})).rows.filter(({ record_id }) => record_id === recordId)
