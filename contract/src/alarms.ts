import * as z from 'zod/mini'
import { alarmRules } from './clinical/alarm-rules.ts'
import { Limits, LimitsDrafts, limitBounds, limitedVitals, mapVitals } from './clinical/limits.ts'
import { news2Parameters } from './clinical/scores/news2.ts'
import { consciousnessLevels } from './clinical/vital-signs.ts'
import { visitKinds } from './patient-flow/visits.ts'
import { staffTypes } from './wire/access.ts'
import { ById, definePage, type Endpoints, emptyReply, Id, PageRequest } from './wire/endpoint.ts'
import { ChosenInstant, emptyAsNull, Instant, optionalProse } from './wire/fields.ts'
import { BothNames, DeviceLabel, PatientLabel, PlaceLabel, StaffLabel } from './wire/labels.ts'

/** The priorities of IEC 60601-1-8: act at once, act soon, be aware. */
export const alarmSeverities = ['high', 'medium', 'low'] as const
export type AlarmSeverity = (typeof alarmSeverities)[number]

export const alarmStates = ['active', 'acknowledged', 'cleared'] as const

/**
 * `recovered`: the value or the device came back. `person`: somebody closed the alarm. `moved`: the device has another
 * wearer or none, or the value is known to be another patient's. `discharged`: the patient left the hospital.
 * `pregnant`: the patient is known to be pregnant, for whom there is no score. `age`: the birth date was changed, and
 * there is no score at that age.
 */
export const clearingReasons = ['recovered', 'person', 'moved', 'discharged', 'pregnant', 'age'] as const
export const alarmOutcomes = ['no-harm', 'injured', 'treated', 'transferred', 'false-alarm', 'other'] as const

/**
 * Who is notified next when nobody acts: the ward, its nurse in charge, its doctor, everybody of the hospital who may
 * act.
 */
export const escalationLevels = ['ward', 'nurse_in_charge', 'doctor', 'everybody'] as const

/** Levels at which an alarm that nobody acts on can go to a group. */
export const groupLevels = ['nurse_in_charge', 'doctor'] as const

/**
 * How the early-warning score behind an alarm was made: by which scale the oxygen saturation was scored, and the
 * parameters that score 3, each with its value (the systolic of a pressure) or its letter of ACVPU.
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

/** Where in the emergency room or the clinic a patient is, who may have a bed of a ward too. */
export const VisitPlace = z.object({
  kind: z.enum(visitKinds),
  zone: z.nullable(BothNames),
  bay: z.nullable(z.string()),
})
export type VisitPlace = z.output<typeof VisitPlace>

/**
 * One alarm. `value` (for a blood pressure the systolic, over `second`) and `limit` are those at which the alarm was
 * raised or last worsened, `worst_value` the lowest or highest since, `last_value` the newest. The `limit` of a score
 * is null if a single parameter of 3 raised the alarm and the score reached no limit. `ended_at`: since when the cause
 * is over; an alarm of high severity stays open all the same until somebody has acknowledged it.
 */
