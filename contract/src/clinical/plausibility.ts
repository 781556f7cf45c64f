import type { QuantityName } from '../readings.ts'
import { type AgeBand, ageBands } from './limits.ts'

type Usual = readonly [low: number, high: number]

const ofEveryAge = (usual: Usual): Record<AgeBand, Usual> =>
  Object.fromEntries(ageBands.map((band) => [band, usual])) as Record<AgeBand, Usual>

/**
 * From the least to the most that is typed in earnest of somebody of that age. A value beyond is possible and is asked
 * about: it is more often a slip of the finger. Defaults of the product, wide enough for the very small and the very ill;
 * they are taken from no reference, and no limits of a disease.
 */
const usual: Partial<Record<QuantityName, Record<AgeBand, Usual>>> = {
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
  spo2: ofEveryAge([60, 100]),
  temperature: ofEveryAge([33, 41.5]),
  blood_glucose: ofEveryAge([30, 600]),
}

const dayMs = 24 * 60 * 60_000

/**
 * By how much a value of the body may differ from the last one, as a share of that, and for how long that says
 * anything. Nobody gains or loses a quarter of the weight in a month; a grown person keeps the height.
 */
const change = {
  weight: { share: 0.25, withinMs: 30 * dayMs },
  height: { share: 0.05, withinMs: 365 * dayMs },
} satisfies Partial<Record<QuantityName, object>>

/** A point or a digit too much or too few makes a value ten times another, or nearly. */
const slip = 5

/** What is asked about a value: it is `low` or `high` for the age, or too far from the last one (`changed`). */
export type Doubt = 'low' | 'high' | 'changed'

/** A value that was measured before, and when. */
export type Measured = { value: number; measured_at: string }

/** What makes a value that somebody types doubtful; nothing where it may stand as it is. `at` is when it was measured. */
export function doubtOf(
  name: QuantityName,
  value: number,
  { band, last, at }: { band: AgeBand; last?: Measured | undefined; at: string },
): Doubt | undefined {
  const [low, high] = usual[name]?.[band] ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (value < low) return 'low'
  if (value > high) return 'high'
  if (!last || last.value <= 0) return undefined
  const ratio = value / last.value
  if (usual[name] && (ratio >= slip || ratio <= 1 / slip)) return 'changed'
  if (name !== 'weight' && name !== 'height') return undefined
  const { share, withinMs } = change[name]
  const isRecent = Math.abs(Date.parse(at) - Date.parse(last.measured_at)) <= withinMs
  return isRecent && Math.abs(ratio - 1) > share ? 'changed' : undefined
}
