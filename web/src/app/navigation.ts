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
import { patientPath, userPath } from '../paths.ts'
import { type Screen, screenPath } from '../screens.ts'
import { mayOpen, type Session } from '../session/session.ts'

type Entry = {
  screen: Screen
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
  /** Which count of waiting items is shown beside it. */
  waitingKind?: 'readings' | 'messages' | 'opened-records' | 'applicants'
  isForFormUsers?: true
  /** Shown in the bottom bar of a phone. */
  isMostUsed?: true
}

export type Destination = Entry & { to: string }

type Group<Item> = {
  label: 'patients' | 'alarms' | 'devices' | 'forms' | 'administration'
  destinations: readonly Item[]
}
export type NavigationGroup = Group<Destination>

const navigationGroups: readonly Group<Entry>[] = [
  {
    label: 'patients',
    destinations: [
      {
        screen: 'patient-list',
        pathPrefix: patientPath(''),
        label: 'patient-list',
        icon: IconUsers,
        isMostUsed: true,
      },
      { screen: 'monitoring', label: 'monitoring', icon: IconHeartRateMonitor, isMostUsed: true },
      { screen: 'location', label: 'location', icon: IconMapPin },
    ],
  },
  {
    label: 'alarms',
    destinations: [
      {
        screen: 'notifications',
        label: 'notifications',
        shortLabel: 'alarms',
        icon: IconBellRinging,
        isMostUsed: true,
      },
      { screen: 'alarm-burden', label: 'alarm-burden', icon: IconChartBar },
    ],
  },
  {
    label: 'devices',
    destinations: [
      { screen: 'devices', label: 'device-list', icon: IconDeviceWatch, isMostUsed: true },
      { screen: 'devices/transactions', label: 'device-transactions', icon: IconArrowsExchange },
      { screen: 'inbox', label: 'inbox', icon: IconInbox, waitingKind: 'readings' },
      { screen: 'quarantine', label: 'quarantine', icon: IconShieldQuestion, waitingKind: 'messages' },
    ],
  },
  {
    label: 'forms',
    destinations: [{ screen: 'forms-detail', label: 'forms', icon: IconClipboardText, isForFormUsers: true }],
  },
  {
    label: 'administration',
    destinations: [
      { screen: 'groups', label: 'groups', icon: IconUsersGroup },
      { screen: 'hospital', label: 'hospital', icon: IconBuildingHospital },
      { screen: 'hospitals', label: 'hospitals', icon: IconBuildingCommunity },
      {
        screen: 'users',
        pathPrefix: userPath(''),
        label: 'users',
        icon: IconUserCog,
        waitingKind: 'applicants',
      },
      { screen: 'thresholds', label: 'thresholds', icon: IconAdjustmentsHorizontal },
      { screen: 'senders', label: 'senders', icon: IconKey },
      { screen: 'permissions', label: 'permissions', icon: IconShieldLock, waitingKind: 'opened-records' },
      { screen: 'audit', label: 'audit', icon: IconHistory },
    ],
  },
]

/** The destinations that this user may open. */
export function listNavigation(user: Session): readonly NavigationGroup[] {
  const isShown = ({ screen, isForFormUsers }: Entry) =>
    mayOpen(screen, user) && !!isForFormUsers === user.is_this_userform_user
  return navigationGroups
    .map(({ label, destinations }) => ({
      label,
      destinations: destinations.filter(isShown).map((entry) => ({ ...entry, to: screenPath(entry.screen) })),
    }))
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
