import { highRiskSigns, lifeSavingSigns, type Triage } from 'contract'
import { useCallback } from 'react'
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
