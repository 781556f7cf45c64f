import * as z from 'zod/mini'
import { type StaffTypeCode, staffTypes } from '../wire/access.ts'
import { ById, type Endpoints, emptyReply, Id } from '../wire/endpoint.ts'
import { Instant, requiredText } from '../wire/fields.ts'

/** `totp` is an authenticator app, whose code changes every 30 seconds; `passkey` a key in a device or a phone. */
export const factorKinds = ['totp', 'passkey'] as const
export type FactorKind = (typeof factorKinds)[number]

export const Factor = z.object({
  _id: Id,
  kind: z.enum(factorKinds),
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type Factor = z.output<typeof Factor>

/** The most factors of one user: enough for a few devices, few enough to keep an overview. */
export const maxFactors = 10
export const recoveryCodeCount = 10

const base64UrlField = (max: number) =>
  z.string().check(z.regex(/^[\w-]+$/, { error: 'invalid', abort: true }), z.maxLength(max, 'too-long'))

/** Names a step that was begun, valid once and for five minutes: 256 random bits. A passkey signs the same bits. */
export const ChallengeToken = z.string().check(z.regex(/^[\w-]{43}$/, 'invalid'))

const transports = z.array(z.string().check(z.maxLength(30, 'too-long'))).check(z.maxLength(10, 'too-many'))
const KnownPasskey = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The options with which a browser creates a passkey (WebAuthn level 3, `PublicKeyCredentialCreationOptionsJSON`). */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(KnownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  /** The passkey can also encrypt what is written without a signal: only one that was made with this can. */
  extensions: z.object({ prf: z.object({}) }),
})
export type PasskeyCreationOptions = z.output<typeof PasskeyCreationOptions>

/** The options with which a browser asks for a passkey; without `allowCredentials` the user chooses one. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.optional(z.array(KnownPasskey)),
})
export type PasskeyRequestOptions = z.output<typeof PasskeyRequestOptions>

const credential = {
  id: base64UrlField(1400),
  rawId: base64UrlField(1400),
  type: z.literal('public-key'),
}

/** The browser's answer after a passkey was created. */
export const PasskeyRegistration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64UrlField(10_000),
    attestationObject: base64UrlField(100_000),
    transports: z._default(transports, []),
  }),
})
export type PasskeyRegistration = z.output<typeof PasskeyRegistration>

/** The browser's answer after a passkey was used. */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64UrlField(10_000),
    authenticatorData: base64UrlField(10_000),
    signature: base64UrlField(10_000),
    userHandle: z.optional(base64UrlField(100)),
  }),
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** Six digits, with or without a space in the middle. */
const AppCode = z.string('code-required').check(
  z.overwrite((text: string) => text.replace(/\s/g, '')),
  z.minLength(1, { error: 'code-required', abort: true }),
  z.regex(/^\d{6}$/, 'code-invalid'),
)

/** Sixteen letters and digits of Crockford's base 32, in whatever groups and case the user wrote them down. */
const RecoveryCode = z.string('code-required').check(
  z.overwrite((text: string) =>
    text.replace(/[\s-]/g, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1'),
  ),
  z.minLength(1, { error: 'code-required', abort: true }),
  z.regex(/^[0-9A-Z]{16}$/, 'recovery-code-invalid'),
)

export const secondSteps = ['passkey', 'totp', 'recovery-code'] as const
export type SecondStepKind = (typeof secondSteps)[number]

/** `detail` of the failure `second-step-needed`: the second factors that are possible after the right password. */
export const SecondStep = z.object({
  challenge: ChallengeToken,
  expires_at: Instant,
  steps: z.array(z.enum(secondSteps)),
  passkey: z.nullable(PasskeyRequestOptions),
})
export type SecondStep = z.output<typeof SecondStep>

export const SecondStepAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code: AppCode }),
  z.object({ kind: z.literal('recovery-code'), code: RecoveryCode }),
  z.object({ kind: z.literal('passkey'), response: PasskeyAssertion }),
])
export type SecondStepAnswer = z.output<typeof SecondStepAnswer>

/** Re-authentication: the user's password, or a passkey used now. */
export const ReAuthentication = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('password'),
    password: z
      .string('password-required')
      .check(z.minLength(1, 'password-required'), z.maxLength(128, 'too-long')),
  }),
  z.object({ kind: z.literal('passkey'), challenge: ChallengeToken, response: PasskeyAssertion }),
])
export type ReAuthentication = z.output<typeof ReAuthentication>

/**
 * Optional, because a user who must add a factor before anything else has only just signed in and is not asked again.
 */
const reAuthentication = z.optional(ReAuthentication)

const FactorName = requiredText('name-required', 60)
const AddedFactor = z.object({
  factor: Factor,
  /** They come with the first factor, are shown once, and stored only as hashes. */
  recovery_codes: z.nullable(z.array(z.string())),
})

const staffTypeCodes = Object.keys(staffTypes) as [StaffTypeCode]

/** With `idle_lock_minutes` 0, screens do not lock by themselves. */
export const SignInRules = z.object({
  second_factor_for: z.array(z.enum(staffTypeCodes)).check(z.maxLength(staffTypeCodes.length, 'too-many')),
  idle_lock_minutes: z.int('number-invalid').check(z.gte(0, 'number-invalid'), z.lte(120, 'number-invalid')),
})
export type SignInRules = z.output<typeof SignInRules>

