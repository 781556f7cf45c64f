import { computeAge, toAgeParts } from 'contract'
import { useTranslation } from 'react-i18next'
import { useToday } from './use-today.ts'

/** An age in words, as used at the bedside; updated at midnight. */
export function useAgeText(): (dateOfBirth: string) => string {
  const { t } = useTranslation('ui')
  const today = useToday()
  return (dateOfBirth) =>
    toAgeParts(computeAge(dateOfBirth, today))
      .map(({ unit, count }) => t(`age.${unit}`, { count }))
      .join(' ')
}
