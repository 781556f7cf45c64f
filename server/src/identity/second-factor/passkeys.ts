import { createHash, randomBytes } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import {
  type Factor,
  type PasskeyAssertion,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  type PasskeyRequestOptions,
  recoveryCodeCount,
  type SecondStep,
} from 'contract'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Tx } from '../../db/database.ts'
import type { SecretBox } from '../secret-box.ts'
import { hashToken } from '../session.ts'

/**
 * The site of the caller's browser. A passkey is bound to `rpId`, the domain name of the panel without port; undefined
 * if there is none, because browsers make no passkey for a bare IP address.
 */
export type Site = { readonly rpId: string | undefined; readonly origins: readonly string[] }

const issuerName = 'Medical & Staff PANEL'
const challengeLastsMs = 5 * 60_000
/** Wrong answers that one challenge allows: enough to correct a typing error, too few to guess. */
const maxTriesPerChallenge = 5
/** RFC 6238: codes of 30 s; the previous and the next step also count, because clocks differ. */
const totp = { algorithm: 'SHA1', digits: 6, period: 30 }
const totpWindow = 1
const secretBytes = 20
/** EdDSA, ES256 and RS256 by their COSE numbers (RFC 9053): every device supports one of them. */
const algorithms = [-8, -7, -257]

// ── challenges ──────────────────────────────────────────────────────────────────────────────────────

export type Purpose = 'second-step' | 'passkey' | 'totp-added' | 'passkey-added' | 'unlock' | 'proof'
/** The user of a challenge, if known; in a sign-in with a passkey alone the user is not known yet. */
export type FactorOwner = { staffId: string; hospitalId: string }

/** 256 random bits that exist only in the reply. A passkey signs them as they are. */
export async function beginChallenge(
  tx: Tx,
  {
    purpose,
    whose,
    now,
    secretFor,
  }: {
    purpose: Purpose
    whose?: FactorOwner
    now: string
    /** Encrypts the secret of the challenge, bound to the given `place`. */
    secretFor?: (place: string) => Buffer
  },
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = hashToken(token)
  const expires_at = new Date(Date.parse(now) + challengeLastsMs).toISOString()
  await tx
    .insertInto('sign_in_challenges')
    .values({
      token_hash,
      hospital_id: whose?.hospitalId ?? null,
      staff_id: whose?.staffId ?? null,
      purpose,
      secret: secretFor?.(formatSealContext(token)) ?? null,
      created_at: now,
      expires_at,
    })
    .execute()
  return { token, expires_at }
}

const formatSealContext = (token: string) => `challenge ${hashToken(token).toString('hex')}`

/** Deletes challenges that have expired. */
export async function dropExpiredChallenges(tx: Tx, now: string): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute()
}

function selectOpenChallenge(tx: Tx, token: string, purpose: Purpose, now: string) {
  return tx
    .updateTable('sign_in_challenges')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
}

/** Counts a try at a challenge and returns its user; undefined if it has ended. */
export async function tryChallenge(
  tx: Tx,
  token: string,
  purpose: Purpose,
  now: string,
): Promise<FactorOwner | undefined> {
  const row = await selectOpenChallenge(tx, token, purpose, now)
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('tries', '<', maxTriesPerChallenge)
    .returning(['staff_id', 'hospital_id'])
    .executeTakeFirst()
  return row?.staff_id && row.hospital_id ? { staffId: row.staff_id, hospitalId: row.hospital_id } : undefined
}

/** Uses up a challenge. False if it has ended, or belongs to another user. */
export async function spendChallenge(
  tx: Tx,
  token: string,
  { purpose, staffId, now }: { purpose: Purpose; staffId?: string; now: string },
): Promise<boolean> {
  const spent = await selectOpenChallenge(tx, token, purpose, now)
    .set({ used_at: now })
    .where('staff_id', staffId === undefined ? 'is' : '=', staffId ?? null)
    .executeTakeFirst()
  return spent.numUpdatedRows === 1n
}

