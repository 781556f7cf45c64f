import { useSyncExternalStore } from 'react'
import { isoDate } from './dates.ts'

const lookMs = 60_000

/** The calendar date of a moment on this device, as `yyyy-mm-dd`. */
export function calendarDateOf(moment: Date): string {
  return isoDate(moment.getFullYear(), moment.getMonth() + 1, moment.getDate())
}

/** Today on this device. */
export function today(): string {
  return calendarDateOf(new Date())
}

function watchTheDay(onChange: () => void) {
  const timer = setInterval(onChange, lookMs)
  return () => clearInterval(timer)
}

/** Today on this device; a screen that stays open past midnight moves on. */
export function useToday(): string {
  return useSyncExternalStore(watchTheDay, today)
}
