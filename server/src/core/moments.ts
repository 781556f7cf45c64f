export { hospitalTimeZone } from 'contract'

/** The calendar date in the hospital's time zone at an instant. */
export function dateIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(instant))
}

/** `2026-11-05 14:32` on the clock of a time zone. */
export function minuteIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  )
}
/** `2026-11-05 14:32:07` on the clock of a time zone. */
export function secondIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(instant),
  )
}
