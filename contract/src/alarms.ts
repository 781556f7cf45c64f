import * as z from 'zod/mini'
import { staffTypes } from './access.ts'
import { Limits, limitedVitals } from './clinical/limits.ts'
import { news2Parameters } from './clinical/news2.ts'
import { deviceKinds, PatientLabel, StaffLabel } from './devices.ts'
import { ById, type Endpoints, Id, ListQuery, nothing, page } from './endpoint.ts'
import { ChosenInstant, Instant, optionalProse, orNull } from './fields.ts'
import { consciousnessLevels } from './readings.ts'

/** As IEC 60601-1-8 has them: at once, soon, be aware. */
export const alarmSeverities = ['high', 'medium', 'low'] as const
export type AlarmSeverity = (typeof alarmSeverities)[number]

/**
 * What an alarm can be of. One patient has at most one open alarm of each: when it worsens, its severity rises.
 * `news2` is the early-warning score; `glucose-unit` a glucose that a meter told without its unit and that is critical
 * in one in which it can be, `value` as told; `no-data`, `battery` and `gone` are about the device.
 */
export const alarmRules = [
  ...limitedVitals.flatMap((vital) => [`${vital}-low`, `${vital}-high`] as const),
  'news2',
  'fall',
  'sos',
  'glucose-unit',
  'no-data',
  'battery',
  'gone',
] as const
export type AlarmRule = (typeof alarmRules)[number]

/** Those that end with what a person found and did, and not by themselves. */
export const emergencyRules = ['fall', 'sos'] as const

export const alarmStates = ['active', 'acknowledged', 'cleared'] as const

/** `recovered`: the value came back, or the device did. `person`: somebody closed it. `moved`: it is nobody's any more. */
export const clearings = ['recovered', 'person', 'moved'] as const
export const alarmOutcomes = ['no-harm', 'injured', 'treated', 'transferred', 'false-alarm', 'other'] as const

/** Who is told next, when nobody acts: the ward, its nurse in charge, its doctor, all of the hospital who may act. */
export const escalationLevels = ['ward', 'nurse_in_charge', 'doctor', 'everybody'] as const

/** Levels at which an alarm that nobody acts on can come to a group. */
export const groupLevels = ['nurse_in_charge', 'doctor'] as const

/**
 * What an early-warning score that alarms was made of: by which scale the oxygen saturation was scored, and the
 * parameters that score 3, each with its value (systolic of a pressure) or its letter of ACVPU.
 */
export const AlarmScore = z.object({
  scale: z.literal([1, 2]),
  threes: z.array(
    z.object({
      parameter: z.enum(news2Parameters),
      value: z.nullable(z.number()),
      letter: z.nullable(z.enum(consciousnessLevels)),
    }),
  ),
})
export type AlarmScore = z.output<typeof AlarmScore>

/**
 * One alarm. `value` (for a blood pressure systolic over `second`) and `limit` are those at which it was raised or
 * last worsened, `worst_value` the lowest or highest since, `last_value` the newest one. The `limit` of a score is null
 * where it did not reach one: a single parameter of 3 raised it. `ended_at`: since when what it was raised for is over; an alarm of
 * high severity stays until somebody has seen it all the same.
 */
export const Alarm = z.object({
  _id: Id,
  patient: z.nullable(PatientLabel),
  device: z.nullable(z.object({ _id: Id, mac: z.string(), kind: z.enum(deviceKinds), name: z.string() })),
  /** The address of a device that nobody had registered when it called. */
  mac: z.nullable(z.string()),
  /** The HN, or the end of the national ID, of nobody in particular, where a call for help named nothing else. */
  named: z.nullable(z.string()),
  /** How many patients have the number that it names: none, several of one national ID, or one since. */
  holders: z.int(),
  rule: z.enum(alarmRules),
  severity: z.enum(alarmSeverities),
  state: z.enum(alarmStates),
  value: z.nullable(z.number()),
  second: z.nullable(z.number()),
  limit: z.nullable(z.number()),
  score: z.nullable(AlarmScore),
  last_value: z.nullable(z.number()),
  last_at: z.nullable(Instant),
  worst_value: z.nullable(z.number()),
  worst_second: z.nullable(z.number()),
  worst_at: z.nullable(Instant),
  raised_at: Instant,
  ended_at: z.nullable(Instant),
  acknowledged_at: z.nullable(Instant),
  acknowledged_by: z.nullable(StaffLabel),
  assigned_to: z.nullable(StaffLabel),
  level: z.enum(escalationLevels),
  escalates_at: z.nullable(Instant),
  /** How many people were told at this level, how often, and when last. Null and 0 while it is the ward's. */
  told: z.nullable(z.int()),
  tellings: z.int(),
  told_at: z.nullable(Instant),
  snoozed_until: z.nullable(Instant),
  snoozes_left: z.int(),
  cleared_at: z.nullable(Instant),
  cleared_by: z.nullable(StaffLabel),
  clearing: z.nullable(z.enum(clearings)),
  outcome: z.nullable(z.enum(alarmOutcomes)),
  note: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
})
export type Alarm = z.output<typeof Alarm>