/** The failures of a call that takes a `ReAuthentication`. */
export const reAuthenticationErrors = [
  're-authentication-needed',
  'password-wrong',
  'passkey-refused',
] as const

export const secondFactor = {
  list: {
    path: '/api/hospital_user/get_own_factors',
    summary: 'One’s own authenticator apps and passkeys, and how many recovery codes are left',
    access: 'session',
    patientData: false,
    allowedWhile: ['second-factor-needed'],
    byItself: true,
    body: emptyReply,
    reply: z.object({
      factors: z.array(Factor),
      recovery_codes_left: z.int(),
      is_required: z.boolean(),
      /** What can be added here: an app needs the panel's secret key, a passkey needs a URL with a domain name. */
      can_add: z.array(z.enum(factorKinds)),
    }),
  },
  beginTotp: {
    path: '/api/hospital_user/begin_totp',
    summary: 'The secret for an authenticator app, which counts once a code made with it was sent',
    access: 'session',
    patientData: false,
    allowedWhile: ['second-factor-needed'],
    body: z.object({ re_authentication: reAuthentication }),
    reply: z.object({ challenge: z.string(), secret: z.string(), uri: z.string(), qr_svg: z.string() }),
    errors: ['factor-impossible', 'too-many-factors', ...reAuthenticationErrors],
  },
  addTotp: {
    path: '/api/hospital_user/add_totp',
    summary: 'Add the authenticator app that gives this code',
    access: 'session',
    patientData: false,
    allowedWhile: ['second-factor-needed'],
    body: z.object({ challenge: ChallengeToken, code: AppCode, name: FactorName }),
    reply: AddedFactor,
    errors: ['second-step-failed', 'second-step-ended', 'too-many-factors'],
    success: 'factor-added',
  },
  beginPasskey: {
    path: '/api/hospital_user/begin_passkey',
    summary: 'What a browser needs to make a passkey',
    access: 'session',
    patientData: false,
    allowedWhile: ['second-factor-needed'],
    body: z.object({ re_authentication: reAuthentication }),
    reply: z.object({ options: PasskeyCreationOptions }),
    errors: ['factor-impossible', 'too-many-factors', ...reAuthenticationErrors],
  },
  addPasskey: {
    path: '/api/hospital_user/add_passkey',
    summary: 'Add the passkey that the browser made',
    access: 'session',
    patientData: false,
    allowedWhile: ['second-factor-needed'],
    body: z.object({ challenge: ChallengeToken, name: FactorName, response: PasskeyRegistration }),
    reply: AddedFactor,
    errors: ['passkey-refused', 'second-step-ended', 'too-many-factors'],
    success: 'factor-added',
  },
  rename: {
    path: '/api/hospital_user/rename_factor',
    summary: 'Give one of one’s own factors another name',
    access: 'session',
    patientData: false,
    body: z.object({ ...ById.shape, name: FactorName }),
    reply: z.object({ factor: Factor }),
    errors: ['not-found'],
    success: 'factor-renamed',
  },
  remove: {
    path: '/api/hospital_user/remove_factor',
    summary: 'Remove one of one’s own factors; with the last one the recovery codes go too',
    access: 'session',
    patientData: false,
    body: z.object({ ...ById.shape, re_authentication: reAuthentication }),
    reply: emptyReply,
    errors: ['not-found', 'last-factor', ...reAuthenticationErrors],
    success: 'factor-removed',
  },
  newRecoveryCodes: {
    path: '/api/hospital_user/new_recovery_codes',
    summary: 'Ten new recovery codes, shown once; the earlier ones no longer work',
    access: 'session',
    patientData: false,
    body: z.object({ re_authentication: reAuthentication }),
    reply: z.object({ recovery_codes: z.array(z.string()) }),
    errors: ['factor-impossible', ...reAuthenticationErrors],
  },
  reAuthenticationOptions: {
    path: '/api/hospital_user/get_re_authentication_options',
    summary:
      'What a browser needs to ask for a passkey of one’s own; null if the user has none for this domain',
    access: 'session',
    patientData: false,
    allowedWhile: ['second-factor-needed', 'session-locked'],
    byItself: true,
    body: z.object({ purpose: z.enum(['unlock', 're-authentication']) }),
    reply: z.object({ options: z.nullable(PasskeyRequestOptions) }),
  },
  resetFor: {
    path: '/api/hospital_user/reset_user_factors',
    summary: 'Remove every factor of a user who has lost them, and end the user’s sessions',
    access: 'user:manage',
    patientData: false,
    body: ById,
    reply: z.object({ removed: z.int() }),
    errors: ['not-found', 'own-account', 'beyond-own-rights'],
    success: 'factors-reset',
  },
  rules: {
    path: '/admin/get_sign_in_rules',
    summary: 'Who needs a second factor in this hospital, and when an idle screen locks',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: SignInRules,
  },
  updateRules: {
    path: '/admin/update_sign_in_rules',
    summary: 'Change who needs a second factor, from the next sign-in on, and when an idle screen locks',
    access: 'permission:manage',
    patientData: false,
    body: SignInRules,
    reply: SignInRules,
    errors: ['factor-impossible'],
    success: 'sign-in-rules-updated',
  },
} satisfies Endpoints
