import * as z from 'zod/mini'
import { permissions, staffTypes } from '../wire/access.ts'
import { type Endpoints, emptyReply } from '../wire/endpoint.ts'
import { Email } from '../wire/fields.ts'

export const StaffType = z.object({
  _id: z.uuid(),
  en_name: z.string(),
  th_name: z.string(),
})
export type StaffType = z.output<typeof StaffType>

/** What the browser stores about the signed-in user. */
export const SignedInUser = z.object({
  _id: z.uuid(),
  server_token: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  staff_type: z.enum(Object.keys(staffTypes) as [keyof typeof staffTypes]),
  hospital: z.object({
    _id: z.uuid(),
    name_en: z.string(),
    name_th: z.string(),
    logo_id: z.nullable(z.uuid()),
  }),
  permissions: z.array(z.enum(permissions)),
  /** Runs the panel: may see every hospital's records, and add a hospital. */
  is_system_admin: z.boolean(),
  /** Until the password is changed, the user can call nothing else. */
  must_change_password: z.boolean(),
  /** The same, if the hospital requires a second factor and the user has none. */
  must_add_factor: z.boolean(),
  /** Idle minutes after which the user's screen locks; 0 if it does not. */
  idle_lock_minutes: z.int(),
})
export type SignedInUser = z.output<typeof SignedInUser>

export const SignInForm = z.object({
  user_name: Email,
  type: z.uuid('id-invalid'),
  password: z
    .string('password-required')
    .check(z.minLength(1, 'password-required'), z.maxLength(128, 'too-long')),
})

/** A browser stores the tokens of so many accounts: those last used in it. */
export const maxDeviceCookies = 30

/**
 * The tokens that a browser got at sign-ins, of any accounts. A browser that sends an account's token can still sign in
 * to it while failed sign-ins from elsewhere block the account. An invalid token counts as none, without a message.
 */
export const DeviceCookies = z.optional(
  z.array(z.string().check(z.maxLength(100, 'too-long'))).check(z.maxLength(maxDeviceCookies, 'too-many')),
)

/** A session that was opened. */
export const OpenedSession = z.object({
  user: SignedInUser,
  is_this_userform_user: z.boolean(),
  /** The browser stores it and sends it from now on; null if it sent a valid one of this account. */
  device_cookie: z.nullable(z.string()),
})
export type OpenedSession = z.output<typeof OpenedSession>

export const signIn = {
  signIn: {
    path: '/api/hospital_user/login',
    summary: 'Open a session',
    access: 'public',
    patientData: false,
    body: z.object({ ...SignInForm.shape, device_cookies: DeviceCookies }),
    reply: OpenedSession,
    errors: ['sign-in-failed', 'too-many-attempts', 'second-step-needed'],
  },
  signOut: {
    path: '/api/hospital_user/logout',
    summary: 'End the session that makes the call',
    access: 'session',
    patientData: false,
    allowedWhile: ['session-locked', 'password-must-change', 'second-factor-needed'],
    body: emptyReply,
    reply: emptyReply,
  },
  whoAmI: {
    path: '/api/hospital_user/get_own_session',
    summary: 'Whether the session is still valid, and what its user may do now',
    access: 'session',
    patientData: false,
    allowedWhile: ['password-must-change', 'second-factor-needed'],
    byItself: true,
    body: emptyReply,
    reply: z.object({
      user: z.omit(SignedInUser, { server_token: true }),
      is_this_userform_user: z.boolean(),
    }),
  },
  staffTypes: {
    path: '/admin/get_all_staff_type',
    summary: "The choices of 'Login As'",
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: z.object({ staff_type: z.array(StaffType) }),
  },
  languages: {
    method: 'GET',
    path: '/admin/get_languages',
    summary: 'The languages of the screens',
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: z.object({
      lang: z.array(z.object({ code: z.string(), name: z.string(), is_lang_rtl: z.boolean() })),
    }),
  },
  help: {
    path: '/admin/get_sign_in_help',
    summary: "The hospital's LINE help line and contact, for users who cannot sign in",
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: z.object({
      hospital_name_en: z.string(),
      hospital_name_th: z.string(),
      line_account: z.nullable(z.string()),
      line_url: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      email: z.nullable(z.string()),
      /** Whether the panel can send mail with a link to users who forgot their password. */
      sends_mail: z.boolean(),
    }),
  },
  lineQr: {
    method: 'GET',
    path: '/line-qr.svg',
    summary: "The QR code of the hospital's LINE official account",
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: emptyReply,
    file: true,
    errors: ['not-found'],
  },
} satisfies Endpoints
