import * as z from 'zod/mini'
import { Alarm, alarmSeverities, LockedAlarm, OwnLimits } from './alarms.ts'
import type { MeasuredValue } from './clinical/plausibility.ts'
import { triageLevels } from './clinical/triage.ts'
import { listQuantitiesByPart, type QuantityName, quantities } from './clinical/vital-signs.ts'
import { formNames } from './forms/form-names.ts'
import { isolationKinds } from './patient-flow/admission-codes.ts'
import { placeKinds } from './patient-flow/admissions.ts'
import { AlarmOff, allergySeverities, birthFields, deviceStatuses, genders, WardChoice } from './patients.ts'
import { readingSources } from './readings.ts'
import type { Permission } from './wire/access.ts'
import {
  definePage,
  type Endpoints,
  emptyReply,
  fileReply,
  Id,
  listFilters,
  PageRequest,
} from './wire/endpoint.ts'
import { CalendarDate, Instant } from './wire/fields.ts'
import { FileLanguage } from './wire/file-language.ts'
import { DeviceLabel, PatientLabel, StaffLabel } from './wire/labels.ts'

/** Quantities of which each patient's newest value is stored by itself. */
export const newestQuantities = listQuantitiesByPart('hasNewest')

/** The newest values that are stored of a patient. `news2` is derived from the others. */
export const latestVitals = [
  'blood_pressure',
  ...newestQuantities,
  'consciousness',
  'oxygen',
  'position',
  'news2',
] as const
export type LatestVital = (typeof latestVitals)[number]

/** Newest values that do not count as an observation of the patient; those of which a score is made count already. */
export const unobservedVitals: readonly LatestVital[] = [
  'height',
  'weight',
  'waist',
  'steps',
  'position',
  'news2',
]

/** When the newest vital sign of a patient was measured; undefined if none was. */
export function findLastObserved(
  latest: readonly Pick<LatestValue, 'vital' | 'measured_at'>[],
): string | undefined {
  return latest
    .filter(({ vital }) => !unobservedVitals.includes(vital))
    .map(({ measured_at }) => measured_at)
    .toSorted()
    .at(-1)
}

/**
 * The newest value of one vital. `second` is the diastolic pressure, the longitude, or the SpO₂ scale of a score;
 * `note` the marker of a glucose, the letter of ACVPU, or when the oldest part of a score was measured. `is_derived`:
 * computed and not measured.
 */
export const LatestValue = z.object({
  vital: z.enum(latestVitals),
  value: z.nullable(z.number()),
  second: z.nullable(z.number()),
  note: z.nullable(z.string()),
  measured_at: Instant,
  source: z.enum(readingSources),
  is_derived: z.boolean(),
})
export type LatestValue = z.output<typeof LatestValue>

/** The newest measurement of each quantity, from the newest values. A pressure is two quantities. */
export function indexLastMeasured(latest: readonly LatestValue[]): Map<QuantityName, MeasuredValue> {
  const last = new Map<QuantityName, MeasuredValue>()
  for (const { vital, value, second, measured_at } of latest) {
    if (vital === 'blood_pressure') {
      if (value !== null) last.set('systolic', { value, measured_at })
      if (second !== null) last.set('diastolic', { value: second, measured_at })
    } else if (vital in quantities && value !== null) last.set(vital as QuantityName, { value, measured_at })
  }
  return last
}

export const TileDevice = z.object({
  ...z.omit(DeviceLabel, { mac: true }).shape,
  status: z.nullable(z.enum(deviceStatuses)),
  battery: z.nullable(z.int()),
  last_seen_at: z.nullable(Instant),
})
export type TileDevice = z.output<typeof TileDevice>

export const trendVitals = ['pulse', 'spo2'] as const
/** The smallest and the largest value that was measured in some time. */
export const Extremes = z.object({ low: z.number(), high: z.number() })
export type Extremes = z.output<typeof Extremes>
/** A short trend: the extremes of each step of `trendMinutes`, null if nothing was measured. */
export const Trend = z.object({ vital: z.enum(trendVitals), steps: z.array(z.nullable(Extremes)) })
export type Trend = z.output<typeof Trend>
export const trendMinutes = 15
export const trendSteps = 24

export const Tile = z.object({
  patient: z.extend(PatientLabel, {
    gender: z.enum(genders),
    ...birthFields,
    triage_level: z.nullable(z.enum(triageLevels)),
  }),
  latest: z.array(LatestValue),
  alarms_off: z.array(AlarmOff),
  own_limits: z.array(OwnLimits),
  trends: z.array(Trend),
  devices: z.array(TileDevice),
})
export type Tile = z.output<typeof Tile>

/** The wards of a board: those that the caller's groups follow, every ward, or one. */
export const BoardWard = z.union([z.literal(['mine', 'every']), Id], 'id-invalid')
export type BoardWard = z.output<typeof BoardWard>

/** `any`: an open alarm of whatever severity. */
export const boardAlarms = ['any', ...alarmSeverities] as const

