export { hospitalTimeZone } from 'contract'

type TimeStyle = 'short' | 'medium' | undefined

/** Making a format takes longer than formatting a hundred dates. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getZonedFormat(timeZone: string, timeStyle: TimeStyle): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeStyle}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle })
    formats.set(key, format)
  }
  return format
}

/** The calendar date in the hospital's time zone at an instant. */
export function formatZonedDate(timeZone: string, instant: string): string {
  return getZonedFormat(timeZone, undefined).format(new Date(instant))
}

/** `2026-11-05 14:32` on the clock of a time zone. */
export function formatZonedMinute(timeZone: string, instant: string): string {
  return getZonedFormat(timeZone, 'short').format(new Date(instant))
}

/** `2026-11-05 14:32:07` on the clock of a time zone. */
export function formatZonedSecond(timeZone: string, instant: string): string {
  return getZonedFormat(timeZone, 'medium').format(new Date(instant))
}

let lastFormatted = { at: 0, text: new Date(0).toISOString() }

/** An instant (milliseconds) as ISO 8601 in UTC. Successive instants are often equal, so the last one is cached. */
export function formatIso(at: number): string {
  if (at !== lastFormatted.at) lastFormatted = { at, text: new Date(at).toISOString() }
  return lastFormatted.text
}
