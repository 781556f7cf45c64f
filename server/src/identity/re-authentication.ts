import type { ReAuthentication } from 'contract'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { spendChallenge } from './second-factor/challenges.ts'
import { verifyPasskey } from './second-factor/passkeys.ts'
import type { Site } from './second-factor/site.ts'
import type { Actor } from './session.ts'

/** The `prepare` of a call that needs re-authentication: a password is checked before the transaction. */
export async function checkSentPassword<Sent extends { re_authentication?: ReAuthentication | undefined }>(
  sent: Sent,
  { checkPassword }: { checkPassword: (password: string) => Promise<unknown> },
): Promise<Sent> {
  if (sent.re_authentication?.kind === 'password') await checkPassword(sent.re_authentication.password)
  return sent
}

/** Throws unless the caller has re-authenticated. */
export async function requireReAuthentication(
  { tx, actor, site, now }: { tx: Tx; actor: Actor; site: Site; now: string },
  re_authentication: ReAuthentication | undefined,
  purpose: 'unlock' | 're-authentication',
): Promise<void> {
  if (!re_authentication) throw new Failure('re-authentication-needed')
  if (re_authentication.kind === 'password') return
  const { challenge, response } = re_authentication
  const isOpen = await spendChallenge(tx, challenge, { purpose, staffId: actor._id, now })
  const whose = isOpen ? await verifyPasskey(tx, site, { challenge, response, now }) : undefined
  if (whose?.staffId !== actor._id) throw new Failure('passkey-refused')
}