export const WardBoardFilters = z.object({
  alarm: z.optional(z.enum(boardAlarms)),
  triage_level: z.optional(z.array(z.enum(triageLevels)).check(z.maxLength(triageLevels.length, 'too-many'))),
  device_status: z.optional(z.enum([...deviceStatuses, 'none'])),
  /** Patients without any vital sign in the last `news2KeptMs`. */
  is_unobserved: z.optional(z.literal(true)),
  place: z.optional(z.enum(placeKinds)),
})
export type WardBoardFilters = z.output<typeof WardBoardFilters>

/** The orders of a ward board other than its own. `observed`: the longest without a vital sign first. */
export const wardBoardSorts = ['bed', 'news2', 'triage_level', 'observed'] as const

/**
 * Without a sort field the sickest are first (`compareSickness`), then by bed. By default `ward` is `mine`, or `every`
 * for a user whose groups follow no ward.
 */
const WardBoardQuery = z.object({
  ward: z.optional(BoardWard),
  filterLists: listFilters(WardBoardFilters),
  sort_field: z.optional(z.enum(wardBoardSorts)),
  sort_order: z._default(z.enum(['asc', 'desc']), 'asc'),
})

/**
 * How a patient is on a ward. The doctor, the isolation and the plan are null if the record is closed to the caller.
 */
const BoardStay = z.object({
  kind: z.enum(placeKinds),
  due_back_at: z.nullable(Instant),
  attending: z.nullable(StaffLabel),
  isolation: z.nullable(z.array(z.enum(isolationKinds))),
  planned_discharge_on: z.nullable(CalendarDate),
})

/** A patient of a ward, in a bed or without one, with the newest values, which may be none. */
export const WardBoardRow = z.object({
  ...z.omit(Tile, { trends: true }).shape,
  admitted_at: z.nullable(Instant),
  stay: z.nullable(BoardStay),
  /**
   * The last NEWS2 that is at least an hour and at most a day older than the newest, computed from the readings of that
   * time. Null if there is none, or if the record is closed to the caller.
   */
  score_before: z.nullable(z.object({ value: z.int(), measured_at: Instant })),
  /** How severe the worst known allergy is. Null if none is known, or if the record is closed to the caller. */
  worst_allergy: z.nullable(z.enum(allergySeverities)),
  /** Known to be pregnant, for whom there is no NEWS2; false if the record is closed to the caller. */
  is_pregnant: z.boolean(),
})
export type WardBoardRow = z.output<typeof WardBoardRow>

export const DeviceLocation = z.object({
  patient: z.nullable(PatientLabel),
  device: z.nullable(z.omit(DeviceLabel, { mac: true })),
  lat: z.number(),
  lang: z.number(),
  at: Instant,
})
export type DeviceLocation = z.output<typeof DeviceLocation>

/** An event of the hospital's stream. It carries its data, so that no screen has to ask again. */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('latest'),
    patients: z.array(
      z.object({
        patient_id: Id,
        latest: z.array(LatestValue),
        /**
         * The extremes of all readings that arrived together: the newest alone would hide values measured just before
         * it.
         */
        extremes: z.optional(z.array(z.extend(Extremes, { vital: z.enum(trendVitals) }))),
      }),
    ),
  }),
  z.object({ kind: z.literal('alarm'), alarm: Alarm }),
  /** The only event that a locked session gets. */
  z.object({ kind: z.literal('alarm-behind-lock'), alarm: LockedAlarm }),
  z.object({
    kind: z.literal('device'),
    devices: z.array(z.extend(TileDevice, { patient_id: z.nullable(Id) })),
  }),
  /** Patients, assignments or alarm settings have changed: what the screens show of these patients is out of date. */
  z.object({ kind: z.literal('patients-outdated'), patient_ids: z.array(Id) }),
  /** The state, the features or a reservation of beds has changed: the maps of these wards are out of date. */
  z.object({ kind: z.literal('beds-outdated'), ward_ids: z.array(Id) }),
  /**
   * Something was done about visits of these patients, who may be there no more, or only now: the boards and queues of
   * these kinds of visits are out of date. Without patients it is a clinic that has changed, or the targets and zones
   * of the emergency room.
   */
  z.object({
    kind: z.literal('visits-outdated'),
    visit_kinds: z.array(z.enum(['ER', 'OPD'])),
    patient_ids: z.array(Id),
  }),
  /** A request for admission was made or closed: what the boards of these wards show of requests is out of date. */
  z.object({ kind: z.literal('admission-requests-outdated'), ward_ids: z.array(Id) }),
  /** A request for admission was declined: whoever asked is told. */
  z.object({ kind: z.literal('admission-declined'), requested_by: Id }),
  /** Records of a form were begun, completed or voided, or hold other answers. */
  z.object({ kind: z.literal('form-records-outdated'), form: z.enum(formNames) }),
  /** Something happened to a mission: its board and its crew's screen are out of date. */
  z.object({ kind: z.literal('missions-outdated') }),
  /** An ambulance that brings somebody, or what is told of them, has changed. */
  z.object({ kind: z.literal('inbound-outdated') }),
  /** The alarm limits and times of the hospital have changed. */
  z.object({ kind: z.literal('thresholds-outdated') }),
  /** How many readings wait in the inbox, and how many messages in quarantine. */
  z.object({ kind: z.literal('waiting'), readings: z.int(), messages: z.int() }),
  /** Permissions have changed: each screen asks again what its user may do. */
  z.object({ kind: z.literal('permissions') }),
  /** A record was opened by exception, or one was marked as seen; `unseen` counts the others. */
  z.object({ kind: z.literal('glass-broken'), unseen: z.int(), is_new: z.boolean() }),
  /** A verification of the audit found it tampered with, or in order again; the screens ask for the result. */
  z.object({ kind: z.literal('audit-checked') }),
  /** Somebody registered, or an admin decided on it; `pending` counts those who wait. */
  z.object({ kind: z.literal('applicants'), pending: z.int() }),
])
export type LiveEvent = z.output<typeof LiveEvent>

