import type { QuantityName } from '../readings.ts'
import { type AgeBand, ageBands } from './limits.ts'

type UsualRange = readonly [low: number, high: number]

const applyToEveryAge = (usual: UsualRange): Record<AgeBand, UsualRange> =>
  Object.fromEntries(ageBands.map((band) => [band, usual])) as Record<AgeBand, UsualRange>

/**
 * The lowest and the highest value that people of that age really have. A value beyond is possible but must be
 * confirmed: it is more often a typing error. Defaults of the product, wide enough for the very small and the very ill;
 * they come from no reference and are no limits of a disease.
 */
const usualRanges: Partial<Record<QuantityName, Record<AgeBand, UsualRange>>> = {
  weight: {
    infant: [1, 9],
    toddler: [2.5, 22],
    child: [8, 55],
    older_child: [14, 140],
    adult: [28, 200],
  },
  height: {
    infant: [35, 70],
    toddler: [45, 110],
    child: [75, 150],
    older_child: [95, 200],
    adult: [120, 215],
  },
  waist: {
    infant: [20, 60],
    toddler: [25, 70],
    child: [35, 110],
    older_child: [40, 150],
    adult: [45, 180],
  },
  systolic: {
    infant: [40, 130],
    toddler: [50, 150],
    child: [55, 170],
    older_child: [60, 200],
    adult: [60, 250],
  },
  diastolic: {
    infant: [20, 90],
    toddler: [25, 100],
    child: [25, 110],
    older_child: [30, 130],
    adult: [30, 150],
  },
  pulse: {
    infant: [60, 230],
    toddler: [55, 220],
    child: [45, 200],
    older_child: [35, 200],
    adult: [30, 200],
  },
  respiration_rate: {
    infant: [15, 90],
    toddler: [12, 80],
    child: [10, 70],
    older_child: [8, 60],
    adult: [6, 60],
  },
  spo2: applyToEveryAge([60, 100]),
  temperature: applyToEveryAge([33, 41.5]),
  blood_glucose: applyToEveryAge([30, 600]),
}

const dayMs = 24 * 60 * 60_000

/**
 * How much a body value may differ from the last one, as a share of it, and for how long the last one counts. Nobody
 * gains or loses a quarter of the weight in a month; an adult keeps the height.
 */
const maxChanges = {
  weight: { share: 0.25, withinMs: 30 * dayMs },
  height: { share: 0.05, withinMs: 365 * dayMs },
} satisfies Partial<Record<QuantityName, object>>

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
  const [low, high] = usualRanges[name]?.[band] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (value < low) return 'low'
  if (value > high) return 'high'
  if (!last || last.value <= 0) return undefined
  const ratio = value / last.value
  if (usualRanges[name] && (ratio >= slipFactor || ratio <= 1 / slipFactor)) return 'changed'
  if (name !== 'weight' && name !== 'height') return undefined
  const { share, withinMs } = maxChanges[name]
  const isRecent = Math.abs(Date.parse(at) - Date.parse(last.measured_at)) <= withinMs
  return isRecent && Math.abs(ratio - 1) > share ? 'changed' : undefined
}
