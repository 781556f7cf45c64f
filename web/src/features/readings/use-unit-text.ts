import { quantities } from 'contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnKey, getUnit, type ShownQuantity } from './views.ts'

/** The unit in the language of the screen; clinical units are the same in every language. */
export function useUnitText(): (shown: ShownQuantity | ColumnKey) => string {
  const { t } = useTranslation('readings')
  return useCallback(
    (shown) => {
      if (shown === 'blood_pressure') return getUnit('systolic')
      if (shown !== 'bmi' && !(shown in quantities)) return ''
      const unit = getUnit(shown as ShownQuantity)
      return unit === 'steps' || unit === 'min' ? t(`unit.${unit}`) : unit
    },
    [t],
  )
}