/**
 * Who may see each kind of event: users with any of these permissions; null if every signed-in user may. Whoever may
 * read what an event makes out of date hears it; one that lists patients is heard by those who see patients alone.
 */
export const liveEventAccess: Readonly<
  Record<Exclude<LiveEvent['kind'], 'alarm-behind-lock'>, readonly Permission[] | null>
> = {
  latest: ['patient:read'],
  alarm: ['alarm:read'],
  device: ['device:read'],
  'patients-outdated': ['patient:read'],
  'beds-outdated': ['patient:read'],
  'visits-outdated': ['patient:read'],
  'admission-requests-outdated': ['patient:read'],
  'admission-declined': ['admission:request'],
  'form-records-outdated': ['form:use', 'mission:dispatch', 'form:review', 'fleet:read'],
  'missions-outdated': ['mission:crew', 'mission:dispatch', 'fleet:read', 'fleet:manage', 'equipment:check'],
  'inbound-outdated': ['patient:read'],
  'thresholds-outdated': ['alarm:read'],
  waiting: ['device:read', 'clinical:record'],
  permissions: null,
  'glass-broken': ['user:manage'],
  'audit-checked': ['audit:read'],
  applicants: ['user:manage'],
}

/** Whether there are events that a user hears for what they may do, and not only as every signed-in user does. */
export const hearsLiveEvents = (given: readonly Permission[]): boolean =>
  Object.values(liveEventAccess).some((access) => access?.some((permission) => given.includes(permission)))

export const monitoring = {
  wall: {
    path: '/api/hospital_user/get_health_monitoring',
    summary: 'Every monitored patient with the newest values, a short trend and the devices',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({ ward: z.optional(WardChoice), patient_id: z.optional(Id) }),
    reply: z.object({
      tiles: z.array(Tile),
      /** The newest event included in the tiles; `live` continues from there. */
      event: z.string(),
    }),
    errors: ['not-found'],
  },
  wardBoard: {
    path: '/api/hospital_user/get_ward_board',
    summary: 'Every patient in a bed of these wards with the newest values, the sickest first',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({ ...PageRequest.shape, ...WardBoardQuery.shape }),
    reply: z.object({
      ...definePage(WardBoardRow).shape,
      /** The wards that are shown. */
      ward: BoardWard,
      /** The newest event included in the rows; `live` continues from there. */
      event: z.string(),
    }),
  },
  exportWardBoard: {
    path: '/api/hospital_user/export_ward_board',
    summary: 'Export a whole ward board as data.csv (UTF-8 with a byte-order mark)',
    access: 'patient:export',
    patientData: true,
    opensRecord: false,
    body: z.object({ ...WardBoardQuery.shape, language: FileLanguage }),
    reply: fileReply,
    file: true,
  },
  locations: {
    path: '/api/hospital_user/get_locations',
    summary: 'The last positions of monitored patients and of watches',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: PageRequest,
    reply: definePage(DeviceLocation),
  },
  waiting: {
    path: '/api/hospital_user/get_waiting',
    summary: 'How many readings wait for a patient and how many messages are in quarantine',
    access: 'device:read',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ readings: z.int(), messages: z.int() }),
  },
  /**
   * Server-sent events. Each has an id; a caller that reconnects with it as `Last-Event-ID` misses nothing and gets
   * nothing twice. `event: reset` means that too much was missed and everything must be read again.
   */
  live: {
    method: 'GET',
    path: '/api/hospital_user/live',
    summary: "Stream of live events that the user may see, ending with the user's session",
    access: 'session',
    patientData: true,
    opensRecord: false,
    allowedWhile: ['session-locked'],
    byItself: true,
    body: emptyReply,
    reply: z.object({ event: LiveEvent }),
    stream: true,
  },
} satisfies Endpoints
