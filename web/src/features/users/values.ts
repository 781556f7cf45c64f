import {
  accountFields,
  NewUser,
  personFields,
  problemsOfNewPassword,
  SelfRegistration,
  type User,
} from 'contract'
import { type NewPassword, noPassword } from '../../ui/form/new-password.tsx'
import { thailand } from '../../ui/form/phone-number.ts'
import { type Issue, issuesOf, schemaBy } from '../../ui/form/schema-by.ts'
import type { StaffType } from './words.ts'

/** What a person says of herself. The country's code is without its plus. */
export type PersonValues = {
  first_name: string
  last_name: string
  email: string
  country_code: string
  phone: string
}

/** Nothing is chosen yet while the type is `''`. */
export type AccountValues = PersonValues & {
  staff_type: StaffType | ''
  is_form_user: boolean
  is_verified: boolean
}

/** How somebody comes to a password: by a link of her own, or as it was given to her. */
export type ResetValues = NewPassword & { way: 'link' | 'password' }

export type NewValues = AccountValues & ResetValues

export type RegistrationValues = PersonValues &
  NewPassword & { staff_type: StaffType | ''; hospital_code: string }

const nobody: PersonValues = { first_name: '', last_name: '', email: '', country_code: thailand, phone: '' }

export const emptyReset: ResetValues = { way: 'link', ...noPassword }

export const emptyUser: NewValues = {
  ...nobody,
  staff_type: '',
  is_form_user: false,
  is_verified: false,
  ...emptyReset,
}

export const emptyRegistration: RegistrationValues = {
  ...nobody,
  staff_type: '',
  hospital_code: '',
  ...noPassword,
}

export function valuesOf(user: User): AccountValues {
  const { first_name, last_name, email, country_code, phone, staff_type, is_form_user, is_verified } = user
  return {
    first_name,
    last_name,
    email,
    country_code: country_code ?? thailand,
    phone: phone ?? '',
    staff_type,
    is_form_user,
    is_verified,
  }
}

export type AccountField = keyof AccountValues
const fields = { ...personFields, ...accountFields }
const fieldNames = Object.keys(fields) as AccountField[]

/** The fields in which two states of an account differ. */
export function changedFields(before: AccountValues, after: AccountValues): AccountField[] {
  const plain = (value: string | boolean) => (typeof value === 'string' ? value.trim() : value)
  return fieldNames.filter((field) => plain(before[field]) !== plain(after[field]))
}

const passwordIssues = (values: NewPassword & { email: string }): Issue[] =>
  problemsOfNewPassword(values).map(({ field, message }) => ({ message, path: [field] }))

/** Only what is given is looked at: a link brings no password with it. */
const givenPasswordIssues = (values: ResetValues & { email: string }): Issue[] =>
  values.way === 'password' ? passwordIssues(values) : []

export const newUserSchema = schemaBy<NewValues>((values) => [
  ...issuesOf(NewUser, values),
  ...givenPasswordIssues(values),
])

export function resetSchema(email: string) {
  return schemaBy<ResetValues>((values) => givenPasswordIssues({ ...values, email }))
}

export const registrationSchema = schemaBy<RegistrationValues>((values) => [
  ...issuesOf(SelfRegistration, values),
  ...passwordIssues(values),
])

/** What stands as it was is not refused: an account from before may lack a phone. */
export function updateSchema(before: AccountValues) {
  return schemaBy<AccountValues>((values) =>
    changedFields(before, values).flatMap((field) => issuesOf(fields[field], values[field], [field])),
  )
}
