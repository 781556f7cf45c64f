import type { Proof } from 'contract'
import { Failure } from '../core/failure.ts'
import type { Before, Context } from '../http/handler.ts'
import { spendChallenge, takePasskey } from './second-factor.ts'

/** The `prepare` of a call that needs re-authentication: a password is checked before the transaction. */
export async function provePasswordFirst<Sent extends { proof?: Proof | undefined }>(
  sent: Sent,
  { prove }: Before,
): Promise<Sent> {
  if (sent.proof?.kind === 'password') await prove(sent.proof.password)
  return sent
}

/** Throws unless the caller has re-authenticated. */
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
