import { type QuantityName, quantities } from 'contract'
import { useTranslation } from 'react-i18next'
import { useUnitText } from './use-unit-text.ts'

/** Says between what a number must be. Where the unit tells the greatest (`/15`), the bounds have told it. */
export function useBoundsText(): (name: QuantityName) => string {
  const { t } = useTranslation('readings')
  const unitText = useUnitText()
  return (name) => {
    const { min, max } = quantities[name]
    const unit = unitText(name)
    return unit === `/${max}` ? t('form.between-only', { min, max }) : t('form.between', { min, max, unit })
  }
}
