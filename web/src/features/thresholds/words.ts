import { quantities } from 'contract'
import { useTranslation } from 'react-i18next'
import { useVitalName } from '../../clinical/use-vital-name.ts'
import { findNumberBounds, parseNumberPath, timeUnits } from './rules.ts'

/** The name of a number, in words, with its unit. */
export function useNumberTexts() {
  const { t, i18n } = useTranslation(['thresholds', 'alarms', 'validation'])
  const vitalName = useVitalName('alarm')
  const unit = (path: string) => {
    const parts = parseNumberPath(path)
    if (parts?.group === 'limits' || parts?.group === 'dead_bands') return quantities[parts.vital].unit
    if (parts?.group === 'persistence') return t(parts.name === 'repeats' ? 'times' : 'seconds')
    return parts ? t(timeUnits[parts.time]) : ''
  }
  return {
    name: (path: string) => {
      const parts = parseNumberPath(path)
      if (!parts) return path
      if (parts.group === 'times') return t(`time.${parts.time}`)
      const vital = vitalName(parts.vital)
      if (parts.group === 'dead_bands') return `${vital} · ${t('dead_band')}`
      if (parts.group === 'persistence') return `${vital} · ${t(parts.name)}`
      return `${t(`band.${parts.band}`)} · ${vital} · ${t(`alarms:bound.${parts.bound}`)}`
    },
    unit,
    /** Which values a number may have. */
    bounds: (path: string) => {
      const [min, max] = (findNumberBounds(path) ?? []).map((bound) => bound.toLocaleString(i18n.language))
      return t('validation:number-between', { min, max, unit: unit(path) })
    },
    /** A number with its unit; without a number what that means. */
    value: (path: string, value: number | null) => {
      if (value === null) return t(path === 'times.retention_months' ? 'for-good' : 'no-limit')
      return `${value.toLocaleString(i18n.language)} ${unit(path)}`
    },
  }
}
