import {
  type Accident,
  accidentPlaces,
  accidentRoles,
  accidentVehicles,
  highRiskSigns,
  lifeSavingSigns,
  listUnassessedDanger,
  type Triage,
} from 'contract'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

type Finding = Triage['findings'][number]

const includesName = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name)

/** What fired, in words: "SpO₂ 88 < 90", "Seizing". */
export function useFindingText(): (finding: Finding) => string {
  const { t } = useTranslation('triage')
  return useCallback(
    (finding) => {
      if (!('limit' in finding)) {
        if (includesName(lifeSavingSigns, finding.of)) return t(`a.${finding.of}`)
        return includesName(highRiskSigns, finding.of) ? t(`b.${finding.of}`) : finding.of
      }
      const { of, value, letter, comparison, limit } = finding
      const name = t(`finding.${of}`)
      if (letter !== null) return `${name} ${letter}`
      if (comparison === null || comparison === '=' || of === 'resources') return `${name} ${value ?? ''}`
      return `${name} ${value ?? ''} ${comparison} ${limit ?? ''}`
    },
    [t],
  )
}

/** Several of them in one line. */
export function useFindingsText(): (findings: readonly Finding[]) => string {
  const text = useFindingText()
  return useCallback((findings) => findings.map(text).join(' · '), [text])
}

/** Says that point D was not assessed, or only in part, and what is missing. */
export function useUnassessedText(): (missing: ReturnType<typeof listUnassessedDanger>) => string {
  const { t } = useTranslation('triage')
  return useCallback(
    (missing) => {
      const values = missing.map((name) => t(`finding.${name}`)).join(', ')
      return t(missing.length === dangerCount ? 'form.unassessed' : 'form.half-assessed', { values })
    },
    [t],
  )
}

const dangerCount = listUnassessedDanger({}).length

/** The words of a code of the file ACCIDENT; a code that has none, as it is. */
export function useAccidentWords() {
  const { t } = useTranslation('triage')
  return useMemo(
    () => ({
      place: (code: string) => {
        const known = accidentPlaces.find((one) => one === code)
        return known ? t(`accident-places.${known}`) : code
      },
      role: (code: string) => {
        const known = accidentRoles.find((one) => String(one) === code)
        return known ? t(`accident-roles.${known}`) : code
      },
      vehicle: (code: string) => {
        const known = accidentVehicles.find((one) => one === code)
        return known ? t(`accident-vehicles.${known}`) : code
      },
    }),
    [t],
  )
}

/** What is known of an accident, in words. */
export function useAccidentFacts(): (accident: Accident) => string[] {
  const { t } = useTranslation('triage')
  const words = useAccidentWords()
  return useCallback(
    ({ source, place, role, vehicle, ...known }) =>
      [
        t('arrival-facts.accident') +
          (source === null || source === 9 ? '' : ` (${t(`accident-source.${source}`)})`),
        place !== null && t('arrival-facts.place', { name: words.place(place) }),
        role !== null && t('arrival-facts.role', { name: words.role(String(role)) }),
        vehicle !== null && t('arrival-facts.vehicle', { name: words.vehicle(vehicle) }),
        ...(['belt', 'helmet', 'alcohol'] as const).map(
          (fact) => known[fact] !== null && t(`arrival-facts.${fact}.${known[fact] ? 'true' : 'false'}`),
        ),
      ].filter((fact) => fact !== false),
    [t, words],
  )
}
