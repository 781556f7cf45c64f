import * as z from 'zod/mini'
import { type StaffTypeCode, staffTypes } from './access.ts'
import { Email, optionalText, requiredText } from './fields.ts'

export const StaffTypeOf = z.enum(Object.keys(staffTypes) as [StaffTypeCode], 'field-required')

/** Digits as they are dialled, without the country's. */
const UserPhone = z
  .string('phone-required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'phone-required', abort: true }),
    z.regex(/^\d+$/, { error: 'digits-only', abort: true }),
    z.maxLength(12, 'phone-too-long'),
  )

/** What a person says of herself. `country_code` is the calling code without its plus. */
export const personFields = {
  first_name: requiredText('name-required'),
  last_name: requiredText('surname-required'),
  email: Email.check(z.toLowerCase()),
  country_code: z.string('field-required').check(z.trim(), z.regex(/^[1-9]\d{0,3}$/, 'country-code-invalid')),
  phone: UserPhone,
}

/** Staff types that somebody may ask for herself: who looks after users is made by one who does. */
export const registrableTypes = (Object.keys(staffTypes) as StaffTypeCode[]).filter(
  (type) => !(staffTypes[type].permissions as readonly string[]).includes('user:manage'),
)

/** `hospital_code` (HCODE) may be left out where the panel serves one hospital. */
export const SelfRegistration = z.object({
  ...personFields,
  country_code: z._default(personFields.country_code, '66'),
  staff_type: StaffTypeOf.check(z.refine((type) => registrableTypes.includes(type), 'choice-invalid')),
  hospital_code: z.optional(optionalText(9)),
  password: z.string('password-required'),
  confirm_password: z.string('confirmation-required'),
})
