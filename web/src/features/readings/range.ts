import { hospitalTimeZone } from 'contract'
import { offsetMs, partsOf } from '../../ui/date/dates.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export const ranges = {
  '6h': 6 * hourMs,
  '24h': dayMs,
  '3d': 3 * dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '60d': 60 * dayMs,
} as const
export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as RangeName[]

/** The last hours or days up to now, or a custom span, in milliseconds. */
export type Range = { last: RangeName } | { from: number; to: number }

export function readRange(query: URLSearchParams, standard: RangeName): Range {
  const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
  if (from < to) return { from, to }
  return { last: rangeNames.find((name) => name === query.get('range')) ?? standard }
}

export function writeRange(query: URLSearchParams, range: Range): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const key of ['range', 'from', 'to']) next.delete(key)
  if ('last' in range) next.set('range', range.last)
  else for (const key of ['from', 'to'] as const) next.set(key, new Date(range[key]).toISOString())
  return next
}

const stepsOfRange = 48

/** The span to request: `to` is left out if it is now. `from` is rounded to a step, so the query key stays stable. */
export function questionOf(range: Range, now: number): { from: string; to?: string } {
  if (!('last' in range))
    return { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
  const stepMs = ranges[range.last] / stepsOfRange
  return { from: new Date(Math.floor((now - ranges[range.last]) / stepMs) * stepMs).toISOString() }
}

/** Midnight in the hospital's time zone at the beginning of a calendar date; undefined for an invalid date. */
export function startOfDay(date: string): number | undefined {
  return instantAt(date, '00:00')
}

export const hospitalTime = (at: number): string => {
  const { hours, minutes } = partsOf(new Date(at))
  return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** The instant of a date and time in the hospital's time zone. */
export function instantAt(date: string, time: string): number | undefined {
  const shown = Date.parse(`${date}T${time}:00Z`)
  return Number.isNaN(shown) ? undefined : shown - offsetMs(new Date(shown), hospitalTimeZone)
}

/** `9:05`, `0905` or `905` as `09:05`; any other text is returned unchanged. */
export function tidyTime(typed: string): string {
  const [, hours, minutes] = /^(\d{1,2})[:.]?(\d{2})$/.exec(typed.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return typed
  return `${hours.padStart(2, '0')}:${minutes}`
}

export const nextDayMs = dayMs
