import { IconClipboardText, IconHeartRateMonitor, IconHistory, IconMapPin, IconUsers, type TablerIcon } from '@tabler/icons-react'
import type { Permission } from 'contract'
import { formsAddress, patientAddress, patientListAddress } from './addresses.ts'
import type { Session } from './session.ts'

export type Destination = {
  to: string
  /** Screens below this address belong to the destination too. */
  covers?: string
  label: 'patient-list' | 'monitoring' | 'location' | 'forms' | 'audit'
  icon: TablerIcon
  permission: Permission
  isForFormUsers?: true
}

type NavigationGroup = {
  label: 'patients' | 'forms' | 'administration'
  destinations: readonly Destination[]
}

const groups: readonly NavigationGroup[] = [
  {
    label: 'patients',
    destinations: [
      {
        to: patientListAddress,
        covers: patientAddress(''),
        label: 'patient-list',
        icon: IconUsers,
        permission: 'patient:read',
      },
      {
        to: '/app/monitoring',
        label: 'monitoring',
        icon: IconHeartRateMonitor,
        permission: 'patient:read',
      },
      { to: '/app/location', label: 'location', icon: IconMapPin, permission: 'patient:read' },
    ],
  },
  {
    label: 'forms',
    destinations: [
      {
        to: formsAddress,
        label: 'forms',
        icon: IconClipboardText,
        permission: 'form:use',
        isForFormUsers: true,
      },
    ],
  },
  {
    label: 'administration',
    destinations: [{ to: '/app/audit', label: 'audit', icon: IconHistory, permission: 'audit:read' }],
  },
]

/** What this person may open, and nothing else. */
export function navigationFor({ permissions, is_this_userform_user }: Session): readonly NavigationGroup[] {
  const isOpen = (destination: Destination) =>
    permissions.includes(destination.permission) && !!destination.isForFormUsers === is_this_userform_user
  return groups
    .map((group) => ({ ...group, destinations: group.destinations.filter(isOpen) }))
    .filter(({ destinations }) => destinations.length > 0)
}

/** For `aria-current`: the page itself, or the part of the panel that it belongs to. */
export function currentOf({ to, covers }: Destination, pathname: string): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return covers && pathname.startsWith(covers) ? 'true' : undefined
}
