import * as z from 'zod/mini'
import { type Endpoints, emptyReply } from '../wire/endpoint.ts'
import { SelfRegistration } from './registration.ts'
import {
  ChallengeToken,
  PasskeyAssertion,
  PasskeyRequestOptions,
  ReAuthentication,
  SecondStepAnswer,
} from './second-factor.ts'
import { DeviceCookies, OpenedSession } from './sign-in.ts'

/** Part of the group `signIn`, but in a module of its own: the login page loads it only when it is needed. */
export const signInSteps = {
  register: {
    path: '/api/hospital_user/register',
    summary:
      'Ask for an account, which an admin approves; the reply does not tell whether the e-mail has one already',
    access: 'public',
    patientData: false,
    body: SelfRegistration,
    reply: emptyReply,
    errors: ['too-many-attempts'],
    success: 'registration-received',
  },
  secondStep: {
    path: '/api/hospital_user/second_step',
    summary: 'Open a session with the second factor',
    access: 'public',
    patientData: false,
    body: z.object({ challenge: ChallengeToken, answer: SecondStepAnswer, device_cookies: DeviceCookies }),
    reply: OpenedSession,
    errors: ['second-step-failed', 'second-step-ended', 'too-many-attempts'],
  },
  passkeyOptions: {
    path: '/api/hospital_user/get_passkey_options',
    summary: 'What a browser needs for a sign-in with a passkey alone; null if passkeys cannot be used here',
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: z.object({ options: z.nullable(PasskeyRequestOptions) }),
  },
  passkey: {
    path: '/api/hospital_user/passkey_login',
    summary: 'Open a session with a passkey and without a password',
    access: 'public',
    patientData: false,
    body: z.object({ challenge: ChallengeToken, response: PasskeyAssertion, device_cookies: DeviceCookies }),
    reply: OpenedSession,
    errors: ['passkey-refused'],
  },
  lock: {
    path: '/api/hospital_user/lock_session',
    summary: 'Lock the session: it can read nothing until it is unlocked',
    access: 'session',
    patientData: false,
    allowedWhile: ['session-locked', 'password-must-change', 'second-factor-needed'],
    body: emptyReply,
    reply: emptyReply,
  },
  unlock: {
    path: '/api/hospital_user/unlock_session',
    summary: 'Unlock a locked session, as its user',
    access: 'session',
    patientData: false,
    allowedWhile: ['session-locked', 'password-must-change', 'second-factor-needed'],
    body: z.object({ re_authentication: ReAuthentication }),
    reply: emptyReply,
    errors: ['password-wrong', 'passkey-refused'],
  },
} satisfies Endpoints
