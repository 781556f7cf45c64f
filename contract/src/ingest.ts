import * as z from 'zod/mini'
import { readingKindNames } from './clinical/vital-signs.ts'
import { MacOrImei } from './devices.ts'
import { OutsideWards } from './patients.ts'
import { sentValues } from './readings.ts'
import { ById, definePage, type Endpoints, emptyReply, Id, PageRequest } from './wire/endpoint.ts'
import {
  choiceField,
  Instant,
  isStorable,
  NationalId,
  optionalProse,
  ReportedInstant,
  requiredText,
} from './wire/fields.ts'
import { StaffLabel } from './wire/labels.ts'

/** The most readings in one call. */
export const maxBatchReadings = 1000

/** A sender: a gateway, a watch's server, another system. Its key is shown once, when it is made. */
export const Sender = z.object({
  _id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
  /** Newest first. `begins` is the beginning of the key, to tell the keys apart. */
  keys: z.array(
    z.object({
      _id: Id,
      begins: z.string(),
      created_at: Instant,
      created_by: z.nullable(StaffLabel),
      revoked_at: z.nullable(Instant),
      last_used_at: z.nullable(Instant),
    }),
  ),
})
export type Sender = z.output<typeof Sender>

/**
 * One reading of a batch: of a device, or of a patient by national ID or HN. Instants carry their offset; a year of the
 * Buddhist Era is understood.
 */
export const SentReading = z.object({
  device: z.optional(MacOrImei),
  national_id: z.optional(NationalId),
  hn: z.optional(
    z.string().check(
      z.trim(),
      z.minLength(1, 'hn-required'),
      z.maxLength(20, 'too-long'),
      // The database would refuse a whole batch for one value that it cannot store.
      z.refine(isStorable, 'invalid'),
    ),
  ),
  kind: choiceField(readingKindNames),
  measured_at: ReportedInstant,
  gateway_scan_time: z.optional(z.nullable(ReportedInstant)),
  ...sentValues,
})
export type SentReading = z.output<typeof SentReading>

/**
 * An entry that is not a valid reading: it is rejected by itself and the others are stored. The sent value is behind a
 * function, so that the check for text that the database cannot store does not look into it.
 */
const UnreadableReading = z.pipe(
  z.unknown(),
  z.transform((sent) => ({ unread: () => sent })),
)

/** The result of one reading of a batch, in the order of the batch. */
export const readingResultStatuses = ['stored', 'known', 'waiting', 'rejected'] as const
export const ReadingResult = z.object({
  status: z.enum(readingResultStatuses),
  _id: z.optional(Id),
  /** A rejected reading says which field is wrong, and why, as in `fields` of a failure. */
  reason: z.optional(z.object({ field: z.string(), message: z.string() })),
  /** A stored reading names the accompanying values (pulse, perfusion index …) that could not be stored, and why. */
  dropped: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
})
export type ReadingResult = z.output<typeof ReadingResult>

export const quarantineReasons = [
  'not-json',
  'unknown-topic',
  'unknown-attribute',
  'malformed',
  'implausible',
  'not-a-body-temperature',
  'too-large',
] as const
export type QuarantineReason = (typeof quarantineReasons)[number]

/**
 * A message that could not be read. `field` is where, `payload` what arrived: text, or hexadecimal if it is not text.
 * If the message names a patient whose record the caller may not open, the reply says whose it is and `payload` is
 * empty.
 */
export const QuarantinedMessage = z.object({
  _id: Id,
  received_at: Instant,
  topic: z.string(),
  sender: z.nullable(z.string()),
  reason: z.enum(quarantineReasons),
  field: z.nullable(z.string()),
  payload: z.string(),
  outside_wards: z.nullable(OutsideWards),
  is_text: z.boolean(),
  tries: z.int(),
  resolved_at: z.nullable(Instant),
  resolved_by: z.nullable(StaffLabel),
  resolution: z.nullable(z.enum(['replayed', 'dismissed'])),
})
export type QuarantinedMessage = z.output<typeof QuarantinedMessage>

export const ingest = {
  /**
   * Numbers may come as text. In a reading that names a `device`, what devices send in place of a missing value counts
   * as no value.
   *
   * `sent_at` is the sender's clock at the time of sending, of each try anew: its error corrects every `measured_at` of
   * the batch. An invalid reading is rejected by itself and the others are stored. A reading that is sent again is
   * `known` and changes nothing.
   */
  readings: {
    path: '/ingest/v1/readings',
    summary: 'Send readings, with the key of a sender as bearer token',
    access: 'sender',
    patientData: false,
    body: z.object({
      sent_at: ReportedInstant,
      readings: z
        .array(z.union([SentReading, UnreadableReading]))
        .check(z.minLength(1, 'field-required'), z.maxLength(maxBatchReadings, 'too-many')),
    }),
    reply: z.object({ results: z.array(ReadingResult) }),
  },
  senders: {
    path: '/admin/get_senders',
    summary: 'Who may send readings',
    access: 'sender:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: z.object({ senders: z.array(Sender) }),
  },
  addSender: {
    path: '/admin/add_sender',
    summary: 'Add a sender of readings; the reply has its key, which is never shown again',
    access: 'sender:manage',
    patientData: false,
    body: z.object({ name: requiredText('name-required', 100) }),
    reply: z.object({ sender: Sender, key: z.string() }),
    success: 'sender-added',
  },
  addKey: {
    path: '/admin/add_sender_key',
    summary: 'Make another key for a sender, to replace one that is then revoked',
    access: 'sender:manage',
    patientData: false,
    body: ById,
    reply: z.object({ sender: Sender, key: z.string() }),
    errors: ['not-found'],
    success: 'key-made',
  },
  revokeKey: {
    path: '/admin/revoke_sender_key',
    summary: 'Revoke a key, at once',
    access: 'sender:manage',
    patientData: false,
    body: ById,
    reply: z.object({ sender: Sender }),
    errors: ['not-found'],
    success: 'key-revoked',
  },
  quarantine: {
    path: '/admin/get_quarantine',
    summary: 'Messages of devices that could not be read, newest first',
    access: 'device:manage',
    patientData: true,
    opensRecord: false,
    byItself: true,
    body: z.object({
      ...PageRequest.shape,
      reason: z.optional(z.enum(quarantineReasons)),
      with_resolved: z._default(z.boolean(), false),
    }),
    reply: definePage(QuarantinedMessage),
  },
  replay: {
    path: '/admin/replay_quarantined',
    summary: 'Try messages in quarantine again, after a fix',
    access: 'device:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ids: z.array(Id).check(z.minLength(1, 'field-required'), z.maxLength(500, 'too-many')),
    }),
    reply: z.object({ replayed: z.int(), failed: z.int() }),
    success: 'messages-replayed',
  },
  dismissMessages: {
    path: '/admin/dismiss_quarantined',
    summary: 'Discard messages in quarantine; they stay stored and are no longer shown',
    access: 'device:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ids: z.array(Id).check(z.minLength(1, 'field-required'), z.maxLength(500, 'too-many')),
      note: z._default(optionalProse(500), null),
    }),
    reply: z.object({ dismissed: z.int() }),
    success: 'messages-dismissed',
  },
} satisfies Endpoints
