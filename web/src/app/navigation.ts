import {
  IconAdjustmentsHorizontal,
  IconArrowsExchange,
  IconBellRinging,
  IconBuildingCommunity,
  IconBuildingHospital,
  IconChartBar,
  IconClipboardText,
  IconDeviceWatch,
  IconHeartRateMonitor,
  IconHistory,
  IconInbox,
  IconKey,
  IconMapPin,
  IconShieldLock,
  IconShieldQuestion,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Permission } from 'contract'
import {
  auditPath,
  devicesPath,
  formsPath,
  notificationsPath,
  patientListPath,
  patientPath,
  userPath,
  usersPath,
} from '../paths.ts'
import type { Session } from '../session/session.ts'

export type Destination = {
  to: string
  /** Screens below this path belong to the destination too. */
  pathPrefix?: string
  label:
    | 'patient-list'
    | 'monitoring'
    | 'location'
    | 'notifications'
    | 'alarm-burden'
    | 'forms'
    | 'users'
    | 'thresholds'
    | 'permissions'
    | 'audit'
    | 'device-list'
    | 'device-transactions'
    | 'inbox'
    | 'quarantine'
    | 'senders'
    | 'groups'
    | 'hospital'
    | 'hospitals'
  /** Label for a phone's bottom bar, where a fifth of the width has no room for the full one. */
  shortLabel?: 'alarms'
  icon: TablerIcon
  permission: Permission
  /** Which count of waiting items is shown beside it. */
  waitingKind?: 'readings' | 'messages' | 'opened-records' | 'applicants'
  isForFormUsers?: true
  isForSystemAdmins?: true
  /** Shown in the bottom bar of a phone. */
  isMostUsed?: true
}

export type NavigationGroup = {
  label: 'patients' | 'alarms' | 'devices' | 'forms' | 'administration'
  destinations: readonly Destination[]
}

const navigationGroups: readonly NavigationGroup[] = [
  {
    label: 'patients',
    destinations: [
      {
        to: patientListPath,
        pathPrefix: patientPath(''),
        label: 'patient-list',
        icon: IconUsers,
        permission: 'patient:read',
        isMostUsed: true,
      },
      {
        to: '/app/monitoring',
        label: 'monitoring',
        icon: IconHeartRateMonitor,
        permission: 'patient:read',
        isMostUsed: true,
      },
      { to: '/app/location', label: 'location', icon: IconMapPin, permission: 'patient:read' },
    ],
  },
  {
    label: 'alarms',
    destinations: [
      {
        to: notificationsPath,
        label: 'notifications',
        shortLabel: 'alarms',
        icon: IconBellRinging,
        permission: 'alarm:read',
        isMostUsed: true,
      },
      { to: '/app/alarm-burden', label: 'alarm-burden', icon: IconChartBar, permission: 'alarm:read' },
    ],
  },
  {
    label: 'devices',
    destinations: [
      {
        to: devicesPath,
        label: 'device-list',
        icon: IconDeviceWatch,
        permission: 'device:read',
        isMostUsed: true,
      },
      {
        to: `${devicesPath}/transactions`,
        label: 'device-transactions',
        icon: IconArrowsExchange,
        permission: 'device:read',
      },
      {
        to: '/app/inbox',
        label: 'inbox',
        icon: IconInbox,
        permission: 'clinical:record',
        waitingKind: 'readings',
      },
      {
        to: '/app/quarantine',
        label: 'quarantine',
        icon: IconShieldQuestion,
        permission: 'device:manage',
        waitingKind: 'messages',
      },
    ],
  },
  {
    label: 'forms',
    destinations: [
      {
        to: formsPath,
        label: 'forms',
        icon: IconClipboardText,
        permission: 'form:use',
        isForFormUsers: true,
      },
    ],
  },
  {
    label: 'administration',
    destinations: [
      { to: '/app/groups', label: 'groups', icon: IconUsersGroup, permission: 'group:read' },
      { to: '/app/hospital', label: 'hospital', icon: IconBuildingHospital, permission: 'patient:read' },
      {
        to: '/app/hospitals',
        label: 'hospitals',
        icon: IconBuildingCommunity,
        permission: 'patient:read',
        isForSystemAdmins: true,
      },
      {
        to: usersPath,
        pathPrefix: userPath(''),
        label: 'users',
        icon: IconUserCog,
        permission: 'user:manage',
        waitingKind: 'applicants',
      },
      {
        to: '/app/thresholds',
        label: 'thresholds',
        icon: IconAdjustmentsHorizontal,
        permission: 'alarm:read',
      },
      { to: '/app/senders', label: 'senders', icon: IconKey, permission: 'sender:manage' },
      {
        to: '/app/permissions',
        label: 'permissions',
        icon: IconShieldLock,
        permission: 'user:manage',
        waitingKind: 'opened-records',
      },
      { to: auditPath, label: 'audit', icon: IconHistory, permission: 'audit:read' },
    ],
  },
]

/** The destinations that this user may open. */
export function listNavigation(user: Session): readonly NavigationGroup[] {
  const { permissions, is_this_userform_user, is_system_admin } = user
  const isOpen = (destination: Destination) =>
    permissions.includes(destination.permission) &&
    !!destination.isForFormUsers === is_this_userform_user &&
    (is_system_admin || !destination.isForSystemAdmins)
  return navigationGroups
    .map((group) => ({ ...group, destinations: group.destinations.filter(isOpen) }))
    .filter(({ destinations }) => destinations.length > 0)
}

/** Value of `aria-current`: `page` for the screen itself, `true` for the destination that it belongs to. */
export function getAriaCurrent(
  { to, pathPrefix }: Destination,
  pathname: string,
): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return pathPrefix && pathname.startsWith(pathPrefix) ? 'true' : undefined
}
