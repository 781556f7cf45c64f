import { createHash } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from 'contract'
import type { Tx } from '../../db/database.ts'
import {
  beginChallenge,
  challengeLastsMs,
  dropExpiredChallenges,
  type FactorOwner,
  type Purpose,
  spendChallenge,
} from './challenges.ts'
import { issuerName, type Site } from './site.ts'

/** EdDSA, ES256 and RS256 by their COSE numbers (RFC 9053): every device supports one of them. */
const algorithms = [-8, -7, -257]

export function listPasskeys(tx: Tx, staffId: string, rpId: string) {
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
export async function createPasskeyRequest(
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
    extensions: { prf: {} },
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
