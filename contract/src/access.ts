export const permissions = [
  'patient:read',
  'patient:register',
  'patient:update',
  'patient:export',
  'clinical:update',
  'clinical:record',
  'spo2-scale:prescribe',
  'alarm:read',
  'alarm:act',
  'alarm:configure',
  'device:read',
  'device:assign',
  'device:manage',
  'sender:manage',
  'threshold:update',
  'form:use',
  'user:manage',
  'group:read',
  'group:manage',
  'hospital:manage',
  'audit:read',
  'permission:manage',
] as const

export type Permission = (typeof permissions)[number]

/** What everybody may who may see patients: an alarm is everybody's to notice. */
const onTheWard = ['patient:read', 'alarm:read', 'device:read', 'group:read'] as const

type StaffType = { en: string; th: string; permissions: readonly Permission[] }

/**
 * Who may do what, unless a hospital says otherwise. The order is the order of the 'Login As' list,
 * whose first entry is chosen for a newcomer.
 */
export const staffTypes = {
  doctor: {
    en: 'Doctor',
    th: 'แพทย์',
    permissions: [
      ...onTheWard,
      'patient:update',
      'patient:export',
      'clinical:update',
      'clinical:record',
      'spo2-scale:prescribe',
      'alarm:act',
      'alarm:configure',
      'device:assign',
      'threshold:update',
      'form:use',
    ],
  },
  nurse: {
    en: 'Nurse',
    th: 'พยาบาล',
    permissions: [
      ...onTheWard,
      'patient:register',
      'patient:update',
      'patient:export',
      'clinical:update',
      'clinical:record',
      'alarm:act',
      'alarm:configure',
      'device:assign',
      'device:manage',
      'form:use',
    ],
  },
  assistant_nurse: {
    en: 'Assistant Nurse',
    th: 'ผู้ช่วยพยาบาล',
    permissions: [...onTheWard, 'clinical:record', 'alarm:act', 'device:assign', 'form:use'],
  },
  paramedic: {
    en: 'Paramedic',
    th: 'นักฉุกเฉินการแพทย์',
    permissions: [...onTheWard, 'clinical:record', 'form:use'],
  },
  driver: { en: 'Driver', th: 'พนักงานขับรถ', permissions: ['form:use'] },
  registrar: {
    en: 'Registrar',
    th: 'เจ้าหน้าที่เวชระเบียน',
    permissions: [...onTheWard, 'patient:register', 'patient:update', 'patient:export'],
  },
  admin: {
    en: 'Admin',
    th: 'ผู้ดูแลระบบ',
    permissions: [
      ...onTheWard,
      'patient:register',
      'patient:update',
      'patient:export',
      'device:assign',
      'device:manage',
      'sender:manage',
      'threshold:update',
      'user:manage',
      'group:manage',
      'hospital:manage',
      'audit:read',
      'permission:manage',
    ],
  },
} satisfies Record<string, StaffType>

export type StaffTypeCode = keyof typeof staffTypes

/** What a permission is of no use without: who may change something sees it. */
export const permissionNeeds: Partial<Record<Permission, Permission>> = {
  'patient:register': 'patient:read',
  'patient:update': 'patient:read',
  'patient:export': 'patient:read',
  'clinical:update': 'patient:update',
  'clinical:record': 'patient:read',
  'spo2-scale:prescribe': 'patient:read',
  'alarm:act': 'alarm:read',
  'alarm:configure': 'alarm:read',
  'device:assign': 'device:read',
  'device:manage': 'device:read',
  'threshold:update': 'alarm:read',
  'group:manage': 'group:read',
  'hospital:manage': 'patient:read',
  'permission:manage': 'user:manage',
}

/** Who has both can undo whatever was done to the table, so somebody always has. */
export const keyPermissions = ['user:manage', 'permission:manage'] as const satisfies readonly Permission[]

export function isStandard(staffType: StaffTypeCode, permission: Permission): boolean {
  return (staffTypes[staffType].permissions as readonly Permission[]).includes(permission)
}

/** What the hospital changed of one staff type: by permission, whether it is granted. */
type Changed = Readonly<Record<string, boolean>>

/**
 * What somebody may do. A forms-only user has the forms and nothing else, whatever her staff type would allow and the
 * hospital has changed of it.
 */
export function permissionsOf(
  staffType: StaffTypeCode,
  isFormUser: boolean,
  changed: Changed = {},
): readonly Permission[] {
  if (isFormUser) return ['form:use']
  return permissions.filter((permission) => changed[permission] ?? isStandard(staffType, permission))
}
