import type { StaffTypeCode, User } from 'contract'

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
