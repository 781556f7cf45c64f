import * as z from 'zod/mini'
import { type Age, computeAge } from './age.ts'

/** Vital signs that have alarm limits. */
export const limitedVitals = [
  'systolic',
  'diastolic',
  'map',
  'pulse',
  'spo2',
  'temperature',
  'respiration_rate',
  'blood_glucose',
] as const
export type LimitedVital = (typeof limitedVitals)[number]

/** The age bands of the danger-zone vital signs of MOPH ED Triage 2561 (and ESI), and 16 years, where NEWS2 begins. */
export const ageBands = ['infant', 'toddler', 'child', 'older_child', 'adult'] as const
export type AgeBand = (typeof ageBands)[number]

/**
 * Under 3 months, under 3 years, to the 8th birthday and through the month after it (96 months), under 16 years, older.
 */
export function toAgeBand({ years, months }: Age): AgeBand {
  const inMonths = years * 12 + months
  if (inMonths < 3) return 'infant'
  if (inMonths < 36) return 'toddler'
  if (inMonths <= 96) return 'child'
  return years < 16 ? 'older_child' : 'adult'
}

/** The band by date of birth; with an unknown date of birth the patient counts as an adult. */
export function computeAgeBand(dateOfBirth: string | null, today: string): AgeBand {
  return dateOfBirth === null ? 'adult' : toAgeBand(computeAge(dateOfBirth, today))
}

const limit = z.nullable(
  z.number('number-invalid').check(z.gte(0, 'number-range'), z.lte(1500, 'number-range')),
)

/**
 * The last values that are still in order: a value below `low` or above `high` raises an alarm, and a value below
 * `critical_low` or above `critical_high` one of high severity. Null is no limit. In the vital's own unit.
 */
export const Limits = z.object({ critical_low: limit, low: limit, high: limit, critical_high: limit }).check(
  z.refine(
    (limits) => {
      const inOrder = [limits.critical_low, limits.low, limits.high, limits.critical_high].filter(
        (value) => value !== null,
      )
      return inOrder.every((value, at) => at === 0 || value >= (inOrder[at - 1] ?? value))
    },
    { error: 'limits-out-of-order', path: ['low'] },
  ),
)
export type Limits = z.output<typeof Limits>

export type LimitTable = Record<AgeBand, Record<LimitedVital, Limits>>

const createLimits = (
  critical_low: number | null,
  low: number | null,
  high: number | null,
  critical_high: number | null,
): Limits => ({ critical_low, low, high, critical_high })

const limitsOfEveryAge = {
  spo2: createLimits(90, 92, null, null),
  temperature: createLimits(32, 35, 38.4, 40.4),
  blood_glucose: createLimits(54, 70, 299, 399),
}
const noLimits = createLimits(null, null, null, null)

/**
 * The limits that a hospital starts with and can change; each value is shown on its screen.
 *
 * - SpO₂ under 92 % and 90 %, high pulse and respiration of children: danger zone and point A of MOPH ED Triage 2561.
 * - Adults: the scores 2 and 3 of NEWS2 (Royal College of Physicians 2017) for pulse, respiration and systolic
 *   pressure; MAP 60 of point A; grades 2 and 3 of hypertension (ESC/ESH 2018).
 * - Low systolic pressure of children: 70 + 2 × age in years (PALS), taken at the young end of each band.
 * - Glucose under 54 and 70 mg/dL: ADA. Temperature: moderate fever from 38.5 °C, hyperpyrexia from 40.5 °C.
 * - The rest, including low pulse and respiration of children, are defaults of the product.
 */
export const standardLimits: LimitTable = {
  infant: {
    ...limitsOfEveryAge,
    systolic: createLimits(60, 65, null, null),
    diastolic: noLimits,
    map: noLimits,
    pulse: createLimits(80, 100, 180, 220),
    temperature: createLimits(35, 36, 38, 39),
    respiration_rate: createLimits(20, 25, 50, 70),
  },
  toddler: {
    ...limitsOfEveryAge,
    systolic: createLimits(65, 70, null, null),
    diastolic: noLimits,
    map: noLimits,
    pulse: createLimits(60, 80, 160, 200),
    respiration_rate: createLimits(15, 20, 40, 60),
  },
  child: {
    ...limitsOfEveryAge,
    systolic: createLimits(70, 76, null, null),
    diastolic: noLimits,
    map: noLimits,
    pulse: createLimits(55, 65, 140, 180),
    respiration_rate: createLimits(12, 16, 30, 50),
  },
  older_child: {
    ...limitsOfEveryAge,
    systolic: createLimits(80, 88, 139, 179),
    diastolic: createLimits(null, null, 99, 109),
    map: createLimits(50, 55, null, null),
    pulse: createLimits(45, 55, 100, 150),
    respiration_rate: createLimits(10, 12, 20, 30),
  },
  adult: {
    ...limitsOfEveryAge,
    systolic: createLimits(91, 101, 179, 219),
    diastolic: createLimits(null, null, 109, 129),
    map: createLimits(60, 65, null, null),
    pulse: createLimits(41, 50, 110, 130),
    respiration_rate: createLimits(9, 12, 20, 24),
  },
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
export function limitsAtAnyAge(table: LimitTable): Record<LimitedVital, Limits> {
  const ofVital = (vital: LimitedVital): Limits => {
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
  return Object.fromEntries(limitedVitals.map((vital) => [vital, ofVital(vital)])) as Record<
    LimitedVital,
    Limits
  >
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

/**
 * When a breach becomes an alarm. A single value beyond a critical limit raises one at once. Beyond another limit,
 * `repeats` values in a row must break it, over at least `lasts_seconds`: a watch that slips is not a patient who
 * worsens.
 */
export const Persistence = z.object({
  repeats: z.int().check(z.gte(1, 'number-range'), z.lte(10, 'number-range')),
  lasts_seconds: z.int().check(z.gte(0, 'number-range'), z.lte(3600, 'number-range')),
})
export type Persistence = z.output<typeof Persistence>
