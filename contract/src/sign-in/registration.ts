import * as z from 'zod/mini'
import { type StaffTypeCode, staffTypes } from '../wire/access.ts'
import { choiceField, Email, optionalText, requiredText } from '../wire/fields.ts'
import { completePhone, type DialledPhone, isPhone, joinPhone, thaiCallingCode } from '../wire/phone.ts'

export const StaffTypeChoice = choiceField(Object.keys(staffTypes) as [StaffTypeCode])

/** Digits as they are dialled, without the country code. */
const UserPhone = z
  .string('phone-required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'phone-required', abort: true }),
    z.regex(/^\d+$/, { error: 'digits-only', abort: true }),
    z.minLength(6, { error: 'phone-too-short', abort: true }),
    z.maxLength(12, { error: 'phone-too-long', abort: true }),
  )

/** Checks that the country code and the phone number fit together. */
export function createPhoneChecks<Person extends DialledPhone>() {
  const path = ['phone']
  const when = ({ issues }: { issues: { path?: PropertyKey[] | undefined }[] }) =>
    !issues.some((issue) => issue.path?.[0] === 'phone' || issue.path?.[0] === 'country_code')
  return [
    z.refine<Person>((person) => isPhone(joinPhone(person)), {
      error: 'phone-invalid',
      path,
      when,
      abort: true,
    }),
    z.overwrite<Person>(completePhone),
  ] as const
}

/** What users state about themselves. `country_code` is the calling code without its plus. */
export const personFields = {
  first_name: requiredText('name-required'),
  last_name: requiredText('surname-required'),
  email: Email.check(z.toLowerCase()),
  country_code: z.string('field-required').check(z.trim(), z.regex(/^[1-9]\d{0,3}$/, 'country-code-invalid')),
  phone: UserPhone,
}

/** Staff types that somebody may register with: those that may not manage users. */
export const registrableTypes = (Object.keys(staffTypes) as StaffTypeCode[]).filter(
  (type) => !(staffTypes[type].permissions as readonly string[]).includes('user:manage'),
)

/** `hospital_code` (HCODE) may be left out if the panel serves one hospital. */
export const SelfRegistration = z
  .object({
    ...personFields,
    country_code: z._default(personFields.country_code, thaiCallingCode),
    staff_type: StaffTypeChoice.check(z.refine((type) => registrableTypes.includes(type), 'choice-invalid')),
    hospital_code: z.optional(optionalText(9)),
    password: z.string('password-required'),
    confirm_password: z.string('confirmation-required'),
  })
  .check(...createPhoneChecks())
