import { useSyncExternalStore } from 'react'
import { toHospitalDate } from './dates.ts'

const dayCheckMs = 60_000

/** Today in the hospital's time zone, as `yyyy-mm-dd`. */
export function today(): string {
  return toHospitalDate(new Date())
}

function subscribeToDay(onChange: () => void) {
  const timer = setInterval(onChange, dayCheckMs)
  return () => clearInterval(timer)
}

/** Today in the hospital's time zone; updated at midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribeToDay, today)
}
