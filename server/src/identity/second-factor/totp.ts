import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../../db/database.ts'
import type { SecretBox } from '../secret-box.ts'
import { hashToken } from '../session.ts'
import { beginChallenge, type FactorOwner, formatSealContext, spendChallenge } from './challenges.ts'
import { issuerName } from './site.ts'

/** RFC 6238: codes of 30 s; the previous and the next step also count, because clocks differ. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 }
const totpWindow = 1
const secretBytes = 20

export async function beginTotp(
  tx: Tx,
  box: SecretBox,
  { whose, email, now }: { whose: FactorOwner; email: string; now: string },
): Promise<{ challenge: string; secret: string; uri: string }> {
  const secret = new Secret({ size: secretBytes })
  const { token } = await beginChallenge(tx, {
    purpose: 'totp-added',
    whose,
    now,
    sealSecret: (place) => box.seal(secret.bytes, place),
  })
  const uri = new TOTP({ ...totp, issuer: issuerName, label: email, secret }).toString()
  return { challenge: token, secret: secret.base32, uri }
}

/** The time step for which a code is right; undefined if it is wrong, or a code of that step was used before. */
function findTotpStep(secret: Uint8Array, code: string, now: string, lastStep: number): number | undefined {
  const timestamp = Date.parse(now)
  const delta = TOTP.validate({
    ...totp,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    token: code,
    timestamp,
    window: totpWindow,
  })
  if (delta === null) return undefined
  const step = TOTP.counter({ period: totp.period, timestamp }) + delta
  return step > lastStep ? step : undefined
}

/** Adds the app whose secret is in the challenge, if the code matches it. `ended`: there is no such challenge. */
export async function addTotp(
  tx: Tx,
  box: SecretBox,
  {
    challenge,
    code,
    name,
    whose,
    id,
    now,
  }: {
    challenge: string
    code: string
    name: string
    whose: FactorOwner
    id: string
    now: string
  },
): Promise<'added' | 'failed' | 'ended'> {
  const begun = await tx
    .selectFrom('sign_in_challenges')
    .select('secret')
    .where('token_hash', '=', hashToken(challenge))
    .where('purpose', '=', 'totp-added')
    .where('staff_id', '=', whose.staffId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!begun?.secret) return 'ended'
  const secret = box.open(begun.secret, formatSealContext(challenge))
  const step = findTotpStep(secret, code, now, 0)
  if (step === undefined) return 'failed'
  if (!(await spendChallenge(tx, challenge, { purpose: 'totp-added', staffId: whose.staffId, now })))
    return 'ended'
  await tx
    .insertInto('staff_factors')
    .values({
      id,
      hospital_id: whose.hospitalId,
      staff_id: whose.staffId,
      kind: 'totp',
      name,
      created_at: now,
      secret: box.seal(secret, id),
      // The code that confirms the app cannot also be used to sign in.
      last_step: step,
    })
    .execute()
  return 'added'
}

/**
 * Whether a code matches one of the user's apps, in a step that was not used before. The tries of one user run one
 * after the other.
 */
export async function verifyTotp(
  tx: Tx,
  box: SecretBox,
  { staffId, code, now }: { staffId: string; code: string; now: string },
): Promise<boolean> {
  const apps = await tx
    .selectFrom('staff_factors')
    .select(['id', 'secret', 'last_step'])
    .where('staff_id', '=', staffId)
    .where('kind', '=', 'totp')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, secret, last_step } of apps) {
    const step = secret && findTotpStep(box.open(secret, id), code, now, last_step ?? 0)
    if (!step) continue
    await tx
      .updateTable('staff_factors')
      .set({ last_step: step, last_used_at: now })
      .where('id', '=', id)
      .execute()
    return true
  }
  return false
}
