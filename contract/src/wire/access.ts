export const permissions = [
  'patient:read',
  'patient:register',
  'patient:update',
  'patient:merge',
  'patient:export',
  'clinical:update',
  'clinical:record',
  'spo2-scale:prescribe',
  'admission:request',
  'admission:manage',
  'stay:reopen',
  'bed:manage',
  'alarm:read',
  'alarm:act',
  'alarm:configure',
  'device:read',
  'device:assign',
  'device:manage',
  'sender:manage',
  'threshold:update',
  'queue:manage',
  'triage:record',
  'triage:configure',
  'form:use',
  'form:review',
  'referral:write',
  'referral:answer',
  'referral:export',
  'mission:dispatch',
  'mission:crew',
  'mission:care',
  'payment:record',
  'equipment:check',
  'fleet:read',
  'fleet:manage',
  'user:manage',
  'group:read',
  'group:manage',
  'hospital:manage',
  'audit:read',
  'permission:manage',
] as const

export type Permission = (typeof permissions)[number]

/** Permissions of everybody who may see patients: anybody may notice an alarm. */
const wardPermissions = ['patient:read', 'alarm:read', 'device:read', 'group:read'] as const

type StaffType = { permissions: readonly Permission[] }

/**
 * Which staff type may do what, unless a hospital changes it. The order is that of the 'Login As' list, whose first
 * entry is preselected.
 */
export const staffTypes = {
  doctor: {
    permissions: [
      ...wardPermissions,
      'patient:update',
      'patient:export',
      'clinical:update',
      'clinical:record',
      'spo2-scale:prescribe',
      'admission:request',
      'admission:manage',
      'alarm:act',
      'alarm:configure',
      'device:assign',
      'threshold:update',
      'queue:manage',
      'triage:record',
      'triage:configure',
      'form:use',
      'form:review',
      'referral:write',
      'referral:answer',
      'mission:dispatch',
      'mission:crew',
      'mission:care',
      'equipment:check',
      'fleet:read',
    ],
  },
  nurse: {
    permissions: [
      ...wardPermissions,
      'patient:register',
      'patient:update',
      'patient:export',
      'clinical:update',
      'clinical:record',
      'admission:request',
      'admission:manage',
      'bed:manage',
      'alarm:act',
      'alarm:configure',
      'device:assign',
      'device:manage',
      'queue:manage',
      'triage:record',
      'form:use',
      'referral:write',
      'referral:answer',
      'mission:dispatch',
      'mission:crew',
      'mission:care',
      'payment:record',
      'equipment:check',
      'fleet:read',
    ],
  },
  assistant_nurse: {
    permissions: [
      ...wardPermissions,
      'clinical:record',
      'alarm:act',
      'device:assign',
      'queue:manage',
      'form:use',
      'equipment:check',
    ],
  },
  paramedic: {
    permissions: [
      ...wardPermissions,
      'clinical:record',
      'form:use',
      'mission:crew',
      'mission:care',
      'equipment:check',
      'fleet:read',
    ],
  },
  driver: { permissions: ['form:use', 'mission:crew', 'equipment:check'] },
  registrar: {
    permissions: [
      ...wardPermissions,
      'patient:register',
      'patient:update',
      'patient:merge',
      'patient:export',
      'admission:manage',
      'stay:reopen',
      'queue:manage',
      'referral:export',
      'payment:record',
      'fleet:read',
    ],
  },
  admin: {
    permissions: [
      ...wardPermissions,
      'patient:register',
      'patient:update',
      'patient:merge',
      'patient:export',
      'stay:reopen',
      'bed:manage',
      'device:assign',
      'device:manage',
      'sender:manage',
      'threshold:update',
      'triage:configure',
      'form:review',
      'mission:dispatch',
      'fleet:read',
      'fleet:manage',
      'user:manage',
      'group:manage',
      'hospital:manage',
      'audit:read',
      'permission:manage',
    ],
  },
} satisfies Record<string, StaffType>

export type StaffTypeCode = keyof typeof staffTypes

/** The permission without which another one is useless: a user who may change something must see it. */
export const permissionNeeds: Partial<Record<Permission, Permission>> = {
  'patient:register': 'patient:read',
  'patient:update': 'patient:read',
  'patient:merge': 'patient:update',
  'patient:export': 'patient:read',
  'clinical:update': 'patient:update',
  'clinical:record': 'patient:read',
  'spo2-scale:prescribe': 'patient:read',
  'admission:request': 'patient:read',
  'admission:manage': 'patient:read',
  'stay:reopen': 'patient:read',
  'bed:manage': 'patient:read',
  'alarm:act': 'alarm:read',
  'alarm:configure': 'alarm:read',
  'device:assign': 'device:read',
  'device:manage': 'device:read',
  'threshold:update': 'alarm:read',
  'queue:manage': 'patient:read',
  'triage:record': 'patient:read',
  'triage:configure': 'patient:read',
  'form:review': 'patient:read',
  'referral:write': 'patient:read',
  'referral:answer': 'patient:read',
  'referral:export': 'patient:export',
  'mission:dispatch': 'fleet:read',
  'mission:care': 'mission:crew',
  'payment:record': 'fleet:read',
  'fleet:manage': 'fleet:read',
  'group:manage': 'group:read',
  'hospital:manage': 'patient:read',
  'permission:manage': 'user:manage',
}

/** A user who has both can undo any change of the table, so there must always be such a user. */
export const keyPermissions = ['user:manage', 'permission:manage'] as const satisfies readonly Permission[]

export function isStandardPermission(staffType: StaffTypeCode, permission: Permission): boolean {
  return (staffTypes[staffType].permissions as readonly Permission[]).includes(permission)
}

/** The hospital's changes for one staff type: by permission, whether it is granted. */
type PermissionOverrides = Readonly<Record<string, boolean>>

/** What a forms-only user may have: the forms always, a crew's missions and checks if their staff type has them. */
const formsOnlyPermissions: readonly Permission[] = [
  'form:use',
  'mission:crew',
  'mission:care',
  'equipment:check',
]

/** The permissions of a forms-only user whose staff type has those that `isGranted` tells. */
export const limitToForms = (isGranted: (permission: Permission) => boolean): readonly Permission[] =>
  formsOnlyPermissions.filter((permission) => permission === 'form:use' || isGranted(permission))

/** Whether somebody may do nothing beyond what forms-only users may: they begin at the forms. */
export const isFormsOnly = (given: readonly Permission[]): boolean =>
  given.every((permission) => formsOnlyPermissions.includes(permission))

/**
 * The permissions of a user. A forms-only user has the forms, a crew's missions and checks, and nothing else, whatever
 * the staff type and the hospital's changes allow.
 */
export function computePermissions(
  staffType: StaffTypeCode,
  isFormUser: boolean,
  changed: PermissionOverrides = {},
): readonly Permission[] {
  const isGranted = (permission: Permission) =>
    changed[permission] ?? isStandardPermission(staffType, permission)
  return isFormUser ? limitToForms(isGranted) : permissions.filter(isGranted)
}
