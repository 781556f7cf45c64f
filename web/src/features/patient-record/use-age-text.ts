import { ageAt } from 'contract'
import { useTranslation } from 'react-i18next'
import { useToday } from '../../ui/use-today.ts'
import { ageParts } from './rules.ts'

/** An age in the units a ward counts it in: days, months, years with months, years. */
export function useAgeText(): (dateOfBirth: string) => string {
  const { t } = useTranslation('patient-record')
  const today = useToday()
  return (dateOfBirth) =>
    ageParts(ageAt(dateOfBirth, today))
      .map(({ unit, count }) => t(`age-${unit}`, { count }))
      .join(' ')
}
