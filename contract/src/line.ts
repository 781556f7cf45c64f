import * as z from 'zod/mini'
import { alarmSeverities } from './alarms.ts'
import { ReAuthentication, reAuthenticationErrors } from './sign-in/second-factor.ts'
import { DeviceCookies, OpenedSession } from './sign-in/sign-in.ts'
import { type Endpoints, emptyReply, Id } from './wire/endpoint.ts'
import { Instant } from './wire/fields.ts'
import { BothNames } from './wire/labels.ts'

/**
 * What LINE sends to a user: nothing; alarms that come to them by name or through one of their groups; those and the
 * alarms of the wards that their groups follow; or every alarm of the hospital.
 */
export const lineChoices = ['none', 'mine', 'wards', 'all'] as const
export type LineChoice = (typeof lineChoices)[number]

/** The version of the consent text. When the text changes, so does the version, and users are asked again. */
export const lineConsentVersion = '2026-11'

/** How an account is connected with LINE. `choice` applies while there is consent. */
export const LineState = z.object({
  is_configured: z.boolean(),
  has_messages: z.boolean(),
  linked_at: z.nullable(Instant),
  choice: z.enum(lineChoices),
  least_severity: z.enum(alarmSeverities),
  consent_at: z.nullable(Instant),
})
export type LineState = z.output<typeof LineState>

const LineLinkToken = z.string().check(z.regex(/^[\w-]{43}$/, 'id-invalid'))

export const line = {
  state: {
    path: '/api/hospital_user/get_line_state',
    summary: 'Whether one’s own account is linked with LINE, and what LINE sends',
    access: 'session',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: LineState,
  },
  linkCode: {
    path: '/api/hospital_user/get_line_link_code',
    summary:
      'A QR code of a one-time link, good for ten minutes, that links the LINE account of whoever opens it',
    access: 'session',
    patientData: false,
    body: z.object({ _id: z.optional(Id), re_authentication: z.optional(ReAuthentication) }),
    reply: z.object({ url: z.string(), qr_svg: z.string(), expires_at: Instant }),
    errors: ['line-off', 'not-found', 'beyond-own-rights', ...reAuthenticationErrors],
  },
  unlink: {
    path: '/api/hospital_user/remove_line',
    summary: 'Remove LINE from an account: one’s own, or another’s by a user who manages users',
    access: 'session',
    patientData: false,
    body: z.object({ _id: z.optional(Id) }),
    reply: emptyReply,
    errors: ['not-found', 'beyond-own-rights'],
    success: 'line-removed',
  },
  choose: {
    path: '/api/hospital_user/update_line_choice',
    summary: 'Choose what LINE sends; any messages need consent to the present text',
    access: 'session',
    patientData: false,
    body: z.object({
      choice: z.enum(lineChoices),
      least_severity: z._default(z.enum(alarmSeverities), 'high'),
      consent_version: z.optional(z.string().check(z.maxLength(20, 'too-long'))),
    }),
    reply: LineState,
    errors: ['line-off'],
    success: 'line-updated',
  },
  offered: {
    path: '/admin/get_line_offer',
    summary: 'Whether one can sign in with LINE',
    access: 'public',
    patientData: false,
    body: emptyReply,
    reply: z.object({ is_offered: z.boolean() }),
  },
  linkAccount: {
    path: '/api/hospital_user/get_line_link_account',
    summary: 'Whose account a one-time link will link: whoever opened it sees it before they go to LINE',
    access: 'public',
    patientData: false,
    body: z.object({ code: LineLinkToken }),
    reply: z.object({
      first_name: z.string(),
      last_name: z.string(),
      hospital: BothNames,
    }),
    errors: ['line-off', 'line-code-ended'],
  },
  begin: {
    path: '/api/hospital_user/begin_line_login',
    summary: 'The URL at LINE that signs a user in, or links their account with the code shown to them',
    access: 'public',
    patientData: false,
    body: z.object({ code: z.optional(LineLinkToken) }),
    reply: z.object({ authorize_url: z.string(), secret: z.string() }),
    errors: ['line-off', 'line-code-ended', 'line-unreachable', 'too-many-attempts'],
  },
  finish: {
    path: '/api/hospital_user/finish_line_login',
    summary: 'Finish at the return from LINE: link an account or open a session',
    access: 'public',
    patientData: false,
    body: z.object({
      /** Known only to the browser that began the sign-in, so that a URL sent by somebody else opens nothing. */
      secret: LineLinkToken,
      state: z.string().check(z.minLength(1, 'field-required'), z.maxLength(200, 'too-long')),
      code: z.string().check(z.minLength(1, 'field-required'), z.maxLength(2000, 'too-long')),
      iss: z.optional(z.string().check(z.maxLength(200, 'too-long'))),
      device_cookies: DeviceCookies,
    }),
    reply: z.object({
      /** The user whose account is linked now; null if a session was opened. */
      linked: z.nullable(z.object({ first_name: z.string() })),
      session: z.nullable(OpenedSession),
    }),
    errors: [
      'second-step-needed',
      'line-off',
      'line-ended',
      'line-code-ended',
      'line-refused',
      'line-taken',
      'line-unknown',
      'line-unreachable',
    ],
  },
} satisfies Endpoints
