import * as z from 'zod/mini'
import { glucoseUnits } from './clinical/units.ts'
import { deviceStatuses } from './patients.ts'
import {
  ById,
  definePage,
  type Endpoints,
  emptyReply,
  Id,
  ListRequest,
  PageRequest,
} from './wire/endpoint.ts'
import { ChosenId, ChosenInstant, choiceField, Instant, optionalText, requiredText } from './wire/fields.ts'
import { type DeviceKind, DeviceLabel, deviceKinds, PatientLabel, StaffLabel } from './wire/labels.ts'

/** Kinds that belong to one patient for a time; a gateway and a box serve everybody. */
export const wearableKinds = deviceKinds.filter((kind) => kind !== 'gateway' && kind !== 'box')

export const isWearable = (kind: DeviceKind): boolean => wearableKinds.some((one) => one === kind)

/** The stored form of a device's MAC address or IMEI. */
export const macOrImeiPattern = /^([0-9a-f]{12}|\d{15})$/

/** MAC as 12 hexadecimal digits in lower case, in whatever form it was written; or the 15 digits of an IMEI. */
export const MacOrImei = z.string('mac-required').check(
  z.overwrite((text: string) => text.replace(/[\s:.-]/g, '').toLowerCase()),
  z.minLength(1, { error: 'mac-required', abort: true }),
  z.regex(macOrImeiPattern, 'mac-invalid'),
)

/**
 * A device clock that is wrong: by how many seconds it is behind (negative: ahead), and since when. With
 * `is_corrected`, the times of its readings are corrected by that amount. Without it, nobody can tell whether the clock
 * is behind or the messages are late, and the readings wait for a person.
 */
export const WrongClock = z.object({ behind_seconds: z.int(), since: Instant, is_corrected: z.boolean() })
export type WrongClock = z.output<typeof WrongClock>

/**
 * `glucose_unit` is the unit in which a meter sends a glucose, for meters whose messages do not name it; null until
 * somebody states it. `battery` in percent. `status` is null for a device that never sent anything, `clock` is null
 * while the clock is right.
 */
export const Device = z.object({
  ...DeviceLabel.shape,
  model: z.nullable(z.string()),
  glucose_unit: z.nullable(z.enum(glucoseUnits)),
  status: z.nullable(z.enum(deviceStatuses)),
  battery: z.nullable(z.int()),
  signal: z.nullable(z.int()),
  last_seen_at: z.nullable(Instant),
  clock: z.nullable(WrongClock),
  wearer: z.nullable(PatientLabel),
  worn_since: z.nullable(Instant),
  registered_at: Instant,
  retired_at: z.nullable(Instant),
})
export type Device = z.output<typeof Device>

/** The detail of the failure `device-moved-since`: who wears the device now, if the caller saw somebody else. */
export const DeviceMovedSince = z.object({ wearer: PatientLabel, worn_since: Instant })
export type DeviceMovedSince = z.output<typeof DeviceMovedSince>

/** One period in which one patient had the device. */
export const DeviceTransaction = z.object({
  _id: Id,
  device: DeviceLabel,
  patient: PatientLabel,
  from: Instant,
  to: z.nullable(Instant),
  assigned_by: z.nullable(StaffLabel),
  taken_by: z.nullable(StaffLabel),
})
export type DeviceTransaction = z.output<typeof DeviceTransaction>

/** One message of a vital-sign box, as it arrived. `hash` is SHA-256 over the previous hash and this message. */
export const BoxTransaction = z.object({
  number: z.int(),
  hash: z.string(),
  previous_hash: z.nullable(z.string()),
  received_at: Instant,
  mac: z.string(),
  patient: z.nullable(PatientLabel),
})
export type BoxTransaction = z.output<typeof BoxTransaction>

const DeviceFields = {
  mac: MacOrImei,
  kind: choiceField(deviceKinds),
  name: requiredText('name-required', 100),
  model: z._default(optionalText(100), null),
  glucose_unit: z._default(z.nullable(z.enum(glucoseUnits)), null),
}

/** What becomes of the devices that a patient who leaves wears; those that are not named are taken back. */
export const LeftDevices = z.object({
  /** The patient keeps them. */
  keeps_devices: z._default(z.array(Id).check(z.maxLength(50, 'too-many')), []),
  /** Another patient has them from now on. */
  hands_over: z._default(
    z.array(z.object({ device_id: Id, patient_id: ChosenId })).check(z.maxLength(50, 'too-many')),
    [],
  ),
})
export type LeftDevices = z.output<typeof LeftDevices>

