import { useSyncExternalStore } from 'react'
import { hospitalDate } from './dates.ts'

const lookMs = 60_000

/** Today in the hospital, as `yyyy-mm-dd`. */
export function today(): string {
  return hospitalDate(new Date())
}

function watchTheDay(onChange: () => void) {
  const timer = setInterval(onChange, lookMs)
  return () => clearInterval(timer)
}

/** Today in the hospital; a screen that stays open past midnight moves on. */
export function useToday(): string {
  return useSyncExternalStore(watchTheDay, today)
}
