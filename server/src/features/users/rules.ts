import { completePhone, type ImportColumn, type StaffTypeCode, type User, type UserFilters } from 'contract'

/** Whether the user has one of these staff types and may sign in with all its permissions. */
export function isActing(
  user: Pick<User, 'staff_type' | 'is_form_user' | 'status'>,
  types: readonly StaffTypeCode[],
): boolean {
  return user.status === 'approved' && types.includes(user.staff_type) && !user.is_form_user
}

/** A change of the staff type or to forms-only changes the user's permissions, so they must sign in again. */
export function changesPowers(changes: readonly { field: string }[]): boolean {
  return changes.some(({ field }) => field === 'staff_type' || field === 'is_form_user')
}

/** The page with users of these statuses; the first page if any of them is on it. */
export function pickPageType({ status }: UserFilters): 1 | 2 {
  return !status?.length || status.includes('approved') ? 1 : 2
}

export type Importable = Pick<User, ImportColumn>

/** Whether a row of a file matches an existing account in every value. Empty cells are ignored. */
export function isUnchanged(
  values: Partial<Record<ImportColumn, string | boolean>>,
  account: Importable | undefined,
): boolean {
  if (!account) return false
  const country_code = String(values.country_code ?? account.country_code)
  const complete = (phone: unknown) => completePhone({ country_code, phone: String(phone) }).phone
  const said = { ...values, ...(values.phone === undefined ? {} : { phone: complete(values.phone) }) }
  const held = { ...account, phone: account.phone && complete(account.phone) }
  // The account was found by its e-mail, whose case does not count.
  return Object.entries(said).every(
    ([column, value]) => column === 'email' || held[column as ImportColumn] === value,
  )
}