export const Alarm = z.object({
  _id: Id,
  /** With the patient's present ward and bed, or those in which the alarm was cleared. */
  patient: z.nullable(PatientLabel),
  /**
   * While it is open, the visit in which the patient is. If they also have a ward, they wait for its first bed, or came
   * from it.
   */
  visit: z.nullable(VisitPlace),
  raised_ward: z.nullable(PlaceLabel),
  raised_bed: z.nullable(z.string()),
  device: z.nullable(DeviceLabel),
  /** The MAC address or IMEI of a device that was not registered when it called. */
  mac: z.nullable(z.string()),
  /** For a call for help that named only an HN or a national ID: the HN, or the end of the national ID. */
  named: z.nullable(z.string()),
  /**
   * How many patients have the number that the call named: none, several with one national ID, or one registered since.
   */
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
  /**
   * How many people were notified at this level, how often since the alarm was last raised, worse, back, no longer
   * snoozed or handed over, and when last. Null and 0 while the level is the ward.
   */
  told: z.nullable(z.int()),
  tellings: z.int(),
  told_at: z.nullable(Instant),
  snoozed_until: z.nullable(Instant),
  snoozes_left: z.int(),
  cleared_at: z.nullable(Instant),
  cleared_by: z.nullable(StaffLabel),
  clearing: z.nullable(z.enum(clearingReasons)),
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

/** One event in the life of an alarm. `by` is null for what the panel did itself. */
export const AlarmStep = z.object({
  _id: Id,
  at: Instant,
  step: z.enum(alarmSteps),
  by: z.nullable(StaffLabel),
  to: z.nullable(StaffLabel),
  level: z.nullable(z.enum(escalationLevels)),
  /** How many people were notified. */
  told: z.nullable(z.int()),
  severity: z.nullable(z.enum(alarmSeverities)),
  value: z.nullable(z.number()),
  note: z.nullable(z.string()),
})
export type AlarmStep = z.output<typeof AlarmStep>

/** An alarm as a locked screen shows it: how severe and where, without the patient or the value. */
export const LockedAlarm = z.object({
  _id: Id,
  severity: z.enum(alarmSeverities),
  state: z.enum(alarmStates),
  raised_at: Instant,
  snoozed_until: z.nullable(Instant),
  ward: PatientLabel.shape.ward,
  bed: PatientLabel.shape.bed,
  visit: z.nullable(VisitPlace),
})
export type LockedAlarm = z.output<typeof LockedAlarm>

/** Snoozing silences an alarm for a while, at most `maxSnoozes` times until it is cleared. */
export const snoozeMinutes = [5, 10, 15, 30] as const
export const maxSnoozes = 3
/** An alarm of high severity cannot be silenced for longer than this. */
export const maxHighSnoozeMinutes = 10

/** How long the alarms of a vital sign are off if no end is given, and how long they may be off at most. */
export const standardOffHours = 4
export const maxOffDays = 30

export const notifyModes = ['default', 'disabled', 'own'] as const

/**
 * How the alarms of one vital sign of one patient are evaluated: by the hospital's limits, not at all, or by limits of
 * the patient's own.
 */
export const NotifySetting = z.object({
  vital: z.enum(limitedVitals),
  mode: z.enum(notifyModes),
  limits: z.nullable(Limits),
  reason: z.nullable(z.string()),
  until: z.nullable(Instant),
  changed_at: z.nullable(Instant),
  changed_by: z.nullable(StaffLabel),
  /** The limits that apply without a setting: the hospital's limits for the patient's age. */
  standard: Limits,
})
export type NotifySetting = z.output<typeof NotifySetting>

/** Limits that hold for one patient in place of the hospital's, and until when. */
export const OwnLimits = z.extend(z.pick(NotifySetting, { vital: true, until: true }), { limits: Limits })
export type OwnLimits = z.output<typeof OwnLimits>

/** A setting before and after a change, with who changed it and when. */
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

/** The settings of a patient; a save names the version that the user saw. It counts the changes. */
const NotifySettings = z.object({
  settings: z.array(NotifySetting),
  /** The last changes, the newest first. */
  changes: z.array(NotifyChange),
  version: z.int(),
})

/** `detail` of the failure `changed-meanwhile`. */
export const NotifyChangedMeanwhile = NotifySettings

/** New settings, by vital sign. `until` is null for one that holds until it is changed. */
export const NotifyDraft = z.partial(
  z.object(
    mapVitals((vital) =>
      z
        .object({
          mode: z.enum(notifyModes),
          limits: z._default(z.nullable(LimitsDrafts[vital]), null),
          until: z._default(z.nullable(ChosenInstant), null),
        })
        .check(
          z.refine(
            ({ mode, limits }) =>
              mode !== 'own' || limitBounds.some((bound) => limits && limits[bound] !== null),
            { error: 'field-required', path: ['limits'] },
          ),
        ),
    ),
  ),
)
export type NotifyDraft = z.output<typeof NotifyDraft>

/** Who is notified of a ward's alarms when nobody acts: its nurse in charge, then its doctor. */
const Duty = z.object({ nurse_in_charge: z.nullable(Id), doctor: z.nullable(Id) })

/** `detail` of the failure `changed-meanwhile` of a ward's duty. */
export const DutyChangedMeanwhile = z.object({ duty: Duty })

const note = z._default(optionalProse(500), null)
/**
 * The severity that the person who acts saw on the screen. If the alarm has become more severe since, acting on it does
 * not count for the higher severity.
 */
const severitySeen = z.enum(alarmSeverities)

export const alarms = {
  open: {
    path: '/api/hospital_user/get_open_alarms',
    summary: 'Alarms that are not cleared, the most urgent first',
    access: 'alarm:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ alarms: z.array(Alarm) }),
  },
  openBehindLock: {
    path: '/api/hospital_user/get_alarms_behind_lock',
    summary: 'The same for a locked screen: where there is an alarm, without the patient',
    access: 'alarm:read',
    patientData: true,
    opensRecord: false,
    allowedWhile: ['session-locked'],
    byItself: true,
    body: emptyReply,
    reply: z.object({ alarms: z.array(LockedAlarm) }),
  },
  list: {
    path: '/admin/get_notify_transaction',
    summary: 'All notifications: every alarm, newest first; or those of one patient',
    access: 'alarm:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({
      ...PageRequest.shape,
      patient_id: z.optional(Id),
      ward: z.optional(Id),
      severity: z.optional(z.enum(alarmSeverities)),
      state: z.optional(z.enum(alarmStates)),
      rule: z.optional(z.enum(alarmRules)),
      from: z.optional(ChosenInstant),
      to: z.optional(ChosenInstant),
    }),
    reply: definePage(Alarm),
    errors: ['not-found', 'break-glass-needed'],
  },
  get: {
    path: '/admin/get_notify_detail',
    summary: 'One alarm with every step of its life',
    access: 'alarm:read',
    patientData: true,
    opensRecord: false,
    body: ById,
    reply: z.object({ alarm: Alarm, steps: z.array(AlarmStep) }),
    errors: ['not-found'],
  },
  acknowledge: {
    path: '/admin/acknowledge_alarm',
    summary: 'Acknowledge an alarm; if its cause is over, this clears it',
    access: 'alarm:act',
    patientData: true,
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
    patientData: true,
    opensRecord: false,
    body: z.object({ _id: Id, severity: severitySeen, minutes: z.literal(snoozeMinutes), note }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed', 'alarm-worsened', 'snoozed-too-often'],
    success: 'alarm-snoozed',
  },
  assign: {
    path: '/admin/assign_alarm',
    summary: 'Hand an alarm over to somebody',
    access: 'alarm:act',
    patientData: true,
    opensRecord: false,
    body: z.object({ _id: Id, staff_id: Id }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed'],
    success: 'alarm-assigned',
  },
  /** A fall and a call for help need an outcome; any other alarm needs a note while its cause lasts. */
  clear: {
    path: '/admin/clear_alarm',
    summary: 'Close an alarm, with what was found and done',
    access: 'alarm:act',
    patientData: true,
    opensRecord: false,
    body: z.object({
      _id: Id,
      /** Absent from screens that were loaded before it was asked for. */
      severity: z.optional(severitySeen),
      outcome: z._default(emptyAsNull(z.enum(alarmOutcomes)), null),
      note,
    }),
    reply: z.object({ alarm: Alarm }),
    errors: ['not-found', 'alarm-closed', 'alarm-worsened'],
    success: 'alarm-cleared',
  },
  burden: {
    path: '/admin/get_alarm_burden',
    summary:
      'How much the alarms burden a ward: alarms a bed a day, time to acknowledge, share cleared by itself',
    access: 'alarm:read',
    patientData: false,
    byItself: true,
    body: z.object({ from: ChosenInstant, to: ChosenInstant }),
    reply: z.object({
      wards: z.array(
        z.object({
          ward: z.nullable(PlaceLabel),
          beds: z.int(),
          alarms: z.int(),
          high: z.int(),
          medium: z.int(),
          low: z.int(),
          alarms_per_bed_day: z.nullable(z.number()),
          /** Seconds from raising to acknowledging, of the acknowledged alarms (nearest rank). */
          median_seconds_to_acknowledge: z.nullable(z.number()),
          p90_seconds_to_acknowledge: z.nullable(z.number()),
          /** Percent of the cleared alarms that ended by themselves, without anybody acting. */
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
    summary: "The alarm settings of one patient's vital signs, with who changed them when",
    access: 'alarm:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({ patient_id: Id }),
    reply: NotifySettings,
    errors: ['not-found', 'break-glass-needed'],
  },
  updateSettings: {
    path: '/admin/update_notify',
    summary:
      'Evaluate vital signs of one patient by the standard limits, by their own, or not at all until a time: four hours by default',
    access: 'alarm:configure',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      version: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      settings: NotifyDraft,
      reason: z._default(optionalProse(500), null),
    }),
    reply: NotifySettings,
    errors: ['not-found', 'break-glass-needed', 'record-merged', 'changed-meanwhile'],
    success: 'notify-updated',
  },
  duties: {
    path: '/admin/get_ward_duties',
    summary: 'Who is notified when nobody acts: nurse in charge and doctor of each ward; and who may act',
    access: 'alarm:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({
      wards: z.array(
        z.object({
          ward: PlaceLabel,
          nurse_in_charge: z.nullable(StaffLabel),
          doctor: z.nullable(StaffLabel),
          /** Groups that are notified of the ward's alarms, each at its level. */
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
      /** Staff who can be put in charge: nurses and doctors who may act on an alarm. */
      nurses: z.array(StaffLabel),
      doctors: z.array(StaffLabel),
      /** Staff to whom an alarm can be handed over: everybody who may act on one, by staff type. */
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
    summary: 'Set who is in charge of a ward',
    access: 'alarm:configure',
    patientData: false,
    body: z.object({
      ward_id: Id,
      ...Duty.shape,
      /** Who was in charge when the user chose. */
      from: Duty,
    }),
    reply: emptyReply,
    errors: ['not-found', 'changed-meanwhile'],
    success: 'duty-updated',
  },
} satisfies Endpoints