// ── authenticator apps ──────────────────────────────────────────────────────────────────────────────

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
    secretFor: (place) => box.seal(secret.bytes, place),
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

// ── passkeys ────────────────────────────────────────────────────────────────────────────────────────

function listPasskeys(tx: Tx, staffId: string, rpId: string) {
  return tx
    .selectFrom('staff_factors')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', staffId)
    .where('kind', '=', 'passkey')
    .where('rp_id', '=', rpId)
    .orderBy('id')
    .execute()
}

type KnownPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

const describePasskey = ({ credential_id, transports }: KnownPasskey) => ({
  id: credential_id ?? '',
  type: 'public-key' as const,
  transports: transports ?? [],
})

const decodeBase64Url = (token: string) => new Uint8Array(Buffer.from(token, 'base64url'))

/** Without `passkeys` the user chooses one that the device has for this site. */
async function createPasskeyRequest(
  token: string,
  rpId: string,
  passkeys?: readonly KnownPasskey[],
): Promise<PasskeyRequestOptions> {
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId, challenge: decodeBase64Url(token) })
  return {
    challenge,
    rpId,
    timeout: challengeLastsMs,
    userVerification: 'required',
    ...(passkeys && { allowCredentials: passkeys.map(describePasskey) }),
  }
}

/** What a browser needs for a sign-in with a passkey alone. */
export async function beginPasskeySignIn(tx: Tx, rpId: string, now: string): Promise<PasskeyRequestOptions> {
  await dropExpiredChallenges(tx, now)
  const { token } = await beginChallenge(tx, { purpose: 'passkey', now })
  return createPasskeyRequest(token, rpId)
}

/** What a browser needs to ask for a passkey of the user; undefined if they have none for this site. */
export async function requestPasskey(
  tx: Tx,
  { rpId }: Site,
  { purpose, whose, now }: { purpose: Purpose; whose: FactorOwner; now: string },
): Promise<PasskeyRequestOptions | undefined> {
  const passkeys = rpId === undefined ? [] : await listPasskeys(tx, whose.staffId, rpId)
  if (rpId === undefined || passkeys.length === 0) return undefined
  const { token } = await beginChallenge(tx, { purpose, whose, now })
  return createPasskeyRequest(token, rpId, passkeys)
}

