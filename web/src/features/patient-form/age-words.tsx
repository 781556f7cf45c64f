import type { Age } from 'contract'
import { useTranslation } from 'react-i18next'

const infantYears = 2
const childYears = 15

/** An age as it is said at the bedside: days and months of a baby, years and months of a child, years. */
export function AgeWords({ age: { years, months, days } }: { age: Age }) {
  const { t } = useTranslation('patient-form')
  const wholeMonths = years * 12 + months
  if (wholeMonths === 0) return <>{t('age.days', { count: days })}</>
  if (years < infantYears) return <>{t('age.months', { count: wholeMonths })}</>
  if (years < childYears && months > 0) return <>{t('age.years-months', { years, months })}</>
  return <>{t('age.years', { count: years })}</>
}
