export const permissions = [
  'patient:read',
  'patient:register',
  'patient:update',
  'patient:export',
  'clinical:update',
  'form:use',
  'audit:read',
] as const

export type Permission = (typeof permissions)[number]

type StaffType = { en: string; th: string; permissions: readonly Permission[] }

/**
 * Who may do what, unless a hospital says otherwise. The order is the order of the 'Login As' list,
 * whose first entry is chosen for a newcomer.
 */
export const staffTypes = {
  doctor: {
    en: 'Doctor',
    th: 'แพทย์',
    permissions: ['patient:read', 'patient:update', 'patient:export', 'clinical:update', 'form:use'],
  },
  nurse: {
    en: 'Nurse',
    th: 'พยาบาล',
    permissions: [
      'patient:read',
      'patient:register',
      'patient:update',
      'patient:export',
      'clinical:update',
      'form:use',
    ],
  },
  assistant_nurse: {
    en: 'Assistant Nurse',
    th: 'ผู้ช่วยพยาบาล',
    permissions: ['patient:read', 'form:use'],
  },
  paramedic: { en: 'Paramedic', th: 'นักฉุกเฉินการแพทย์', permissions: ['patient:read', 'form:use'] },
  driver: { en: 'Driver', th: 'พนักงานขับรถ', permissions: ['form:use'] },
  registrar: {
    en: 'Registrar',
    th: 'เจ้าหน้าที่เวชระเบียน',
    permissions: ['patient:read', 'patient:register', 'patient:update', 'patient:export'],
  },
  admin: {
    en: 'Admin',
    th: 'ผู้ดูแลระบบ',
    permissions: ['patient:read', 'patient:register', 'patient:update', 'patient:export', 'audit:read'],
  },
} satisfies Record<string, StaffType>

export type StaffTypeCode = keyof typeof staffTypes

/** A forms-only user has the forms and nothing else, whatever the staff type would allow. */
export function permissionsOf(staffType: StaffTypeCode, isFormUser: boolean): readonly Permission[] {
  return isFormUser ? ['form:use'] : staffTypes[staffType].permissions
}
