import { countNights } from 'contract'
import { useTranslation } from 'react-i18next'
import { toHospitalDate } from '../../ui/date/dates.ts'
import { useToday } from '../../ui/date/use-today.ts'

/** What tells how long a stay is; whoever is still here has not left. */
type StayTimes = { admitted_at: string; discharged_at?: string | null }

/** The nights of a stay up to today or the discharge, by the hospital's calendar: none on the day of the admission. */
export function useNights(): (stay: StayTimes) => number {
  const today = useToday()
  return ({ admitted_at, discharged_at }) =>
    // A device whose clock is behind would be before the admission.
    Math.max(
      0,
      countNights(toHospitalDate(admitted_at), discharged_at ? toHospitalDate(discharged_at) : today),
    )
}

/** The length of a stay in words, where no label says what the number is. */
export function useStayLength(): (stay: StayTimes) => string {
  const { t } = useTranslation('patients')
  const nights = useNights()
  return (stay) => {
    const count = nights(stay)
    return count === 0 && !stay.discharged_at ? t('admitted-today') : t('nights', { count })
  }
}
