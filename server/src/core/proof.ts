import type { Proof } from 'contract'
import { Failure } from './failure.ts'
import type { Before, Context } from './handler.ts'
import { spendChallenge, takePasskey } from './second-factor.ts'

/** The `prepare` of a call that asks once more who somebody is: a password is looked at before the transaction. */
export async function provePasswordFirst<Sent extends { proof?: Proof | undefined }>(
  sent: Sent,
  { prove }: Before,
): Promise<Sent> {
  if (sent.proof?.kind === 'password') await prove(sent.proof.password)
  return sent
}

/** Throws unless it was proved that it is still the actor who makes the call. */
export async function requireProof(
  { tx, actor, site, now }: Context,
  proof: Proof | undefined,
  purpose: 'unlock' | 'proof',
): Promise<void> {
  if (!proof) throw new Failure('proof-needed')
  if (proof.kind === 'password') return
  const { challenge, response } = proof
  const isOpen = await spendChallenge(tx, challenge, { purpose, staffId: actor._id, now })
  const whose = isOpen ? await takePasskey(tx, site, { challenge, response, now }) : undefined
  if (whose?.staffId !== actor._id) throw new Failure('passkey-refused')
}
