import * as z from 'zod/mini'
import { type Endpoints, emptyReply } from '../wire/endpoint.ts'
import { Email } from '../wire/fields.ts'

/** The text behind the `#` of a link: 256 random bits in base64url. */
const PasswordLinkToken = z.string('link-invalid').check(z.regex(/^[\w-]{43}$/, 'link-invalid'))

/** How long a link that was sent by e-mail can be used. */
export const mailedLinkMinutes = 30

export const ForgotPassword = z.object({ user_name: Email })

export const PasswordByLink = z.object({
  token: PasswordLinkToken,
  password: z.string('password-required'),
  confirm_password: z.string('confirmation-required'),
})

const linkErrors = ['link-unknown', 'link-used', 'link-expired'] as const

/** One-time links with which a user chooses a password: the first one, or a new one after forgetting it. */
export const passwordLinks = {
  forgot: {
    path: '/api/hospital_user/forgot_password',
    summary: 'Send a link to an e-mail address if it has an account; the reply does not tell whether it has',
    access: 'public',
    patientData: false,
    body: ForgotPassword,
    reply: emptyReply,
    errors: ['no-mail', 'too-many-attempts'],
  },
  get: {
    path: '/api/hospital_user/get_password_link',
    summary: 'Whose link it is, by first name alone, and when it expires',
    access: 'public',
    patientData: false,
    body: z.object({ token: PasswordLinkToken }),
    reply: z.object({ first_name: z.string(), expires_at: z.string() }),
    errors: linkErrors,
  },
  setPassword: {
    path: '/api/hospital_user/set_password',
    summary: 'Choose a password with a link, once; every session of the user ends',
    access: 'public',
    patientData: false,
    body: PasswordByLink,
    reply: emptyReply,
    errors: linkErrors,
  },
} satisfies Endpoints
