import {
  IconAdjustmentsHorizontal,
  IconAmbulance,
  IconArrowsExchange,
  IconBed,
  IconBedFlat,
  IconBellRinging,
  IconBuildingCommunity,
  IconBuildingHospital,
  IconCar,
  IconChartBar,
  IconChartHistogram,
  IconChecklist,
  IconClipboardCheck,
  IconClipboardText,
  IconDeviceWatch,
  IconDoorEnter,
  IconForms,
  IconHeartRateMonitor,
  IconHistory,
  IconInbox,
  IconKey,
  IconListCheck,
  IconMapPin,
  IconReceipt,
  IconSettings,
  IconShieldLock,
  IconShieldQuestion,
  IconSteeringWheel,
  IconTicket,
  IconTrafficLights,
  IconUrgent,
  IconUserCog,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react'
import type app from 'contract/locales/en/app.json'
import {
  allPatientsPath,
  formatPatientPath,
  formatTriagePath,
  formatUserPath,
  formsPath,
  numberDisplayPath,
  patientListPath,
  wardBoardPath,
} from '../paths.ts'
import { formatScreenPath, type Screen } from '../screens.ts'
import { beginsOnWard } from '../session/begins-on-ward.ts'
import { mayOpen, type Session } from '../session/session.ts'

type Texts = typeof app
/** The texts of `app` that have no parts: a label is one of them. */
type ScreenLabel = { [Name in keyof Texts]: Texts[Name] extends string ? Name : never }[keyof Texts]

/** What waits for somebody on a screen. */
export type WaitingKind = 'readings' | 'messages' | 'opened-records' | 'applicants'

type Place = {
  label: ScreenLabel
  /** Label where there is little room: under an icon. */
  shortLabel?: 'alarms'
  icon: TablerIcon
  /** Screens below these paths belong to the screen. */
  pathPrefixes?: readonly string[]
  waitingKind?: WaitingKind
}

/** A screen that the navigation leads to. */
export type NavigationScreen = Place & { screen: Screen; to: string }

const places = {
  'patient-list': {
    label: 'patients',
    icon: IconUsers,
    pathPrefixes: [`${patientListPath}/`, formatPatientPath('')],
  },
  admissions: { label: 'admissions', icon: IconDoorEnter },
  census: { label: 'census', icon: IconChartHistogram },
  beds: { label: 'beds', icon: IconBedFlat },
  'ward/round': { label: 'round', icon: IconChecklist },
  'ward/handover': { label: 'handover', icon: IconUserShare },
  monitoring: { label: 'monitoring', icon: IconHeartRateMonitor },
  location: { label: 'location', icon: IconMapPin },
  opd: { label: 'opd', icon: IconTicket, pathPrefixes: [numberDisplayPath] },
  er: { label: 'er', icon: IconAmbulance },
  triage: { label: 'triage', icon: IconUrgent, pathPrefixes: [formatTriagePath('')] },
  'triage/settings': { label: 'triage-settings', icon: IconTrafficLights },
  'ambulance/missions': { label: 'missions', icon: IconUrgent },
  'ambulance/inbound': { label: 'inbound', icon: IconAmbulance },
  'ambulance/reviews': { label: 'form-reviews', icon: IconListCheck },
  'ambulance/vehicles': { label: 'vehicles', icon: IconCar },
  'ambulance/teams': { label: 'teams', icon: IconSteeringWheel },
  'ambulance/operations': { label: 'operations', icon: IconReceipt },
  'ambulance/reports': { label: 'mission-reports', icon: IconChartBar },
  'ambulance/equipment-settings': { label: 'equipment-settings', icon: IconClipboardCheck },
  'ambulance/form-settings': { label: 'form-settings', icon: IconForms },
  notifications: { label: 'notifications', shortLabel: 'alarms', icon: IconBellRinging },
  'alarm-burden': { label: 'alarm-burden', icon: IconChartBar },
  devices: { label: 'device-list', icon: IconDeviceWatch },
  'devices/transactions': { label: 'device-transactions', icon: IconArrowsExchange },
  inbox: { label: 'inbox', icon: IconInbox, waitingKind: 'readings' },
  quarantine: { label: 'quarantine', icon: IconShieldQuestion, waitingKind: 'messages' },
  'forms-detail': { label: 'forms', icon: IconClipboardText, pathPrefixes: [`${formsPath}/`] },
  groups: { label: 'groups', icon: IconUsersGroup },
  hospital: { label: 'hospital', icon: IconBuildingHospital },
  hospitals: { label: 'hospitals', icon: IconBuildingCommunity },
  users: { label: 'users', icon: IconUserCog, pathPrefixes: [formatUserPath('')], waitingKind: 'applicants' },
  thresholds: { label: 'thresholds', icon: IconAdjustmentsHorizontal },
  senders: { label: 'senders', icon: IconKey },
  permissions: { label: 'permissions', icon: IconShieldLock, waitingKind: 'opened-records' },
  audit: { label: 'audit', icon: IconHistory },
} satisfies Partial<Record<Screen, Place>>

type ScreenOfNavigation = keyof typeof places

/** The first screen is called what its user finds there. */
function findPlace(screen: ScreenOfNavigation, user: Session): Place {
  const place: Place = places[screen]
  return screen === 'patient-list' && beginsOnWard(user) ? { ...place, label: 'ward', icon: IconBed } : place
}

/** One screen, or several under one name: they are its tabs. */
type Entry =
  | ScreenOfNavigation
  | {
      label: 'ward' | 'monitoring' | 'alarms' | 'profiles' | 'devices' | 'settings'
      icon: TablerIcon
      screens: readonly ScreenOfNavigation[]
    }

type Group<Item> = {
  label: 'ward' | 'patients' | 'emergency' | 'ambulance' | 'alarms' | 'devices' | 'forms' | 'administration'
  destinations: readonly Item[]
}

const devices: Entry = {
  label: 'devices',
  icon: IconDeviceWatch,
  screens: ['devices', 'devices/transactions', 'inbox', 'quarantine'],
}

const profiles = [
  'ambulance/vehicles',
  'ambulance/teams',
  'ambulance/operations',
  'ambulance/reports',
  'ambulance/equipment-settings',
  'ambulance/form-settings',
] as const satisfies readonly ScreenOfNavigation[]

const administration = [
  'groups',
  'hospital',
  'hospitals',
  'users',
  'thresholds',
  'triage/settings',
  'senders',
  'permissions',
  'audit',
] as const satisfies readonly ScreenOfNavigation[]

const standardGroups: readonly Group<Entry>[] = [
  {
    label: 'patients',
    destinations: [
      'patient-list',
      'ward/round',
      'ward/handover',
      'beds',
      'admissions',
      'census',
      'monitoring',
      'location',
    ],
  },
  { label: 'emergency', destinations: ['triage', 'er', 'opd'] },
  {
    label: 'ambulance',
    destinations: [
      'ambulance/missions',
      'ambulance/inbound',
      'forms-detail',
      'ambulance/reviews',
      { label: 'profiles', icon: IconCar, screens: profiles },
    ],
  },
  { label: 'alarms', destinations: ['notifications', 'alarm-burden'] },
  { label: 'devices', destinations: [devices] },
  { label: 'administration', destinations: administration },
]

/** Nurses go back and forth between few screens all day: everything else is a tab beside one of these. */
const nurseGroups: readonly Group<Entry>[] = [
  {
    label: 'ward',
    destinations: [
      {
        label: 'ward',
        icon: IconBed,
        screens: [
          'patient-list',
          'ward/round',
          'ward/handover',
          'beds',
          'admissions',
          'triage',
          'er',
          'opd',
          'ambulance/inbound',
          'ambulance/missions',
          'forms-detail',
          'ambulance/reviews',
          'census',
        ],
      },
      { label: 'monitoring', icon: IconHeartRateMonitor, screens: ['monitoring', 'location'] },
      { label: 'alarms', icon: IconBellRinging, screens: ['notifications', 'alarm-burden'] },
      devices,
      { label: 'settings', icon: IconSettings, screens: ['thresholds', ...profiles, ...administration] },
    ],
  },
]

/** What forms-only users may open. */
const formsOnlyGroups: readonly Group<Entry>[] = [{ label: 'forms', destinations: ['forms-detail'] }]

/** The destinations in the bottom bar of a phone, by any of their screens. */
const mostUsed: ReadonlySet<Screen> = new Set(['patient-list', 'monitoring', 'notifications', 'devices'])

export type Destination = {
  label: ScreenLabel
  shortLabel?: 'alarms'
  icon: TablerIcon
  /** The first of its screens. */
  to: string
  screens: readonly NavigationScreen[]
  isMostUsed: boolean
}
export type NavigationGroup = Group<Destination>

/** The destinations that this user may open. */
export function listNavigation(user: Session): readonly NavigationGroup[] {
  const isNurse = user.staff_type === 'nurse' || user.staff_type === 'assistant_nurse'
  const groups = user.is_this_userform_user ? formsOnlyGroups : isNurse ? nurseGroups : standardGroups
  return groups
    .map(({ label, destinations }) => ({
      label,
      destinations: destinations.flatMap((entry) => toDestination(entry, user)),
    }))
    .filter(({ destinations }) => destinations.length > 0)
}

function toDestination(entry: Entry, user: Session): Destination[] {
  const wanted = typeof entry === 'string' ? [entry] : [...new Set(entry.screens)]
  const screens = wanted
    .filter((screen) => mayOpen(screen, user))
    .map((screen): NavigationScreen => ({ ...findPlace(screen, user), screen, to: formatScreenPath(screen) }))
  const [first] = screens
  if (!first) return []
  const isMostUsed = screens.some(({ screen }) => mostUsed.has(screen))
  return [{ ...(typeof entry === 'string' ? first : entry), to: first.to, screens, isMostUsed }]
}

const patientViews: readonly NavigationScreen[] = [
  { screen: 'patient-list/ward', label: 'ward', icon: IconBed, to: wardBoardPath },
  { screen: 'patient-list/all', label: 'patient-list', icon: IconUsers, to: allPatientsPath },
]

/** All screens that the navigation leads this user to, the two views of the first screen each by itself. */
export function listNavigationScreens(groups: readonly NavigationGroup[]): readonly NavigationScreen[] {
  return groups
    .flatMap(({ destinations }) => destinations.flatMap(({ screens }) => screens))
    .flatMap((one) => (one.screen === 'patient-list' ? patientViews : [one]))
}

/** The path of the view that a user sees at a path: the first screen is one of two views. */
export function resolveViewPath(pathname: string, user: Session): string {
  if (pathname !== patientListPath) return pathname
  return beginsOnWard(user) ? wardBoardPath : allPatientsPath
}

/** Value of `aria-current`: `page` for the screen itself, `true` for the destination that it belongs to. */
export function getAriaCurrent(
  { to, screens }: Pick<Destination, 'to' | 'screens'>,
  pathname: string,
): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  const isWithin = screens.some(
    (screen) => pathname === screen.to || screen.pathPrefixes?.some((prefix) => pathname.startsWith(prefix)),
  )
  return isWithin ? 'true' : undefined
}
