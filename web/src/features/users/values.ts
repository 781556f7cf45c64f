import {
  accountFields,
  NewUser,
  personFields,
  SelfRegistration,
  type StaffTypeCode,
  thaiCallingCode,
  type User,
  validateNewPassword,
} from 'contract'
import { createSchema, createUpdateSchema, type Issue, listIssues } from '../../ui/form/create-schema.ts'
import { emptyNewPassword, type NewPassword } from '../../ui/form/new-password-fields.tsx'

/** What users enter about themselves. The country code is without its plus. */
export type PersonValues = {
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
}

/** `''` as the type: none is chosen yet. */
export type AccountValues = PersonValues & {
  staff_type: StaffTypeCode | ''
  is_form_user: boolean
  is_verified: boolean
}

/** How a user gets a new password: by a link that is sent, or set by an admin. */
export type ResetValues = NewPassword & { way: 'link' | 'password' }

export type NewUserValues = AccountValues & ResetValues

export type SelfRegistrationValues = PersonValues &
  NewPassword & { staff_type: StaffTypeCode | ''; hospital_code: string }

const emptyPerson: PersonValues = {
  first_name: '',
  last_name: '',
  email: '',
  country_code: thaiCallingCode,
  phone: '',
}

export const emptyReset: ResetValues = { way: 'link', ...emptyNewPassword }

export const emptyUser: NewUserValues = {
  ...emptyPerson,
  staff_type: '',
  is_form_user: false,
  is_verified: false,
  ...emptyReset,
}

export const emptyRegistration: SelfRegistrationValues = {
  ...emptyPerson,
  staff_type: '',
  hospital_code: '',
  ...emptyNewPassword,
}

export function toAccountValues(user: User): AccountValues {
  const { first_name, last_name, email, country_code, phone, staff_type, is_form_user, is_verified } = user
  return {
    first_name,
    last_name,
    email,
    country_code: country_code ?? thaiCallingCode,
    phone: phone ?? '',
    staff_type,
    is_form_user,
    is_verified,
  }
}

export type AccountField = keyof AccountValues
const accountFieldSchemas = { ...personFields, ...accountFields }

const listPasswordIssues = (values: NewPassword & { email: string }): Issue[] =>
  validateNewPassword(values).map(({ field, message }) => ({ message, path: [field] }))

/** Only the values in use are checked: a link needs no password. */
const listGivenPasswordIssues = (values: ResetValues & { email: string }): Issue[] =>
  values.way === 'password' ? listPasswordIssues(values) : []

export const newUserSchema = createSchema<NewUserValues>((values) => [
  ...listIssues(NewUser, values),
  ...listGivenPasswordIssues(values),
])

export function createResetSchema(email: string) {
  return createSchema<ResetValues>((values) => listGivenPasswordIssues({ ...values, email }))
}

export const registrationSchema = createSchema<SelfRegistrationValues>((values) => [
  ...listIssues(SelfRegistration, values),
  ...listPasswordIssues(values),
])

export function createAccountUpdateSchema(stored: AccountValues) {
  return createUpdateSchema(accountFieldSchemas, stored)
}
