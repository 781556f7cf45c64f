import { ageAt } from 'contract'
import { useTranslation } from 'react-i18next'
import { ageParts } from './rules.ts'

/** Today on this device, as an ISO calendar date. */
export function today(): string {
  return new Intl.DateTimeFormat('sv-SE').format(new Date())
}

/** An age in the units a ward counts it in: days, months, years with months, years. */
export function useAgeText(): (dateOfBirth: string) => string {
  const { t } = useTranslation('patient-record')
  return (dateOfBirth) =>
    ageParts(ageAt(dateOfBirth, today()))
      .map(({ unit, count }) => t(`age-${unit}`, { count }))
      .join(' ')
}
