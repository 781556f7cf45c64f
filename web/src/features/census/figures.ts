import { type CensusDay, departureKinds } from 'contract'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../../ui/date/dates.ts'

export const countDeparted = ({ departed }: CensusDay): number =>
  departureKinds.reduce((sum, kind) => sum + departed[kind], 0)

/** Beds in use of the open beds, in percent, over these days; null if no bed was open. */
export function computeOccupancy(days: readonly CensusDay[]): number | null {
  const [used, open] = [sumField(days, 'in_beds'), sumField(days, 'beds')]
  return open === 0 ? null : (used / open) * 100
}

type Counted = Exclude<keyof CensusDay, 'day' | 'departed'>

export const sumField = (days: readonly CensusDay[], field: Counted): number =>
  days.reduce((sum, day) => sum + day[field], 0)

export function useCensusTexts() {
  const { i18n } = useTranslation()
  const day = (date: string) => formatDate(date, i18n.language)
  return {
    day,
    shortDay: (date: string) => day(date).replace(/ \d{4}$/, ''),
    number: (value: number) => value.toLocaleString(i18n.language),
    percent: (value: number | null) =>
      value === null
        ? '–'
        : `${value.toLocaleString(i18n.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`,
  }
}
