import type { Permission } from '../wire/access.ts'

/** The forms, by the name under which their records are stored. */
export const formNames = [
  'ambulance-request',
  'ambulance-referral',
  'operation-form',
  'transportation-treatment',
] as const
export type FormName = (typeof formNames)[number]

/** The permission with which a form's records are read and written. */
export const formAccess = {
  'ambulance-request': 'form:use',
  'ambulance-referral': 'referral:write',
  'operation-form': 'form:use',
  'transportation-treatment': 'form:use',
} as const satisfies Record<FormName, Permission>

const users: readonly Permission[] = ['form:use']

/**
 * The permissions with which a form's records are opened. A dispatcher without forms opens the referrals of missions
 * that last.
 */
export const formReaders: Record<FormName, readonly Permission[]> = {
  'ambulance-request': users,
  'ambulance-referral': [...users, 'mission:dispatch'],
  'operation-form': users,
  'transportation-treatment': users,
}

/** Forms of which each record hangs on a mission. */
export const missionForms = [
  'operation-form',
  'transportation-treatment',
] as const satisfies readonly FormName[]
export type MissionForm = (typeof missionForms)[number]