export const devices = {
  list: {
    path: '/admin/get_devices',
    summary: 'Devices of the hospital, who wears them, and how they are',
    access: 'device:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({
      ...ListRequest.shape,
      kind: z.optional(z.enum(deviceKinds)),
      status: z.optional(z.enum([...deviceStatuses, 'never'])),
      is_worn: z.optional(z.boolean()),
      /** The list holds only those of `wearableKinds`. */
      is_wearable: z.optional(z.literal(true)),
      patient_id: z.optional(Id),
      with_retired: z._default(z.boolean(), false),
    }),
    reply: z.extend(definePage(Device), {
      /** The last time within a day that the panel's own clock was changed; negative: set back. */
      clock_jump: z.nullable(z.object({ at: Instant, by_seconds: z.int() })),
    }),
    errors: ['not-found'],
  },
  check: {
    path: '/admin/check_amy_mac',
    summary: 'Whether an address is valid, and whether a device has it already',
    access: 'device:read',
    patientData: true,
    opensRecord: false,
    form: true,
    byItself: true,
    body: z.object({ mac: MacOrImei }),
    reply: z.object({ mac: z.string(), device: z.nullable(Device) }),
  },
  register: {
    path: '/admin/add_device',
    summary: 'Register a device',
    access: 'device:manage',
    patientData: true,
    opensRecord: false,
    body: z.object(DeviceFields),
    reply: z.object({ device: Device }),
    errors: ['mac-taken'],
    success: 'device-registered',
  },
  update: {
    path: '/admin/update_device',
    summary: 'Rename a device, set in which unit it sends a glucose, or take it out of service',
    access: 'device:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({
      _id: Id,
      name: z.optional(DeviceFields.name),
      model: z.optional(optionalText(100)),
      /** Glucoses that wait for the unit are then read in it. */
      glucose_unit: z.optional(z.nullable(z.enum(glucoseUnits))),
      is_retired: z.optional(z.boolean()),
    }),
    reply: z.object({ device: Device }),
    errors: ['not-found', 'mac-taken', 'device-worn'],
    success: 'device-updated',
  },
  transactions: {
    path: '/admin/get_amy_watch_transaction',
    summary: 'Who had which device from when until when, newest first',
    access: 'device:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({
      ...ListRequest.shape,
      device_id: z.optional(Id),
      patient_id: z.optional(Id),
      is_open: z.optional(z.boolean()),
    }),
    reply: definePage(DeviceTransaction),
    errors: ['not-found'],
  },
  /** Assigning a device to another patient ends the previous assignment at the same instant. */
  assign: {
    path: '/admin/update_amy_watch_transaction',
    summary: 'Give a device to a patient, or with no patient take it back',
    access: 'device:assign',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      device_id: Id,
      patient_id: z.nullable(Id),
      /**
       * Who wears the device as the caller sees it; null if nobody does. It is taken from nobody else: they would lose
       * their monitoring unnoticed. Left out, it is taken from whoever wears it.
       */
      seen_wearer_id: z.optional(z.nullable(Id)),
      /** When the patient got the device, if it was recorded late; now by default. */
      at: z.optional(ChosenInstant),
    }),
    reply: z.object({ device: Device }),
    errors: [
      'not-found',
      'break-glass-needed',
      'record-merged',
      'device-not-worn',
      'device-retired',
      'device-moved-since',
    ],
    success: 'device-assigned',
  },
  boxTransactions: {
    path: '/api/hospital_user/get_hv01_transaction',
    summary: 'Messages of vital-sign boxes as they came, newest first',
    access: 'device:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: PageRequest,
    reply: z.extend(definePage(BoxTransaction), {
      /** The first of the shown messages whose hash is not built on the previous message, if any. */
      broken_at: z.nullable(z.int()),
    }),
  },
  verifyBoxTransactions: {
    path: '/api/hospital_user/verify_hv01_transaction',
    summary: 'Verify every message of vital-sign boxes, from the first on',
    access: 'device:read',
    patientData: false,
    body: emptyReply,
    reply: z.object({
      /** How many messages, counted from the first, are each built on the previous one. */
      proved: z.int(),
      /** The first message whose hash is not built on the previous one, if any. */
      broken_at: z.nullable(z.int()),
    }),
  },
  boxTransaction: {
    path: '/api/hospital_user/get_hv01_transaction/:hash',
    summary: 'One message of a vital-sign box with its content',
    access: 'device:read',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ hash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'hash-invalid')) }),
    reply: z.object({
      transaction: z.extend(BoxTransaction, { payload: z.string(), is_intact: z.boolean() }),
    }),
    errors: ['not-found', 'break-glass-needed'],
  },
  get: {
    path: '/admin/get_device',
    summary: 'One device',
    access: 'device:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: ById,
    reply: z.object({ device: Device }),
    errors: ['not-found'],
  },
} satisfies Endpoints
