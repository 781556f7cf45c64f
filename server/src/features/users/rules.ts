import { dialledInFull, type ImportColumn, type StaffTypeCode, type User, type UserFilters } from 'contract'

/** Whether somebody may, as things stand, what one of these staff types may. */
export function isActing(
  user: Pick<User, 'staff_type' | 'is_form_user' | 'status'>,
  types: readonly StaffTypeCode[],
): boolean {
  return user.status === 'approved' && types.includes(user.staff_type) && !user.is_form_user
}

/** With another type, or with the forms alone, she is somebody else to the panel: she signs in anew. */
export function changesWhatSheMay(changes: readonly { field: string }[]): boolean {
  return changes.some(({ field }) => field === 'staff_type' || field === 'is_form_user')
}

/** The page on which users of these statuses are; the first where some of them are on it. */
export function pageTypeOf({ status }: UserFilters): 1 | 2 {
  return !status?.length || status.includes('approved') ? 1 : 2
}

export type Importable = Pick<User, ImportColumn>

/** Whether a row of a file says of an account what stands there. A cell that is empty says nothing. */
export function isAsItStands(
  values: Partial<Record<ImportColumn, string | boolean>>,
  account: Importable | undefined,
): boolean {
  if (!account) return false
  const country_code = String(values.country_code ?? account.country_code)
  const phone = dialledInFull({ country_code, phone: String(values.phone) }).phone
  const said = { ...values, ...(values.phone === undefined ? {} : { phone }) }
  // The account was found by its e-mail, whatever its case.
  return Object.entries(said).every(
    ([column, value]) => column === 'email' || account[column as ImportColumn] === value,
  )
}
