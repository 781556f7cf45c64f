import type { SecondStep } from 'contract'
import type { Tx } from '../../db/database.ts'
import { beginChallenge, dropExpiredChallenges, type FactorOwner } from './challenges.ts'
import { listFactors } from './factors.ts'
import { createPasskeyRequest, listPasskeys } from './passkeys.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import type { Site } from './site.ts'

/** The second factors that are possible after the right password, for a user who has a factor. */
export async function beginSecondStep(
  tx: Tx,
  site: Site,
  { whose, now }: { whose: FactorOwner; now: string },
): Promise<SecondStep> {
  await dropExpiredChallenges(tx, now)
  const { staffId } = whose
  const factors = await listFactors(tx, staffId)
  const passkeys = site.rpId === undefined ? [] : await listPasskeys(tx, staffId, site.rpId)
  const { token, expires_at } = await beginChallenge(tx, { purpose: 'second-step', whose, now })
  return {
    challenge: token,
    expires_at,
    steps: [
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
      ...(factors.some(({ kind }) => kind === 'totp') ? (['totp'] as const) : []),
      ...((await countRecoveryCodes(tx, staffId)) > 0 ? (['recovery-code'] as const) : []),
    ],
    passkey:
      site.rpId !== undefined && passkeys.length > 0
        ? await createPasskeyRequest(token, site.rpId, passkeys)
        : null,
  }
}
