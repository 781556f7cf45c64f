import * as z from 'zod/mini'
import { personFields, StaffTypeChoice } from './sign-in/registration.ts'
import { UserChange } from './users.ts'
import { ById, type Endpoints, emptyReply, fileReply, Id } from './wire/endpoint.ts'
import { Instant, PhotoUpload, photoErrors } from './wire/fields.ts'
import { PlaceLabel } from './wire/labels.ts'

/** The caller's own account. The fields that only an admin can change are read-only here. */
export const Account = z.object({
  _id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  country_code: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  staff_type: StaffTypeChoice,
  is_form_user: z.boolean(),
  hospital: PlaceLabel,
  photo_id: z.nullable(Id),
  last_login_at: z.nullable(Instant),
  password_changed_at: z.nullable(Instant),
  created_at: Instant,
  version: z.int(),
})
export type Account = z.output<typeof Account>

/** Only the fields sent are changed. `version` is the version of the account on which the change is based. */
export const AccountUpdate = z.object({
  ...z.partial(z.omit(z.object(personFields), { email: true })).shape,
  version: z.int().check(z.gte(1), z.lte(2_147_483_647)),
  photo: PhotoUpload,
})

/** `detail` of the failure `changed-meanwhile`. */
export const AccountChangedMeanwhile = z.object({ account: Account, changes: z.array(UserChange) })

export const PasswordChange = z.object({
  present_password: z
    .string('password-required')
    .check(z.minLength(1, 'password-required'), z.maxLength(128, 'too-long')),
  password: z.string('password-required'),
  confirm_password: z.string('confirmation-required'),
})

/** A session of the caller. Browser and system by the names that the browser gives itself; null if it gives none. */
export const OwnSession = z.object({
  _id: Id,
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  address: z.nullable(z.string()),
  created_at: Instant,
  last_seen_at: Instant,
  /** The session that makes the call. */
  is_this: z.boolean(),
  /**
   * Opened from an IP address and a device from which the account was not used before, and the user has not confirmed
   * it.
   */
  is_unknown: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

/** A sign-in that may not have been the user's own, reported in their earlier sessions. */
export const SignInAlert = z.omit(OwnSession, { last_seen_at: true, is_this: true, is_unknown: true })
export type SignInAlert = z.output<typeof SignInAlert>

export const account = {
  get: {
    path: '/api/hospital_user/get_own_account',
    summary: "One's own account",
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ account: Account }),
  },
  getPhoto: {
    path: '/api/hospital_user/get_own_photo',
    summary: "One's own photo",
    access: 'session',
    patientData: false,
    byItself: true,
    body: z.object({ size: z._default(z.enum(['small', 'large']), 'large') }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  update: {
    path: '/api/hospital_user/update_own_account',
    summary: 'Change the fields sent of one’s own account; only an admin changes e-mail and staff type',
    access: 'session',
    patientData: false,
    form: true,
    body: AccountUpdate,
    reply: z.object({ account: Account }),
    errors: ['changed-meanwhile', ...photoErrors],
    success: 'account-updated',
  },
  changePassword: {
    path: '/api/hospital_user/change_own_password',
    summary: 'Change one’s own password, with the present one; every other session of the user ends',
    access: 'session',
    patientData: false,
    allowedWhile: ['password-must-change', 'second-factor-needed'],
    body: PasswordChange,
    reply: emptyReply,
    errors: ['password-wrong'],
    success: 'password-changed',
  },
  sessions: {
    path: '/api/hospital_user/get_own_sessions',
    summary: 'Where one is signed in, the latest used first',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ sessions: z.array(OwnSession) }),
  },
  endSession: {
    path: '/api/hospital_user/end_own_session',
    summary: 'Sign out one of one’s own sessions',
    access: 'session',
    patientData: false,
    body: ById,
    reply: emptyReply,
    errors: ['not-found'],
  },
  endSessions: {
    path: '/api/hospital_user/end_own_sessions',
    summary: 'Sign out everywhere, or everywhere else',
    access: 'session',
    patientData: false,
    body: z.object({ but_this: z._default(z.boolean(), true) }),
    reply: emptyReply,
  },
  alerts: {
    path: '/api/hospital_user/get_sign_in_alerts',
    summary:
      'Sign-ins of the last 90 days from where the account was not used before and that the user has not confirmed',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ alerts: z.array(SignInAlert) }),
  },
  confirmSignIn: {
    path: '/api/hospital_user/confirm_own_sign_in',
    summary: 'Confirm that a reported sign-in was one’s own',
    access: 'session',
    patientData: false,
    body: ById,
    reply: emptyReply,
    errors: ['not-found'],
  },
} satisfies Endpoints
