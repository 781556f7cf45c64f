import {
  addDays,
  type FieldProblem,
  listDays,
  type ReportDays,
  type ReportSpan,
  reportMaxDays,
  toStartOfDay,
} from 'contract'

/** A report ends today at the latest. */
export function validateSpan({ from, to }: ReportDays, today: string): FieldProblem[] {
  if (to < from) return [{ field: 'to', message: 'to-before-from' }]
  if (to > today) return [{ field: 'to', message: 'date-in-future' }]
  if (listDays({ from, to }).length > reportMaxDays) return [{ field: 'to', message: 'census-too-long' }]
  return []
}

export function toSpan({ from, to }: ReportDays, now: string): ReportSpan {
  const end = toStartOfDay(addDays(to, 1))
  return { from, to, until: Date.parse(end) < Date.parse(now) ? end : now }
}