export const alarmSteps = [
  'raised',
  'worsened',
  'ended',
  'returned',
  'acknowledged',
  'assigned',
  'snoozed',
  'snooze-ended',
  'escalated',
  'escalation-ended',
  'cleared',
] as const

/** One thing that happened to an alarm. `by` is null for what the panel did itself. */
export const AlarmStep = z.object({
  _id: Id,
  at: Instant,
  step: z.enum(alarmSteps),
  by: z.nullable(StaffLabel),
  to: z.nullable(StaffLabel),
  level: z.nullable(z.enum(escalationLevels)),
  /** To how many people it went. */
  told: z.nullable(z.int()),
  severity: z.nullable(z.enum(alarmSeverities)),
  value: z.nullable(z.number()),
  note: z.nullable(z.string()),
})
export type AlarmStep = z.output<typeof AlarmStep>

/** An alarm as a locked screen tells of it: how severe and where, and neither who nor what. */
export const LockedAlarm = z.object({
  _id: Id,
  severity: z.enum(alarmSeverities),
  state: z.enum(alarmStates),
  raised_at: Instant,
  snoozed_until: z.nullable(Instant),
  ward: PatientLabel.shape.ward,
  bed: PatientLabel.shape.bed,
})
export type LockedAlarm = z.output<typeof LockedAlarm>

/** Snoozing silences an alarm for a while, and no more often than this until it is cleared. */
export const snoozeMinutes = [5, 10, 15, 30] as const
export const maxSnoozes = 3
/** One of high severity is not silenced for longer than this. */
export const maxHighSnoozeMinutes = 10

/** How long a vital sign is not watched where nobody says until when, and how long it may be at most. */
export const standardOffHours = 4
export const maxOffDays = 30

export const notifyModes = ['default', 'disabled', 'own'] as const

/** How one vital of one patient is watched: by the hospital's limits, not at all, or by limits of her own. */
export const NotifySetting = z.object({
  vital: z.enum(limitedVitals),
  mode: z.enum(notifyModes),
  limits: z.nullable(Limits),
  reason: z.nullable(z.string()),
  until: z.nullable(Instant),
  changed_at: z.nullable(Instant),
  changed_by: z.nullable(StaffLabel),
  /** What holds for the patient unless this says otherwise: the hospital's limits for her age. */
  standard: Limits,
})
export type NotifySetting = z.output<typeof NotifySetting>

/** A setting as it was and is: who changed it, when. */
export const NotifyChange = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  vital: z.enum(limitedVitals),
  mode: z.enum(notifyModes),
  limits: z.nullable(Limits),
  reason: z.nullable(z.string()),
  until: z.nullable(Instant),
})
export type NotifyChange = z.output<typeof NotifyChange>

const note = z._default(optionalProse(500), null)
/** As whoever acts saw it. What has become more severe since she has not seen, and it is not taken for seen. */
const severitySeen = z.enum(alarmSeverities)

