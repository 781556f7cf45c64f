import { quantities } from 'contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { type ColumnKey, type Shown, unitOf } from './views.ts'

/** The unit in the language of the screen; clinical units are the same in every language. */
export function useUnitText(): (shown: Shown | ColumnKey) => string {
  const { t } = useTranslation('readings')
  return useCallback(
    (shown) => {
      if (shown === 'blood_pressure') return unitOf('systolic')
      if (shown !== 'bmi' && !(shown in quantities)) return ''
      const unit = unitOf(shown as Shown)
      return unit === 'steps' || unit === 'min' ? t(`unit.${unit}`) : unit
    },
    [t],
  )
}
