import { type Alarm, quantities } from 'contract'
import { useTranslation } from 'react-i18next'

/**
 * Why an early-warning score alarms that reached no limit ("one parameter scores 3: SpO₂ 89 %"), and by which scale the
 * saturation was scored where it is not the first.
 */
export function useScoreText(): (alarm: Pick<Alarm, 'score' | 'limit'>) => string | undefined {
  const { t, i18n } = useTranslation('alarms')
  return ({ score, limit }) => {
    if (!score) return undefined
    const parts = score.threes.map(({ parameter, value, letter }) => {
      const name = t(`parameter.${parameter}`)
      if (value === null || parameter === 'consciousness' || parameter === 'oxygen')
        return `${name} ${letter ?? ''}`.trim()
      const { unit, decimals } = quantities[parameter]
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      return `${name} ${value.toLocaleString(i18n.language, digits)} ${unit}`
    })
    const facts = [
      limit === null &&
        parts.length > 0 &&
        t('limit.threes', { count: parts.length, parts: parts.join(', ') }),
      score.scale === 2 && t('score-scale-2'),
    ]
    return facts.filter(Boolean).join(' · ') || undefined
  }
}
