import { type Permission, permissions, type StaffTypeCode, staffTypes } from 'contract'
import { useTranslation } from 'react-i18next'
import { useStaffTypeName } from '../../clinical/staff/use-staff-type-name.ts'

/** The translation keys of a permission: `patient-read` for `patient:read`. */
type PermissionTextKey<Name extends Permission> = Name extends `${infer Thing}:${infer Act}`
  ? `${Thing}-${Act}`
  : never

export function usePermissionTexts() {
  const { t } = useTranslation('permissions')
  const toTextKey = (permission: Permission) => permission.replace(':', '-') as PermissionTextKey<Permission>
  return {
    name: (permission: Permission) => t(`permission.${toTextKey(permission)}.name`),
    what: (permission: Permission) => t(`permission.${toTextKey(permission)}.what`),
    staffType: useStaffTypeName(),
  }
}

export const staffTypeCodes = Object.keys(staffTypes) as StaffTypeCode[]

const thingGroups: Record<string, 'patients' | 'alarms' | 'devices' | 'ambulance'> = {
  patient: 'patients',
  clinical: 'patients',
  'spo2-scale': 'patients',
  admission: 'patients',
  bed: 'patients',
  queue: 'patients',
  triage: 'patients',
  form: 'patients',
  alarm: 'alarms',
  threshold: 'alarms',
  device: 'devices',
  sender: 'devices',
  mission: 'ambulance',
  payment: 'ambulance',
  fleet: 'ambulance',
}

/** The groups of the table, in its order. */
export const permissionGroups = (
  ['patients', 'alarms', 'devices', 'ambulance', 'administration'] as const
).map((group) => ({
  group,
  permissions: permissions.filter(
    (permission) => (thingGroups[permission.split(':')[0] ?? ''] ?? 'administration') === group,
  ),
}))
