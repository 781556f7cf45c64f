import type { AgeBand } from './age.ts'
import { type QuantityName, quantities } from './vital-signs.ts'

const dayMs = 24 * 60 * 60_000

/** A decimal point or a digit too much or too few makes a value about ten times larger or smaller. */
const slipFactor = 5

/** Why a value must be confirmed: it is `low` or `high` for the age, or too far from the last one (`changed`). */
export type Doubt = 'low' | 'high' | 'changed'

/** An earlier measurement and when it was taken. */
export type MeasuredValue = { value: number; measured_at: string }

/** Why a typed value is doubtful; undefined if it needs no confirmation. `at` is when it was measured. */
export function detectDoubt(
  name: QuantityName,
  value: number,
  { band, last, at }: { band: AgeBand; last?: MeasuredValue | undefined; at: string },
): Doubt | undefined {
  const { usual, maxChange } = quantities[name]
  const [low, high] = usual?.[band] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (value < low) return 'low'
  if (value > high) return 'high'
  if (!last || last.value <= 0) return undefined
  const ratio = value / last.value
  if (usual && (ratio >= slipFactor || ratio <= 1 / slipFactor)) return 'changed'
  if (!maxChange) return undefined
  const isRecent = Math.abs(Date.parse(at) - Date.parse(last.measured_at)) <= maxChange.withinDays * dayMs
  return isRecent && Math.abs(ratio - 1) > maxChange.share ? 'changed' : undefined
}
