import * as z from 'zod/mini'
import { ageBands } from './clinical/age.ts'
import {
  type Bounds,
  Limits,
  LimitsDrafts,
  limitedVitals,
  mapVitals,
  Persistence,
} from './clinical/limits.ts'
import { getPart } from './clinical/vital-signs.ts'
import { type Endpoints, emptyReply, Id } from './wire/endpoint.ts'
import { Instant, requiredProse } from './wire/fields.ts'
import { StaffLabel } from './wire/labels.ts'

/** The least and the greatest value of each of the `AlarmTimes`. */
export const timeBounds = {
  escalate_high_seconds: [15, 3600],
  escalate_medium_seconds: [60, 7200],
  to_doctor_high_seconds: [15, 3600],
  to_doctor_medium_seconds: [60, 7200],
  to_everybody_high_seconds: [15, 3600],
  to_everybody_medium_seconds: [60, 7200],
  retell_high_minutes: [1, 240],
  retell_medium_minutes: [1, 240],
  retellings: [0, 20],
  no_data_minutes: [1, 1440],
  gone_minutes: [1, 1440],
  battery_percent: [1, 50],
  late_minutes: [1, 120],
  news2_medium: [1, 20],
  news2_high: [1, 20],
  same_alarm_minutes: [0, 60],
  observe_zero_minutes: [15, 1440],
  observe_low_minutes: [15, 1440],
  observe_three_minutes: [15, 1440],
  observe_medium_minutes: [15, 1440],
  observe_high_minutes: [5, 1440],
  observe_unscored_minutes: [15, 1440],
  shift_morning_hour: [5, 11],
  shift_evening_hour: [12, 18],
  shift_night_hour: [19, 24],
  retention_months: [3, 1200],
} as const satisfies Record<string, Bounds>

const whole = ([least, most]: Bounds) =>
  z.int().check(z.gte(least, 'number-range'), z.lte(most, 'number-range'))

/**
 * Times after which the panel acts by itself. They are defaults of the panel, and the hospital can change them.
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
 * - `observe_…_minutes`: how soon the vital signs of a patient in a bed are due again (`planObservation`). RCP: NEWS2 0
 *   every 12 hours, 1 to 4 every 4 to 6, a single parameter of 3 or a score of 5 or 6 every hour, from 7 continuously.
 *   `high` is how old a value of a patient who is monitored continuously may become.
 * - `shift_…_hour`: at which hour a shift begins; 24 is midnight.
 * - `retention_months`: how long readings are stored; null stores them for good.
 */
export const AlarmTimes = z
  .object({
    escalate_high_seconds: whole(timeBounds.escalate_high_seconds),
    escalate_medium_seconds: whole(timeBounds.escalate_medium_seconds),
    to_doctor_high_seconds: whole(timeBounds.to_doctor_high_seconds),
    to_doctor_medium_seconds: whole(timeBounds.to_doctor_medium_seconds),
    to_everybody_high_seconds: whole(timeBounds.to_everybody_high_seconds),
    to_everybody_medium_seconds: whole(timeBounds.to_everybody_medium_seconds),
    retell_high_minutes: whole(timeBounds.retell_high_minutes),
    retell_medium_minutes: whole(timeBounds.retell_medium_minutes),
    retellings: whole(timeBounds.retellings),
    no_data_minutes: whole(timeBounds.no_data_minutes),
    gone_minutes: whole(timeBounds.gone_minutes),
    battery_percent: whole(timeBounds.battery_percent),
    late_minutes: whole(timeBounds.late_minutes),
    news2_medium: whole(timeBounds.news2_medium),
    news2_high: whole(timeBounds.news2_high),
    same_alarm_minutes: whole(timeBounds.same_alarm_minutes),
    observe_zero_minutes: whole(timeBounds.observe_zero_minutes),
    observe_low_minutes: whole(timeBounds.observe_low_minutes),
    observe_three_minutes: whole(timeBounds.observe_three_minutes),
    observe_medium_minutes: whole(timeBounds.observe_medium_minutes),
    observe_high_minutes: whole(timeBounds.observe_high_minutes),
    observe_unscored_minutes: whole(timeBounds.observe_unscored_minutes),
    shift_morning_hour: whole(timeBounds.shift_morning_hour),
    shift_evening_hour: whole(timeBounds.shift_evening_hour),
    shift_night_hour: whole(timeBounds.shift_night_hour),
    retention_months: z.nullable(whole(timeBounds.retention_months)),
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
  observe_zero_minutes: 720,
  observe_low_minutes: 240,
  observe_three_minutes: 60,
  observe_medium_minutes: 60,
  observe_high_minutes: 30,
  observe_unscored_minutes: 240,
  shift_morning_hour: 8,
  shift_evening_hour: 16,
  shift_night_hour: 24,
  retention_months: null,
}

export const deadBandBounds: Bounds = [0, 50]
/** How far back within its limit a value must be for the alarm to end, in the vital's own unit. */
export const DeadBand = z
  .number('number-invalid')
  .check(z.gte(deadBandBounds[0], 'number-range'), z.lte(deadBandBounds[1], 'number-range'))

/** All settings of a hospital for the evaluation of vital signs. */
export const Thresholds = z.object({
  limits: z.record(z.enum(ageBands), z.record(z.enum(limitedVitals), Limits)),
  persistence: z.record(z.enum(limitedVitals), Persistence),
  dead_bands: z.record(z.enum(limitedVitals), DeadBand),
  times: AlarmTimes,
})
export type Thresholds = z.output<typeof Thresholds>

/** The settings as somebody may set them. */
const ThresholdsDraft = z.extend(Thresholds, {
  limits: z.record(z.enum(ageBands), z.object(LimitsDrafts)),
})

/** A spot value raises an alarm at once; a value that a watch sends continuously must repeat. */
export const standardPersistence = mapVitals((vital): Persistence => {
  const { repeats = 1, lastsSeconds = 0 } = getPart(vital, 'alarm')
  return { repeats, lasts_seconds: lastsSeconds }
})

export const standardDeadBands = mapVitals((vital) => getPart(vital, 'alarm').deadBand)

/** A form has them so: every number by its path (`limits.adult.spo2.low`). */
export const ThresholdNumbers = z.record(z.string(), z.nullable(z.number()))

export const ThresholdChange = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  reason: z.string(),
  /** Paths of the changed values (`limits.adult.spo2.low`), each with the value before and after. */
  changes: z.array(z.object({ path: z.string(), from: z.nullable(z.number()), to: z.nullable(z.number()) })),
})
export type ThresholdChange = z.output<typeof ThresholdChange>

/** `detail` of the failure `changed-meanwhile`: the thresholds, and what others changed since the sent version. */
export const ThresholdsChangedMeanwhile = z.object({
  thresholds: Thresholds,
  version: z.int(),
  changes: z.array(ThresholdChange),
})

export const thresholds = {
  get: {
    path: '/admin/get_thresholds',
    summary: 'Alarm limits by age, when a breach becomes an alarm, and the times; with who changed what',
    access: 'alarm:read',
    patientData: false,
    byItself: true,
    outdatedBy: ['thresholds-outdated'],
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
      thresholds: ThresholdsDraft,
      reason: requiredProse('reason-required', 500),
    }),
    reply: z.object({ thresholds: Thresholds, version: z.int() }),
    errors: ['changed-meanwhile'],
    success: 'thresholds-updated',
  },
} satisfies Endpoints
