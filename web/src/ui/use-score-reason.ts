import { type Alarm, quantities } from 'contract'
import { useTranslation } from 'react-i18next'

/** Why an early-warning score alarms that reached no limit: "one parameter scores 3: SpO₂ 89 %". */
export function useScoreReason(): (alarm: Pick<Alarm, 'score' | 'limit'>) => string | undefined {
  const { t, i18n } = useTranslation('alarms')
  return ({ score, limit }) => {
    if (limit !== null || !score || score.threes.length === 0) return undefined
    const parts = score.threes.map(({ parameter, value, letter }) => {
      const name = t(`parameter.${parameter}`)
      if (value === null || parameter === 'consciousness' || parameter === 'oxygen')
        return `${name} ${letter ?? ''}`.trim()
      const { unit, decimals } = quantities[parameter]
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      return `${name} ${value.toLocaleString(i18n.language, digits)} ${unit}`
    })
    return t('limit.threes', { count: parts.length, parts: parts.join(', ') })
  }
}
