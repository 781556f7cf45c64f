import { type Age, computeAge } from 'contract'
import { useTranslation } from 'react-i18next'
import { useToday } from './use-today.ts'

const childYears = 2
const grownYears = 15

type AgePart = { unit: keyof Age; count: number }

/** Units of an age: days; for babies months and days; for children years and months; then years. */
export function toAgeParts({ years, months, days }: Age): AgePart[] {
  const wholeMonths = years * 12 + months
  if (wholeMonths === 0) return [{ unit: 'days', count: days }]
  if (years < childYears) return [{ unit: 'months', count: wholeMonths }]
  const rest: AgePart[] = years < grownYears && months > 0 ? [{ unit: 'months', count: months }] : []
  return [{ unit: 'years', count: years }, ...rest]
}

/** An age in words, as used at the bedside; updated at midnight. */
export function useAgeText(): (dateOfBirth: string) => string {
  const { t } = useTranslation('ui')
  const today = useToday()
  return (dateOfBirth) =>
    toAgeParts(computeAge(dateOfBirth, today))
      .map(({ unit, count }) => t(`age.${unit}`, { count }))
      .join(' ')
}
