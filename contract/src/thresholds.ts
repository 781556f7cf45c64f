import * as z from 'zod/mini'
import { ageBands } from './clinical/age.ts'
import { Limits, limitedVitals, mapVitals, Persistence } from './clinical/limits.ts'
import { getPart } from './clinical/vital-signs.ts'
import { type Endpoints, emptyReply, Id } from './wire/endpoint.ts'
import { Instant, requiredProse } from './wire/fields.ts'
import { StaffLabel } from './wire/labels.ts'

/**
 * Times after which the panel acts by itself. They are defaults of the product, and the hospital can change them.
 *
 * - `escalate_…_seconds`: nobody acted, so the alarm goes from the ward to its nurse in charge; `to_doctor_…_seconds`:
 *   from there to its doctor; `to_everybody_…_seconds`: from there to everybody who may act.
 * - `retell_…_minutes`, `retellings`: after how long they are notified again, and how often. Then the alarm is on the
 *   screens alone.
 * - `no_data_minutes`: a worn watch sends nothing. `gone_minutes`: a device or gateway sends nothing.
 * - `battery_percent`: at or below it a battery is low.
 * - `late_minutes`: a reading that arrives later than this after its measurement raises no alarm.
 * - `news2_medium`, `news2_high`: the score from which the alarm has that severity (RCP: 5 and 7).
 * - `same_alarm_minutes`: a value that breaks its limits again within this time continues the earlier alarm.
 * - `retention_months`: how long readings are stored; null stores them for good.
 */
export const AlarmTimes = z
  .object({
    escalate_high_seconds: z.int().check(z.gte(15, 'number-range'), z.lte(3600, 'number-range')),
    escalate_medium_seconds: z.int().check(z.gte(60, 'number-range'), z.lte(7200, 'number-range')),
    to_doctor_high_seconds: z.int().check(z.gte(15, 'number-range'), z.lte(3600, 'number-range')),
    to_doctor_medium_seconds: z.int().check(z.gte(60, 'number-range'), z.lte(7200, 'number-range')),
    to_everybody_high_seconds: z.int().check(z.gte(15, 'number-range'), z.lte(3600, 'number-range')),
    to_everybody_medium_seconds: z.int().check(z.gte(60, 'number-range'), z.lte(7200, 'number-range')),
    retell_high_minutes: z.int().check(z.gte(1, 'number-range'), z.lte(240, 'number-range')),
    retell_medium_minutes: z.int().check(z.gte(1, 'number-range'), z.lte(240, 'number-range')),
    retellings: z.int().check(z.gte(0, 'number-range'), z.lte(20, 'number-range')),
    no_data_minutes: z.int().check(z.gte(1, 'number-range'), z.lte(1440, 'number-range')),
    gone_minutes: z.int().check(z.gte(1, 'number-range'), z.lte(1440, 'number-range')),
    battery_percent: z.int().check(z.gte(1, 'number-range'), z.lte(50, 'number-range')),
    late_minutes: z.int().check(z.gte(1, 'number-range'), z.lte(120, 'number-range')),
    news2_medium: z.int().check(z.gte(1, 'number-range'), z.lte(20, 'number-range')),
    news2_high: z.int().check(z.gte(1, 'number-range'), z.lte(20, 'number-range')),
    same_alarm_minutes: z.int().check(z.gte(0, 'number-range'), z.lte(60, 'number-range')),
    retention_months: z.nullable(z.int().check(z.gte(3, 'number-range'), z.lte(1200, 'number-range'))),
  })
  .check(
    z.refine(({ news2_medium, news2_high }) => news2_medium <= news2_high, {
      error: 'limits-out-of-order',
      path: ['news2_high'],
    }),
  )
export type AlarmTimes = z.output<typeof AlarmTimes>

/** How long readings are stored, as a form of its own. */
export const RetentionDraft = z.object({
  months: AlarmTimes.shape.retention_months,
  reason: requiredProse('reason-required', 500),
})

export const standardTimes: AlarmTimes = {
  escalate_high_seconds: 120,
  escalate_medium_seconds: 600,
  to_doctor_high_seconds: 120,
  to_doctor_medium_seconds: 600,
  to_everybody_high_seconds: 300,
  to_everybody_medium_seconds: 900,
  retell_high_minutes: 10,
  retell_medium_minutes: 30,
  retellings: 6,
  no_data_minutes: 15,
  gone_minutes: 10,
  battery_percent: 15,
  late_minutes: 10,
  news2_medium: 5,
  news2_high: 7,
  same_alarm_minutes: 5,
  retention_months: null,
}

/** How far back within its limit a value must be for the alarm to end, in the vital's own unit. */
export const DeadBand = z.number('number-invalid').check(z.gte(0, 'number-range'), z.lte(50, 'number-range'))

const limitsByVital = z.record(z.enum(limitedVitals), Limits)

/** All settings of a hospital for the evaluation of vital signs. */
export const Thresholds = z.object({
  limits: z.record(z.enum(ageBands), limitsByVital),
  persistence: z.record(z.enum(limitedVitals), Persistence),
  dead_bands: z.record(z.enum(limitedVitals), DeadBand),
  times: AlarmTimes,
})
export type Thresholds = z.output<typeof Thresholds>

/** A spot value raises an alarm at once; a value that a watch sends continuously must repeat. */
export const standardPersistence = mapVitals((vital): Persistence => {
  const { repeats = 1, lastsSeconds = 0 } = getPart(vital, 'alarm')
  return { repeats, lasts_seconds: lastsSeconds }
})

export const standardDeadBands = mapVitals((vital) => getPart(vital, 'alarm').deadBand)

export const ThresholdChange = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  reason: z.string(),
  /** Paths of the changed values (`limits.adult.spo2.low`), each with the value before and after. */
  changes: z.array(z.object({ path: z.string(), from: z.nullable(z.number()), to: z.nullable(z.number()) })),
})
export type ThresholdChange = z.output<typeof ThresholdChange>

export const thresholds = {
  get: {
    path: '/admin/get_thresholds',
    summary: 'Alarm limits by age, when a breach becomes an alarm, and the times; with who changed what',
    access: 'alarm:read',
    patientData: false,
    body: emptyReply,
    reply: z.object({
      thresholds: Thresholds,
      standard: Thresholds,
      version: z.int(),
      history: z.array(ThresholdChange),
    }),
  },
  update: {
    path: '/admin/update_thresholds',
    summary: 'Change the alarm limits and times of this hospital',
    access: 'threshold:update',
    patientData: false,
    body: z.object({
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      thresholds: Thresholds,
      reason: requiredProse('reason-required', 500),
    }),
    reply: z.object({ thresholds: Thresholds, version: z.int() }),
    errors: ['changed-meanwhile'],
    success: 'thresholds-updated',
  },
} satisfies Endpoints