export const alarms = {
  open: {
    path: '/api/hospital_user/get_open_alarms',
    summary: 'Alarms that are not cleared, the most urgent first',
    access: 'alarm:read',
    opensRecord: false,
    body: nothing,
    reply: z.object({ alarms: z.array(Alarm) }),
  },
  openBehindLock: {
    path: '/api/hospital_user/get_alarms_behind_lock',
    summary: 'The same for a locked screen, which tells where there is an alarm and not whose',
    access: 'alarm:read',
    opensRecord: false,
    openDespite: ['session-locked'],
    body: nothing,
    reply: z.object({ alarms: z.array(LockedAlarm) }),
  },
  list: {
    path: '/admin/get_notify_transaction',
    summary: 'All notifications: every alarm there was, newest first; or those of one patient',
    access: 'alarm:read',
    opensRecord: 'patient_id',
    body: z.object({
      ...z.omit(ListQuery, { search_value: true }).shape,
      patient_id: z.optional(Id),
      ward: z.optional(Id),
      severity: z.optional(z.enum(alarmSeverities)),
      state: z.optional(z.enum(alarmStates)),
      rule: z.optional(z.enum(alarmRules)),
      from: z.optional(ChosenInstant),
      to: z.optional(ChosenInstant),
    }),
    reply: page(Alarm),
    errors: ['not-found', 'break-glass-needed'],
  },
  get: {
    path: '/admin/get_notify_detail',
    summary: 'One alarm with every step of its life',
    access: 'alarm:read',
    opensRecord: false,
    body: ById,
    reply: z.object({ alarm: Alarm, steps: z.array(AlarmStep) }),
    errors: ['not-found'],
  },
  acknowledge: {
    path: '/admin/acknowledge_alarm',
    summary: 'Say that somebody has seen an alarm and sees to it; one whose cause is over is cleared by it',
    access: 'alarm:act',
    opensRecord: false,
    body: z.object({ _id: Id, severity: severitySeen, note }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed', 'alarm-worsened'],
    success: 'alarm-acknowledged',
  },
  snooze: {
    path: '/admin/snooze_alarm',
    summary: 'Silence an alarm for some minutes',
    access: 'alarm:act',
    opensRecord: false,
    body: z.object({ _id: Id, severity: severitySeen, minutes: z.literal(snoozeMinutes), note }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed', 'alarm-worsened', 'snoozed-too-often'],
    success: 'alarm-snoozed',
  },
  assign: {
    path: '/admin/assign_alarm',
    summary: 'Hand an alarm to somebody',
    access: 'alarm:act',
    opensRecord: false,
    body: z.object({ _id: Id, staff_id: Id }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed'],
    success: 'alarm-assigned',
  },
  /** A fall and a call for help need an outcome; so does an alarm whose cause still lasts, as its note. */
  clear: {
    path: '/admin/clear_alarm',
    summary: 'Close an alarm, with what was found and done',
    access: 'alarm:act',
    opensRecord: false,
    body: z.object({ _id: Id, outcome: z._default(orNull(z.enum(alarmOutcomes)), null), note }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed'],
    success: 'alarm-cleared',
  },
  burden: {
    path: '/admin/get_alarm_burden',
    summary:
      'How much the alarms ask of a ward: alarms a bed a day, time to acknowledge, share cleared by itself',
    access: 'alarm:read',
    opensRecord: false,
    body: z.object({ from: ChosenInstant, to: ChosenInstant }),
    reply: z.object({
      wards: z.array(
        z.object({
          ward: z.nullable(z.object({ _id: Id, name_en: z.string(), name_th: z.string() })),
          beds: z.int(),
          alarms: z.int(),
          high: z.int(),
          medium: z.int(),
          low: z.int(),
          alarms_per_bed_day: z.nullable(z.number()),
          /** Seconds from raising to acknowledging, of those that were acknowledged. */
          median_seconds_to_acknowledge: z.nullable(z.number()),
          p90_seconds_to_acknowledge: z.nullable(z.number()),
          /** Percent of the cleared that ended by themselves, nobody having acted. */
          percent_without_action: z.nullable(z.number()),
          escalated: z.int(),
        }),
      ),
      rules: z.array(
        z.object({
          rule: z.enum(alarmRules),
          alarms: z.int(),
          percent_without_action: z.nullable(z.number()),
        }),
      ),
    }),
  },
  settings: {
    path: '/admin/get_notify',
    summary: "How one patient's vital signs are watched, with who changed it when",
    access: 'alarm:read',
    opensRecord: 'patient_id',
    body: z.object({ patient_id: Id }),
    reply: z.object({ settings: z.array(NotifySetting), changes: z.array(NotifyChange) }),
    errors: ['not-found', 'break-glass-needed'],
  },
  updateSetting: {
    path: '/admin/update_notify',
    summary:
      'Watch a vital sign of one patient by the standard, by limits of their own, or not at all until a time: four hours unless told',
    access: 'alarm:configure',
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      vital: z.enum(limitedVitals),
      mode: z.enum(notifyModes),
      limits: z._default(z.nullable(Limits), null),
      reason: z._default(optionalProse(500), null),
      until: z._default(z.nullable(ChosenInstant), null),
    }),
    reply: z.object({ setting: NotifySetting }),
    errors: ['not-found', 'break-glass-needed'],
    success: 'notify-updated',
  },
  duties: {
    path: '/admin/get_ward_duties',
    summary: 'Who is told when nobody acts: nurse in charge and doctor of each ward; and who may act',
    access: 'alarm:read',
    opensRecord: false,
    body: nothing,
    reply: z.object({
      wards: z.array(
        z.object({
          ward: z.object({ _id: Id, name_en: z.string(), name_th: z.string() }),
          nurse_in_charge: z.nullable(StaffLabel),
          doctor: z.nullable(StaffLabel),
          /** Groups to whom an alarm of the ward comes at their level. */
          groups: z.array(
            z.object({
              _id: Id,
              name: z.string(),
              level: z.enum(groupLevels),
              member_ids: z.array(Id),
            }),
          ),
        }),
      ),
      /** Those who can be chosen to be in charge: nurses and doctors who may act on an alarm. */
      nurses: z.array(StaffLabel),
      doctors: z.array(StaffLabel),
      /** Those to whom an alarm can be handed: everybody who may act on one, by type of staff. */
      acting: z.array(
        z.object({
          type: z.enum(Object.keys(staffTypes) as [keyof typeof staffTypes]),
          staff: z.array(StaffLabel),
        }),
      ),
    }),
  },
  updateDuty: {
    path: '/admin/update_ward_duty',
    summary: 'Say who is in charge of a ward',
    access: 'alarm:configure',
    opensRecord: false,
    body: z.object({ ward_id: Id, nurse_in_charge: z.nullable(Id), doctor: z.nullable(Id) }),
    reply: nothing,
    errors: ['not-found'],
    success: 'duty-updated',
  },
} satisfies Endpoints
