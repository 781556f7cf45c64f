import {
  type Client,
  errorCodes,
  type PasskeyRequestOptions,
  SecondStep,
  type SecondStepAnswer,
  type SessionToken,
  secondFactor,
  signIn,
  signInSteps,
} from 'contract'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { staffTypeId } from '../../src/reference/staff-types.ts'
import type { NewPerson, TestPanel } from '../../src/testing.ts'
import { findRefusal, getErrorName } from './refusal.ts'
import { SoftPasskey } from './soft-passkey.ts'

export const password = 'a password of this test'
export const re_authentication = { kind: 'password' as const, password }

export type Person = {
  call: Client
  id: string
  /** What the person types to sign in. */
  typed: { user_name: string; type: string; password: string }
}

/** A person who has a password and a session. */
export async function addPerson(
  panel: TestPanel,
  person: NewPerson,
): Promise<Person & { call: Client & { session: SessionToken } }> {
  const call = await panel.asNew({ ...person, password })
  const id = call.session.user_id
  const typed = { user_name: `${id}@test.hospital`, type: staffTypeId(person.staffType), password }
  return { call, id, typed }
}

export type App = {
  /** The code that the app shows at the panel's time, or so many steps of 30 s later. */
  code: (stepsLater?: number) => string
  recoveryCodes: string[]
  factorId: string
}

export async function addApp(panel: TestPanel, { call }: Pick<Person, 'call'>, isAsked = true): Promise<App> {
  const begun = await call(secondFactor.beginTotp, isAsked ? { re_authentication } : {})
  const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) })
  const code = (stepsLater = 0) => totp.generate({ timestamp: panel.clock().getTime() + stepsLater * 30_000 })
  const { challenge } = begun
  const added = await call(secondFactor.addTotp, { challenge, code: code(), name: 'Phone' })
  // The code that confirmed the app is used up.
  panel.wait(30_000)
  return { code, recoveryCodes: added.recovery_codes ?? [], factorId: added.factor._id }
}

export async function addPasskey({ call }: Pick<Person, 'call'>): Promise<SoftPasskey> {
  const passkey = new SoftPasskey()
  const { options } = await call(secondFactor.beginPasskey, { re_authentication })
  const { challenge } = options
  await call(secondFactor.addPasskey, { challenge, name: 'Ward PC', response: passkey.make(options) })
  return passkey
}

/** The answer to the right password if there is a second factor. */
export async function beginSecondStepAs(panel: TestPanel, { typed }: Person): Promise<SecondStep> {
  const failure = await findRefusal(panel.call(signIn.signIn, typed))
  expect(failure?.code).toBe(errorCodes['second-step-needed'])
  return SecondStep.parse(failure?.detail)
}

export async function answerSecondStep(
  panel: TestPanel,
  step: Pick<SecondStep, 'challenge'>,
  answer: SecondStepAnswer,
): Promise<string | undefined> {
  return getErrorName(panel.call(signInSteps.secondStep, { challenge: step.challenge, answer }))
}

export async function requestPasskeyOptions(panel: TestPanel): Promise<PasskeyRequestOptions> {
  const { options } = await panel.call(signInSteps.passkeyOptions, {})
  if (!options) throw new Error('no passkey can be here')
  return options
}

/** The challenge that a browser gets for the passkeys of its own session. */
export async function requestOwnPasskey(
  call: Client,
  purpose: 'unlock' | 're-authentication',
): Promise<PasskeyRequestOptions> {
  const { options } = await call(secondFactor.reAuthenticationOptions, { purpose })
  if (!options) throw new Error('the challenge offers no passkey')
  return options
}
