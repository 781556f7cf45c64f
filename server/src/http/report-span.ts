import {
  addDays,
  type FieldProblem,
  listDays,
  type ReportDays,
  type ReportSpan,
  reportMaxDays,
  toBangkokDay,
  toStartOfDay,
} from 'contract'
import { Failure } from '../core/failure.ts'

/** A report ends today at the latest. */
function validateSpan({ from, to }: ReportDays, today: string): FieldProblem[] {
  if (to < from) return [{ field: 'to', message: 'to-before-from' }]
  if (to > today) return [{ field: 'to', message: 'date-in-future' }]
  if (listDays({ from, to }).length > reportMaxDays) return [{ field: 'to', message: 'census-too-long' }]
  return []
}

function toSpan({ from, to }: ReportDays, now: string): ReportSpan {
  const end = toStartOfDay(addDays(to, 1))
  return { from, to, until: Date.parse(end) < Date.parse(now) ? end : now }
}

/** The span of a report, or its refusal. */
export function requireSpan(asked: ReportDays, now: string): ReportSpan {
  const fields = validateSpan(asked, toBangkokDay(now))
  if (fields.length > 0) throw new Failure('invalid', { fields })
  return toSpan(asked, now)
}
