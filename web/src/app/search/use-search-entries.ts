import {
  IconAmbulance,
  IconBuildingHospital,
  IconClipboardCheck,
  IconClipboardText,
  IconDeviceWatch,
  IconFileDescription,
  IconLock,
  IconPencilPlus,
  IconSend,
  IconShieldLock,
  IconUrgent,
  IconUserCircle,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormName, formAccess, missionForms, type Permission } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatRecordPath, type RecordScreen } from '../../features/patients/record/facts/record-paths.ts'
import { useRecordScreens } from '../../features/patients/record/use-record-screens.ts'
import { loadAllTexts } from '../../locales/language.ts'
import {
  equipmentPath,
  formatChartVitalSignsPath,
  formatFormListPath,
  formatGiveDevicePath,
  formatPatientAdmissionsPath,
  formatTriagePath,
  newPatientPath,
  newUserPath,
  profilePath,
  securityPath,
} from '../../paths.ts'
import type { Screen } from '../../screens.ts'
import { lockScreen } from '../../session/lock-screen.ts'
import { useMay, useMayOpen, useUser } from '../../session/signed-in.tsx'
import { getValueAtPath } from '../../ui/value-at-path.ts'
import { listNavigationScreens, type NavigationGroup } from '../navigation.ts'

type Aim =
  | { kind: 'open'; to: string }
  | { kind: 'do'; act: () => void }
  /** It needs a patient, who is asked for next. */
  | { kind: 'patient'; buildPath: (patientId: string) => string }

/** An act or a screen that the search finds. */
export type SearchEntry = {
  key: string
  group: 'acts' | 'screens'
  label: string
  icon: TablerIcon
  /** What it is called, and other words for it, in each language. */
  names: readonly string[]
  aim: Aim
}

type Texts = Record<'app' | 'patients' | 'search', readonly Record<string, unknown>[]>

/** What this user may do and open from anywhere. Until the texts of other languages are loaded, only by its label. */
export function useSearchEntries(groups: readonly NavigationGroup[]): readonly SearchEntry[] {
  const { t } = useTranslation(['search', 'app', 'patients'])
  const { permissions } = useUser()
  const mayOpen = useMayOpen()
  const { tabs, menu } = useRecordScreens()
  const mayReadRecords = useMay('patient:read')
  const { data: texts } = useQuery({
    queryKey: ['search-texts'],
    queryFn: loadTexts,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const listNames = (label: string, ...keys: readonly (readonly [keyof Texts, string])[]) => [
    label,
    ...keys.flatMap(([feature, key]) => (texts?.[feature] ?? []).map((all) => getValueAtPath(all, key))),
  ]
  const name = (entry: Omit<SearchEntry, 'names'>, ...keys: readonly (readonly [keyof Texts, string])[]) => ({
    ...entry,
    names: listNames(entry.label, ...keys).filter((one) => typeof one === 'string'),
  })

  const isPermitted = ({ screen, access }: { act: string; screen?: Screen; access?: Permission }) =>
    (screen === undefined || mayOpen(screen)) && (access === undefined || permissions.includes(access))
  const ofAct = acts
    .filter(isPermitted)
    .map(({ act, icon, aim }) =>
      name(
        { key: act, group: 'acts', label: t(`act.${act}`), icon, aim },
        ['search', `act.${act}`],
        ['search', `words.${act}`],
      ),
    )
  const ofScreen = listNavigationScreens(groups).map(({ screen, label, icon, to }) =>
    name(
      { key: screen, group: 'screens', label: t(`app:${label}`), icon, aim: { kind: 'open', to } },
      ['app', label],
      ['search', `words.${screen}`],
    ),
  )
  const ofForm = missionForms
    .filter((form) => permissions.includes(formAccess[form]))
    .map((form) =>
      name(
        {
          key: form,
          group: 'screens',
          label: t(`form.${form}`),
          icon: IconClipboardText,
          aim: toForm(form),
        },
        ['search', `form.${form}`],
        ['search', `words.${form}`],
      ),
    )
  const ofOwnAccount = ownScreens.map(({ screen, icon, to }) =>
    name(
      { key: screen, group: 'screens', label: t(`app:${screen}`), icon, aim: { kind: 'open', to } },
      ['app', screen],
      ['search', `words.${screen}`],
    ),
  )
  const recordScreens: readonly RecordScreen[] = [...tabs.flatMap(({ screens }) => screens), ...menu]
  const ofRecord = recordScreens.map((screen) =>
    name(
      {
        key: `record/${screen}`,
        group: 'screens',
        label: `${t(`patients:section.${screen}`)} ${t('of-patient')}`,
        icon: IconFileDescription,
        aim: { kind: 'patient', buildPath: (id) => formatRecordPath(id, screen) },
      },
      ['patients', `section.${screen}`],
    ),
  )
  return [...ofAct, ...ofScreen, ...ofForm, ...(mayReadRecords ? ofRecord : []), ...ofOwnAccount]
}

const ownScreens = [
  { screen: 'profile', icon: IconUserCircle, to: profilePath },
  { screen: 'security', icon: IconShieldLock, to: securityPath },
] as const

const toForm = (form: FormName): Aim => ({ kind: 'open', to: formatFormListPath(form) })

/** What may be done from anywhere: by whoever may open its screen, by those with a permission, or by everybody. */
const acts = [
  {
    act: 'record',
    icon: IconPencilPlus,
    aim: { kind: 'patient', buildPath: formatChartVitalSignsPath },
    access: 'clinical:record',
  },
  {
    act: 'triage',
    icon: IconUrgent,
    aim: { kind: 'patient', buildPath: formatTriagePath },
    screen: 'triage/:id',
  },
  {
    act: 'admit',
    icon: IconBuildingHospital,
    aim: { kind: 'patient', buildPath: formatPatientAdmissionsPath },
    access: 'admission:manage',
  },
  {
    act: 'register',
    icon: IconUserPlus,
    aim: { kind: 'open', to: newPatientPath },
    screen: 'patients/new',
  },
  {
    act: 'give-device',
    icon: IconDeviceWatch,
    aim: { kind: 'patient', buildPath: formatGiveDevicePath },
    access: 'device:assign',
  },
  {
    act: 'request-ambulance',
    icon: IconAmbulance,
    aim: toForm('ambulance-request'),
    access: formAccess['ambulance-request'],
  },
  {
    act: 'refer',
    icon: IconSend,
    aim: toForm('ambulance-referral'),
    access: formAccess['ambulance-referral'],
  },
  {
    act: 'check-equipment',
    icon: IconClipboardCheck,
    aim: { kind: 'open', to: equipmentPath },
    screen: 'forms-detail/equipment',
  },
  {
    act: 'add-user',
    icon: IconUserPlus,
    aim: { kind: 'open', to: newUserPath },
    screen: 'users/new',
  },
  { act: 'lock', icon: IconLock, aim: { kind: 'do', act: lockScreen } },
] as const satisfies { act: string; icon: TablerIcon; aim: Aim; screen?: Screen; access?: Permission }[]

async function loadTexts(): Promise<Texts> {
  const [app, patients, search] = await Promise.all([
    loadAllTexts('app'),
    loadAllTexts('patients'),
    loadAllTexts('search'),
  ])
  return { app, patients, search }
}