export async function beginPasskeyRegistration(
  tx: Tx,
  rpId: string,
  { whose, person, now }: { whose: FactorOwner; person: { email: string; name: string }; now: string },
): Promise<PasskeyCreationOptions> {
  const { token } = await beginChallenge(tx, { purpose: 'passkey-added', whose, now })
  const known = await listPasskeys(tx, whose.staffId, rpId)
  const { challenge, rp, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: issuerName,
    rpID: rpId,
    userName: person.email,
    userDisplayName: person.name,
    // A digest, because a device shows the user id to anybody who holds it.
    userID: new Uint8Array(createHash('sha256').update(whose.staffId).digest()),
    challenge: decodeBase64Url(token),
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge,
    rp: { id: rp.id ?? rpId, name: rp.name },
    user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    timeout: challengeLastsMs,
    excludeCredentials: known.map(describePasskey),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

export async function addPasskey(
  tx: Tx,
  { rpId, origins }: Site,
  {
    challenge,
    response,
    name,
    whose,
    id,
    now,
  }: {
    challenge: string
    response: PasskeyRegistration
    name: string
    whose: FactorOwner
    id: string
    now: string
  },
): Promise<'added' | 'refused' | 'ended'> {
  if (!(await spendChallenge(tx, challenge, { purpose: 'passkey-added', staffId: whose.staffId, now })))
    return 'ended'
  if (rpId === undefined) return 'refused'
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!verified?.verified) return 'refused'
  const { credential } = verified.registrationInfo
  await tx
    .insertInto('staff_factors')
    .values({
      id,
      hospital_id: whose.hospitalId,
      staff_id: whose.staffId,
      kind: 'passkey',
      name,
      created_at: now,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: response.response.transports,
      rp_id: rpId,
    })
    .execute()
  return 'added'
}

/**
 * The user whose passkey answered this challenge, which the caller has to use up as well; undefined if the passkey is
 * unknown, was signed for another site, or its counter went back as that of a copy does. Concurrent uses of one passkey
 * run one after the other.
 */
export async function verifyPasskey(
  tx: Tx,
  { rpId, origins }: Site,
  { challenge, response, now }: { challenge: string; response: PasskeyAssertion; now: string },
): Promise<FactorOwner | undefined> {
  if (rpId === undefined) return undefined
  const passkey = await tx
    .selectFrom('staff_factors')
    .select(['id', 'staff_id', 'hospital_id', 'credential_id', 'public_key', 'counter'])
    .where('credential_id', '=', response.id)
    .where('rp_id', '=', rpId)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey?.credential_id || !passkey.public_key) return undefined
  const { userHandle, ...signed } = response.response
  const verified = await verifyAuthenticationResponse({
    response: {
      ...response,
      response: { ...signed, ...(userHandle === undefined ? {} : { userHandle }) },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: rpId,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter ?? 0,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  await tx
    .updateTable('staff_factors')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: now })
    .where('id', '=', passkey.id)
    .execute()
  return { staffId: passkey.staff_id, hospitalId: passkey.hospital_id }
}

// ── recovery codes ──────────────────────────────────────────────────────────────────────────────────

/** Crockford's base 32: no letter is mistaken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 80 random bits, for which a plain digest without salt is enough. */
function createRecoveryCode(): string {
  return Array.from(randomBytes(16), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Ten codes, in groups of four. The user's earlier codes no longer work. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { staffId, hospitalId }: FactorOwner,
  now: string,
): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode)
  await dropRecoveryCodes(tx, staffId)
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        code_hash: hashToken(code),
        hospital_id: hospitalId,
        staff_id: staffId,
        created_at: now,
      })),
    )
    .execute()
  return codes.map((code) => code.match(/.{4}/g)?.join('-') ?? code)
}

export async function dropRecoveryCodes(tx: Tx, staffId: string): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('staff_id', '=', staffId).execute()
}

export async function consumeRecoveryCode(
  tx: Tx,
  { staffId, code, now }: { staffId: string; code: string; now: string },
): Promise<boolean> {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('code_hash', '=', hashToken(code))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

export async function countRecoveryCodes(tx: Tx, staffId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('recovery_codes')
    .select(sql<number>`count(*)`.as('count'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

// ── the factors of a user, and whether one is required ──────────────────────────────────────────────

/** Locks a user's factors until the transaction ends. */
export async function lockFactors(tx: Tx, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`factors ${staffId}`}, 0))`.execute(tx)
}

export function listFactors(tx: Tx, staffId: string): Promise<Factor[]> {
  return tx
    .selectFrom('staff_factors')
    .select(['id as _id', sql<Factor['kind']>`kind`.as('kind'), 'name', 'created_at', 'last_used_at'])
    .where('staff_id', '=', staffId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Whether the hospital requires a second factor of the user, and whether they have one. */
export async function getFactorState(
  tx: Tx,
  staffId: string,
): Promise<{ isRequired: boolean; hasFactor: boolean }> {
  const { rows } = await sql<{ isRequired: boolean; hasFactor: boolean }>`
    select t.code = any(h.second_factor_for) as "isRequired",
      exists (select from staff_factors f where f.staff_id = s.id) as "hasFactor"
    from staff s join staff_types t on t.id = s.staff_type_id join hospitals h on h.id = s.hospital_id
    where s.id = ${staffId}`.execute(tx)
  const [standing] = rows
  if (!standing) throw new Error('somebody who signs in has a row')
  return standing
}

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
