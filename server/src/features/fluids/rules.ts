import { clockToleranceMs, type FieldProblem, maxFluidDays } from 'contract'

const dayMs = 24 * 60 * 60_000
/** An entry of long ago is a slip of the date. */
const oldestMs = maxFluidDays * dayMs

const minuteMs = 60_000

/**
 * The first instant of the birth, and the arrival of a patient who is here; null if it is unknown, or there is none.
 */
export type Here = { bornAt: string | null; arrivedAt: string | null }

/** Problems of the times at which something went in or out. A time is typed to the minute, so is the arrival read. */
export function validateFluidTimes(
  entries: readonly { at: string }[],
  now: string,
  { bornAt, arrivedAt }: Here,
): FieldProblem[] {
  return entries.flatMap(({ at }, index) => {
    const ms = Date.parse(at)
    const ageMs = Date.parse(now) - ms
    const field = `entries.${index}.at`
    if (ageMs < -clockToleranceMs) return [{ field, message: 'date-in-future' }]
    if (bornAt !== null && ms < Date.parse(bornAt)) return [{ field, message: 'before-birth' }]
    if (ageMs > oldestMs) return [{ field, message: 'date-too-old' }]
    if (arrivedAt !== null && ms < Math.floor(Date.parse(arrivedAt) / minuteMs) * minuteMs)
      return [{ field, message: 'before-arrival' }]
    return []
  })
}

export function validateFluidSpan({ from, to }: { from: string; to: string }): FieldProblem[] {
  const ms = Date.parse(to) - Date.parse(from)
  return ms <= 0 || ms > maxFluidDays * dayMs ? [{ field: 'to', message: 'date-invalid' }] : []
}
