import {
  IconDeviceWatch,
  IconFileDescription,
  IconLock,
  IconPencilPlus,
  IconShieldLock,
  IconUserCircle,
  IconUserPlus,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type RecordScreen, recordPath } from '../../features/patients/record/facts/record-paths.ts'
import { useRecordScreens } from '../../features/patients/record/use-record-screens.ts'
import { loadAllTexts } from '../../locales/language.ts'
import {
  chartVitalSignsPath,
  giveDevicePath,
  newPatientPath,
  newUserPath,
  profilePath,
  securityPath,
} from '../../paths.ts'
import { lockScreen } from '../../session/lock-screen.ts'
import { useMay } from '../../session/signed-in.tsx'
import { getValueAtPath } from '../../ui/value-at-path.ts'
import { listNavigationScreens, type NavigationGroup } from '../navigation.ts'

type Aim =
  | { kind: 'open'; to: string }
  | { kind: 'do'; act: () => void }
  /** It needs a patient, who is asked for next. */
  | { kind: 'patient'; toOf: (patientId: string) => string }

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
  const acts = usePermittedActs()
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

  const ofAct = acts.map(({ act, icon, aim }) =>
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
        aim: { kind: 'patient', toOf: (id) => recordPath(id, screen) },
      },
      ['patients', `section.${screen}`],
    ),
  )
  return [...ofAct, ...ofScreen, ...(mayReadRecords ? ofRecord : []), ...ofOwnAccount]
}

const ownScreens = [
  { screen: 'profile', icon: IconUserCircle, to: profilePath },
  { screen: 'security', icon: IconShieldLock, to: securityPath },
] as const

type Act = { act: 'record' | 'register' | 'give-device' | 'add-user' | 'lock'; icon: TablerIcon; aim: Aim }

function usePermittedActs(): readonly Act[] {
  const mayRecord = useMay('clinical:record')
  const mayRegister = useMay('patient:register')
  const mayAssign = useMay('device:assign')
  const mayManageUsers = useMay('user:manage')
  const acts: (Act & { isPermitted: boolean })[] = [
    {
      act: 'record',
      icon: IconPencilPlus,
      aim: { kind: 'patient', toOf: chartVitalSignsPath },
      isPermitted: mayRecord,
    },
    {
      act: 'register',
      icon: IconUserPlus,
      aim: { kind: 'open', to: newPatientPath },
      isPermitted: mayRegister,
    },
    {
      act: 'give-device',
      icon: IconDeviceWatch,
      aim: { kind: 'patient', toOf: giveDevicePath },
      isPermitted: mayAssign,
    },
    {
      act: 'add-user',
      icon: IconUserPlus,
      aim: { kind: 'open', to: newUserPath },
      isPermitted: mayManageUsers,
    },
    { act: 'lock', icon: IconLock, aim: { kind: 'do', act: lockScreen }, isPermitted: true },
  ]
  return acts.filter(({ isPermitted }) => isPermitted)
}

async function loadTexts(): Promise<Texts> {
  const [app, patients, search] = await Promise.all([
    loadAllTexts('app'),
    loadAllTexts('patients'),
    loadAllTexts('search'),
  ])
  return { app, patients, search }
}
