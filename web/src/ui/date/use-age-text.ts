import { type Birth, toKnownAgeParts } from 'contract'
import { useTranslation } from 'react-i18next'
import { useToday } from './use-today.ts'

/** An age in words, as used at the bedside, and "about" before one that nobody knows exactly; updated at midnight. */
export function useAgeText(): (birth: Birth) => string | null {
  const { t } = useTranslation('ui')
  const today = useToday()
  return ({ date_of_birth, birth_date_precision }) => {
    if (date_of_birth === null) return null
    const { isAbout, parts } = toKnownAgeParts(date_of_birth, birth_date_precision, today)
    const age = parts.map(({ unit, count }) => t(`age.${unit}`, { count })).join(' ')
    return isAbout ? t('about', { what: age }) : age
  }
}
