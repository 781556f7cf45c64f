import { parseTypedInstant } from '../../ui/form/date/typed-time.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

export const rangeMs = {
  '6h': 6 * hourMs,
  '24h': dayMs,
  '3d': 3 * dayMs,
  '7d': 7 * dayMs,
  '30d': 30 * dayMs,
  '60d': 60 * dayMs,
} as const
export type RangeName = keyof typeof rangeMs
export const rangeNames = Object.keys(rangeMs) as RangeName[]

/** The last hours or days up to now, or a custom span, in milliseconds. */
export type Range = { last: RangeName } | { from: number; to: number }

export function parseRange(query: URLSearchParams, standard: RangeName): Range {
  const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')]
  if (from < to) return { from, to }
  return { last: rangeNames.find((name) => name === query.get('range')) ?? standard }
}

export function formatRange(query: URLSearchParams, range: Range): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const key of ['range', 'from', 'to']) next.delete(key)
  if ('last' in range) next.set('range', range.last)
  else for (const key of ['from', 'to'] as const) next.set(key, new Date(range[key]).toISOString())
  return next
}

const rangeSteps = 48

/** The span to request: `to` is left out if it is now. `from` is rounded to a step, so the query key stays stable. */
export function toRangeRequest(range: Range, now: number): { from: string; to?: string } {
  if (!('last' in range))
    return { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString() }
  const stepMs = rangeMs[range.last] / rangeSteps
  return { from: new Date(Math.floor((now - rangeMs[range.last]) / stepMs) * stepMs).toISOString() }
}

/** Midnight in the hospital's time zone at the beginning of a calendar date; undefined for an invalid date. */
export function parseDayStart(date: string): number | undefined {
  return parseTypedInstant(date, '00:00')
}

export const nextDayMs = dayMs
