import type { CallError } from 'contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { formatPatientPath } from '../../paths.ts'
import { formatScreenPath } from '../../screens.ts'
import { type Opened, opened } from '../../session/opened.ts'
import { useUser } from '../../session/signed-in.tsx'
import { type NavigationGroup, resolveViewPath } from '../navigation.ts'
import { EntryOption, FoundPatientOption, OpenedPatientOption } from './options.tsx'
import { rankNames } from './rank-names.ts'
import { usePatientMatches } from './use-patient-matches.ts'
import { type SearchEntry, useSearchEntries } from './use-search-entries.ts'

export type SearchOption = {
  key: string
  content: ReactNode
  choose: () => void
  /** What is typed is the whole hospital number of this patient. */
  isExact?: boolean
}
type Section = { key: 'opened' | 'patients' | 'acts' | 'screens'; label: string; options: SearchOption[] }

/** From so many letters on, an act or a screen of that name is more likely meant than a patient. */
const leadingLength = 3
const mostEntries = 6

type SearchState = {
  groups: readonly NavigationGroup[]
  typed: string
  chosen: SearchEntry | undefined
  onClose: () => void
  onNeedPatient: (entry: SearchEntry) => void
}

type Sections = {
  sections: readonly Section[]
  /** Whether these are the options of what is typed now. */
  isSettled: boolean
  /** Whether the first of them will stay the first. */
  isSteady: boolean
  error: CallError | null
}

/** What can be chosen: before anything is typed the last opened and the acts, then what matches. */
export function useSearchSections({ groups, typed, chosen, onClose, onNeedPatient }: SearchState): Sections {
  const { t } = useTranslation('search')
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const viewPath = resolveViewPath(pathname, useUser())
  const entries = useSearchEntries(groups)
  const remembered = opened.use()
  const { rows, isSettled, error } = usePatientMatches(typed)
  const isTyped = typed.trim() !== ''

  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const toPatient = (id: string) =>
    go(chosen?.aim.kind === 'patient' ? chosen.aim.buildPath(id) : formatPatientPath(id))
  const toEntryOption = (entry: SearchEntry): SearchOption => ({
    key: entry.key,
    content: <EntryOption entry={entry} />,
    choose() {
      if (entry.aim.kind === 'patient') return onNeedPatient(entry)
      if (entry.aim.kind === 'open') return go(entry.aim.to)
      onClose()
      entry.aim.act()
    },
  })
  const toOpenedOption = (one: Opened): SearchOption[] => {
    if (one.kind === 'patient')
      return [
        {
          key: one.key,
          content: <OpenedPatientOption patient={one.patient} />,
          choose: () => toPatient(one.patient._id),
        },
      ]
    const entry = entries.find(({ key }) => key === one.screen)
    return entry && !chosen ? [toEntryOption(entry)] : []
  }
  const isHere = (one: Opened) =>
    one.kind === 'patient'
      ? pathname.startsWith(formatPatientPath(one.patient._id))
      : viewPath === formatScreenPath(one.screen)

  const section = (key: Section['key'], options: SearchOption[]): Section[] =>
    options.length === 0 ? [] : [{ key, label: t(`group.${key}`), options }]
  const ofGroup = (list: readonly SearchEntry[], group: SearchEntry['group']) =>
    section(group, list.filter((entry) => entry.group === group).map(toEntryOption))

  if (!isTyped) {
    // The record that is open already is left out, except as the patient of an act.
    const last = remembered.filter((one) => chosen || !isHere(one)).flatMap(toOpenedOption)
    const acts = chosen ? [] : ofGroup(entries, 'acts')
    return { sections: [...section('opened', last), ...acts], isSettled: true, isSteady: true, error: null }
  }
  const hn = typed.trim().toUpperCase()
  const found = (rows ?? []).map((patient) => ({
    key: patient._id,
    content: <FoundPatientOption patient={patient} />,
    choose: () => toPatient(patient._id),
    isExact: patient.hn.toUpperCase() === hn,
  }))
  const patients = section(
    'patients',
    found.toSorted((one, other) => Number(other.isExact) - Number(one.isExact)),
  )
  if (chosen) return { sections: patients, isSettled, isSteady: isSettled, error }

  const ranked = entries.map((entry) => ({ entry, rank: rankNames(entry.names, typed) }))
  const ofRank = (rank: 'begins' | 'contains') =>
    ranked.filter((one) => one.rank === rank).map(({ entry }) => entry)
  const begins = ofRank('begins')
  const matches = [...begins, ...ofRank('contains')].slice(0, mostEntries)
  const entered = [...ofGroup(matches, 'acts'), ...ofGroup(matches, 'screens')]
  const isLed = begins.length > 0 && typed.trim().length >= leadingLength
  return {
    sections: isLed ? [...entered, ...patients] : [...patients, ...entered],
    isSettled,
    isSteady: isSettled || isLed,
    error,
  }
}
