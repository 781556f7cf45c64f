import {
  createClient,
  type equipment,
  formDelivery,
  importPublicKey,
  type missions,
  packPart,
  sealMessage,
} from 'contract'
import { expect, signInByCall } from './fixtures.ts'

type Part = {
  op_id: string
  record_id: string
  described: { kind: string } & Record<string, unknown>
  picture?: Uint8Array
}

/** Brings what a paramedic made on a tablet in a session that nobody knows: it waits for a person. */
export async function bringDoubtful(
  origin: string,
  endpoint: typeof equipment.deliver | typeof missions.deliver,
  { described, picture = new Uint8Array(), ...place }: Part,
): Promise<void> {
  const { _id: user_id, server_token } = await signInByCall(origin, 'paramedic')
  const paramedic = createClient({ fetch, base: origin, session: () => ({ server_token, user_id }) })
  const { key } = await paramedic(formDelivery.sealingKey, {})
  if (!key) throw new Error('the panel has no key to seal to')
  const publicKey = await importPublicKey(Uint8Array.from(Buffer.from(key.public_key, 'base64')))
  const made = {
    op_id: place.op_id,
    at: new Date().toISOString(),
    clock_offset_ms: 0,
    by: user_id,
    token: 'never-given',
    ...described,
  }
  const message = await sealMessage(publicKey, packPart(made, picture), { key_id: key._id, ...place })
  const sealed = new File([message], 'part')
  expect((await paramedic(endpoint, { ...place, key_id: key._id, sealed })).outcome).toBe('waiting')
}
