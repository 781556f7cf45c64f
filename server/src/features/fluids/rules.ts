import { type FieldProblem, maxFluidDays } from 'contract'

const dayMs = 24 * 60 * 60_000
/** How far a person's watch may be ahead of the hospital's clock. */
const aheadMs = 5 * 60_000
/** An entry of long ago is a slip of the date. */
const oldestMs = maxFluidDays * dayMs

/** Problems of the times at which something went in or out. */
export function validateFluidTimes(entries: readonly { at: string }[], now: string): FieldProblem[] {
  return entries.flatMap(({ at }, index) => {
    const ageMs = Date.parse(now) - Date.parse(at)
    const field = `entries.${index}.at`
    if (ageMs < -aheadMs) return [{ field, message: 'date-in-future' }]
    return ageMs > oldestMs ? [{ field, message: 'date-too-old' }] : []
  })
}

export function validateFluidSpan({ from, to }: { from: string; to: string }): FieldProblem[] {
  const ms = Date.parse(to) - Date.parse(from)
  return ms <= 0 || ms > maxFluidDays * dayMs ? [{ field: 'to', message: 'date-invalid' }] : []
}
