import type { Permission } from '../wire/access.ts'

/** The forms, by the name under which their records are stored. */
export const formNames = ['ambulance-request', 'ambulance-referral'] as const
export type FormName = (typeof formNames)[number]

/** The permission with which a form's records are read and written. */
export const formAccess = {
  'ambulance-request': 'form:use',
  'ambulance-referral': 'referral:write',
} as const satisfies Record<FormName, Permission>
