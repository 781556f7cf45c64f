import type { StaffTypeCode, User } from 'contract'

export type FieldChange = { field: string; from: unknown; to: unknown }

/** Which of the sent fields differ from the account. Fields that were not sent are not looked at. */
export function changesBetween(
  user: User,
  sent: { [Field in keyof User]?: User[Field] | undefined },
): FieldChange[] {
  return Object.entries(sent).flatMap(([field, to]) => {
    const from = user[field as keyof User]
    return to === undefined || to === from ? [] : [{ field, from, to }]
  })
}

/** Whether somebody may, as things stand, what one of these staff types may. */
export function isActing(
  user: Pick<User, 'staff_type' | 'is_form_user' | 'status'>,
  types: readonly StaffTypeCode[],
): boolean {
  return user.status === 'approved' && types.includes(user.staff_type) && !user.is_form_user
}

/** With another type, or with the forms alone, she is somebody else to the panel: she signs in anew. */
export function changesWhatSheMay(changes: readonly FieldChange[]): boolean {
  return changes.some(({ field }) => field === 'staff_type' || field === 'is_form_user')
}
