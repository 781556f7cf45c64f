import type { Permission } from 'contract'

type Opener = Permission | readonly Permission[] | 'system-admin'

/**
 * Who may open a screen, by its path below `/app/`. Routes, navigation, tabs and links all ask here. A screen that is
 * not named is open to whoever is signed in.
 */
export const screens = {
  'patient-list': 'patient:read',
  'patient-list/ward': 'patient:read',
  'patient-list/all': 'patient:read',
  beds: 'patient:read',
  'ward/round': 'clinical:record',
  'ward/handover': 'clinical:record',
  monitoring: 'patient:read',
  location: 'patient:read',
  'patients/new': 'patient:register',
  admissions: 'patient:read',
  census: 'patient:read',
  triage: 'queue:manage',
  er: 'patient:read',
  opd: 'patient:read',
  'opd/display': 'patient:read',
  'triage/settings': 'triage:configure',
  'triage/:id': 'triage:record',
  'ambulance/missions': 'mission:dispatch',
  'ambulance/inbound': 'patient:read',
  'ambulance/reviews': 'form:review',
  'ambulance/vehicles': 'fleet:read',
  'ambulance/teams': 'fleet:read',
  'ambulance/operations': 'fleet:read',
  'ambulance/reports': 'fleet:read',
  'ambulance/equipment-settings': 'fleet:manage',
  'ambulance/form-settings': 'fleet:manage',
  'patients/:id/alarms': 'alarm:read',
  'patients/:id/notify': 'alarm:read',
  'patients/:id/access': 'audit:read',
  notifications: 'alarm:read',
  'alarm-burden': 'alarm:read',
  devices: 'device:read',
  'devices/transactions': 'device:read',
  inbox: 'clinical:record',
  quarantine: 'device:manage',
  'forms-detail': 'form:use',
  'forms-detail/equipment': 'equipment:check',
  'forms-detail/equipment/:id': 'equipment:check',
  'forms-detail/:form': 'form:use',
  'forms-detail/:form/:id': ['form:use', 'mission:dispatch'],
  groups: 'group:read',
  hospital: 'patient:read',
  hospitals: 'system-admin',
  users: 'user:manage',
  'users/new': 'user:manage',
  'users/:id': 'user:manage',
  thresholds: 'alarm:read',
  senders: 'sender:manage',
  permissions: 'user:manage',
  audit: 'audit:read',
} as const satisfies Record<string, Opener>

export type Screen = keyof typeof screens

/** The path of a screen; with `:id` in it, the pattern of its paths. */
export function formatScreenPath<Named extends Screen>(screen: Named): `/app/${Named}` {
  return `/app/${screen}`
}
