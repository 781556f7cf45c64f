export { hospitalTimeZone } from 'contract'

type TimeStyle = 'short' | 'medium' | undefined

/** Making a format takes longer than formatting a hundred dates. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string, timeStyle: TimeStyle): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeStyle}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle })
    formats.set(key, format)
  }
  return format
}

/** The calendar date in the hospital's time zone at an instant. */
export function dateIn(timeZone: string, instant: string): string {
  return formatIn(timeZone, undefined).format(new Date(instant))
}

/** `2026-11-05 14:32` on the clock of a time zone. */
export function minuteIn(timeZone: string, instant: string): string {
  return formatIn(timeZone, 'short').format(new Date(instant))
}

/** `2026-11-05 14:32:07` on the clock of a time zone. */
export function secondIn(timeZone: string, instant: string): string {
  return formatIn(timeZone, 'medium').format(new Date(instant))
}

let written = { at: 0, text: new Date(0).toISOString() }

/** An instant (milliseconds) as ISO 8601 in UTC. Successive instants are often equal, so the last one is cached. */
export function isoOf(at: number): string {
  if (at !== written.at) written = { at, text: new Date(at).toISOString() }
  return written.text
}
