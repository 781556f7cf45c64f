import * as z from 'zod/mini'
import { type AgeBand, ageBands } from './age.ts'
import {
  getPart,
  listQuantitiesByPart,
  type QuantityWith,
  quantities,
  toDeviceBounds,
} from './vital-signs.ts'

/** Vital signs that have alarm limits. */
export type LimitedVital = QuantityWith<'alarm'>
export const limitedVitals = listQuantitiesByPart('alarm')

function createLimitsSchema(least: number, most: number) {
  const limit = z.nullable(
    z.number('number-invalid').check(z.gte(least, 'number-range'), z.lte(most, 'number-range')),
  )
  return z.object({ critical_low: limit, low: limit, high: limit, critical_high: limit }).check((context) => {
    const bound = findMisplacedBound(context.value)
    if (bound)
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: 'limits-out-of-order',
        path: [bound],
      })
  })
}

/**
 * The last values that are still in order: a value below `low` or above `high` raises an alarm, and a value below
 * `critical_low` or above `critical_high` one of high severity. Null is no limit. In the vital's own unit.
 */
export const Limits = createLimitsSchema(0, 1500)
export type Limits = z.output<typeof Limits>

/** They stand in the order in which they must rise. */
export const limitBounds = ['critical_low', 'low', 'high', 'critical_high'] as const
export type LimitBound = (typeof limitBounds)[number]

/** The limits that the hospital has and these do not: beyond them no alarm is raised. */
export function listDroppedBounds(limits: Limits, standard: Limits): LimitBound[] {
  return limitBounds.filter((bound) => limits[bound] === null && standard[bound] !== null)
}

/** The first limit that is smaller than one before it. */
export function findMisplacedBound(limits: Record<LimitBound, number | null>): LimitBound | undefined {
  let highest = Number.NEGATIVE_INFINITY
  for (const bound of limitBounds) {
    const limit = limits[bound]
    if (limit === null) continue
    if (limit < highest) return bound
    highest = limit
  }
  return undefined
}

/** The limits of each vital sign as somebody may set them: within the values that a living person can have. */
export const LimitsDrafts = mapVitals((vital) => {
  const { min, max } = toDeviceBounds(quantities[vital])
  return createLimitsSchema(min, max)
})

export type LimitTable = Record<AgeBand, Record<LimitedVital, Limits>>

/** The limits that a hospital starts with and can change; each value is shown on its screen. */
export const standardLimits = Object.fromEntries(
  ageBands.map((band) => [band, mapVitals((vital) => createLimits(...getPart(vital, 'alarm').limits[band]))]),
) as LimitTable

function createLimits(
  critical_low: number | null,
  low: number | null,
  high: number | null,
  critical_high: number | null,
): Limits {
  return { critical_low, low, high, critical_high }
}

/** A value for each vital sign that has alarm limits. */
export function mapVitals<Value>(pick: (vital: LimitedVital) => Value): Record<LimitedVital, Value> {
  return Object.fromEntries(limitedVitals.map((vital) => [vital, pick(vital)])) as Record<LimitedVital, Value>
}

export const alarmBounds = ['low', 'high'] as const
export type AlarmBound = (typeof alarmBounds)[number]

/** Which limit a value breaks, and whether it is a critical one; undefined if the value is in order. */
export function detectBreach(
  value: number,
  { critical_low, low, high, critical_high }: Limits,
): { bound: AlarmBound; isCritical: boolean; limit: number } | undefined {
  if (critical_low !== null && value < critical_low)
    return { bound: 'low', isCritical: true, limit: critical_low }
  if (critical_high !== null && value > critical_high)
    return { bound: 'high', isCritical: true, limit: critical_high }
  if (low !== null && value < low) return { bound: 'low', isCritical: false, limit: low }
  if (high !== null && value > high) return { bound: 'high', isCritical: false, limit: high }
  return undefined
}

/**
 * The limits for an unknown patient: a value that breaks one of them is critical for an adult and in order at no age. A
 * band without a limit is ignored.
 */
export function listLimitsAtAnyAge(table: LimitTable): Record<LimitedVital, Limits> {
  const combineBands = (vital: LimitedVital): Limits => {
    const bands = ageBands.map((band) => table[band][vital])
    const { critical_low, critical_high } = table.adult[vital]
    const lows = bands.flatMap((one) => one.low ?? one.critical_low ?? [])
    const highs = bands.flatMap((one) => one.high ?? one.critical_high ?? [])
    return createLimits(
      critical_low && Math.min(critical_low, ...lows),
      null,
      null,
      critical_high && Math.max(critical_high, ...highs),
    )
  }
  return mapVitals(combineBands)
}

/**
 * Whether a value is far enough within the limit it broke for its alarm to end: by at least the dead band, in the
 * vital's own unit. If the limits leave less room than that, the middle between them is enough; otherwise no value
 * would be.
 */
export function isRecovered(value: number, bound: AlarmBound, limits: Limits, deadBand: number): boolean {
  const low = limits.low ?? limits.critical_low
  const high = limits.high ?? limits.critical_high
  const band = low === null || high === null ? deadBand : Math.min(deadBand, (high - low) / 2)
  // In floating point 38.4 - 0.2 is a little less than 38.2.
  const margin = band - 1e-9
  if (bound === 'low') return low === null || value >= low + margin
  return high === null || value <= high - margin
}

/** The least and the greatest value of a number. */
export type Bounds = readonly [least: number, most: number]

export const persistenceBounds = { repeats: [1, 10], lasts_seconds: [0, 3600] } as const satisfies Record<
  string,
  Bounds
>

/**
 * When a breach becomes an alarm. A single value beyond a critical limit raises one at once. Beyond another limit,
 * `repeats` values in a row must break it, over at least `lasts_seconds`: a watch that slips is not a patient who
 * worsens.
 */
export const Persistence = z.object({
  repeats: z
    .int()
    .check(
      z.gte(persistenceBounds.repeats[0], 'number-range'),
      z.lte(persistenceBounds.repeats[1], 'number-range'),
    ),
  lasts_seconds: z
    .int()
    .check(
      z.gte(persistenceBounds.lasts_seconds[0], 'number-range'),
      z.lte(persistenceBounds.lasts_seconds[1], 'number-range'),
    ),
})
export type Persistence = z.output<typeof Persistence>
