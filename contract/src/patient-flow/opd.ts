import * as z from 'zod/mini'
import { LeftDevices } from '../devices.ts'
import { birthFields, genders } from '../patients.ts'
import { type Endpoints, emptyReply, Id } from '../wire/endpoint.ts'
import { choiceField, Instant, optionalText, requiredText } from '../wire/fields.ts'
import { PatientLabel, PlaceLabel } from '../wire/labels.ts'
import { UndoneEnd } from './visits.ts'

/** A clinic of the hospital. Its code is the letter before its numbers. */
export const Clinic = z.object({
  ...PlaceLabel.shape,
  code: z.string(),
  is_closed: z.boolean(),
  version: z.int(),
})
export type Clinic = z.output<typeof Clinic>

export const ClinicDraft = z.object({
  /** Without an id, a new clinic is added. */
  _id: z._default(z.nullable(Id), null),
  version: z._default(z.int().check(z.gte(0), z.lte(2_147_483_647)), 0),
  code: requiredText('setting-required', 3),
  name_en: requiredText('setting-required'),
  name_th: requiredText('setting-required'),
  is_closed: z._default(z.boolean(), false),
})

/** `absent`: did not come when called. `done`: was sent on. */
export const queueStates = ['waiting', 'called', 'absent', 'seen', 'done'] as const
export type QueueState = (typeof queueStates)[number]

/** Where somebody goes from a clinic. */
export const queueTargets = ['CLINIC', 'LAB', 'XRAY', 'PHARMACY', 'ER', 'ADMIT', 'HOME'] as const
export type QueueTarget = (typeof queueTargets)[number]

/** A number as it is called: A012. */
export const formatQueueNumber = (code: string, number: number): string =>
  `${code}${String(number).padStart(3, '0')}`

const QueuePatient = z.extend(PatientLabel, {
  gender: z.enum(genders),
  ...birthFields,
})

/** Somebody with a number of today. */
export const QueueRow = z.object({
  _id: Id,
  clinic_id: Id,
  number: z.int(),
  state: z.enum(queueStates),
  room: z.nullable(z.string()),
  /** How often the number was called. */
  calls: z.int(),
  queued_at: Instant,
  called_at: z.nullable(Instant),
  seen_at: z.nullable(Instant),
  done_at: z.nullable(Instant),
  sent_to: z.nullable(z.enum(queueTargets)),
  visit_id: Id,
  patient: QueuePatient,
  /** Null also if the record is closed to the caller. */
  complaint: z.nullable(z.string()),
})
export type QueueRow = z.output<typeof QueueRow>

/** Somebody whose visit to a clinic is open and who waits in no queue. */
export const Unqueued = z.object({
  visit_id: Id,
  visited_at: Instant,
  patient: QueuePatient,
  complaint: z.nullable(z.string()),
  /** Where they were last sent today, and when. */
  last: z.nullable(z.object({ sent_to: z.nullable(z.enum(queueTargets)), done_at: z.nullable(Instant) })),
})
export type Unqueued = z.output<typeof Unqueued>

const EntryOf = z.object({
  patient_id: Id,
  entry_id: Id,
  /** The state that the caller saw. */
  state: z.enum(queueStates),
})
const ofEntry = {
  access: 'queue:manage',
  patientData: true,
  opensRecord: 'patient_id',
  reply: emptyReply,
  errors: [
    'not-found',
    'break-glass-needed',
    'record-merged',
    'changed-meanwhile',
    'visit-ended',
    'visit-open',
  ],
} as const

export const opd = {
  queue: {
    path: '/api/hospital_user/get_opd_queue',
    summary: 'Who has a number of today at which clinic, and who is here without one',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated', 'visits-outdated'],
    body: emptyReply,
    reply: z.object({
      clinics: z.array(Clinic),
      rows: z.array(QueueRow),
      /** Orders by arrival; patients who came today and have never had a number come first. */
      unqueued: z.array(Unqueued),
      /** Whether more are without a number than these. */
      has_more_unqueued: z.boolean(),
      event: z.string(),
    }),
  },
  enqueue: {
    path: '/api/hospital_user/give_queue_number',
    summary: 'Give the patient of a visit the next number of today at a clinic',
    access: 'queue:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ patient_id: Id, visit_id: Id, clinic_id: Id }),
    reply: z.object({ number: z.string() }),
    errors: ['not-found', 'break-glass-needed', 'visit-ended', 'already-queued', 'clinic-closed'],
    success: 'number-given',
  },
  callNext: {
    path: '/api/hospital_user/call_next_number',
    summary: 'Call the lowest number that waits at a clinic; two who call at once call two numbers',
    access: 'queue:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({ clinic_id: Id, room: z._default(optionalText(20), null) }),
    /** Null if nobody waits. */
    reply: z.object({ entry_id: z.nullable(Id) }),
    errors: ['not-found'],
  },
  move: {
    ...ofEntry,
    path: '/api/hospital_user/change_queue_state',
    summary: 'Call a number (again), or note that its patient is absent, is with the doctor, or waits again',
    body: z.object({
      ...EntryOf.shape,
      to: z.enum(['waiting', 'called', 'absent', 'seen']),
      room: z._default(optionalText(20), null),
      /**
       * Undoes what was done last: to `called`, a number that was called before keeps that call and its room, and is
       * not called again. A move from `seen` never calls it.
       */
      is_undo: z._default(z.boolean(), false),
    }),
  },
  send: {
    ...ofEntry,
    path: '/api/hospital_user/send_on_from_clinic',
    summary:
      'Send a patient on: to another clinic with a new number there, to the ER, home, which ends the visit …',
    body: z.object({
      ...EntryOf.shape,
      to: choiceField(queueTargets),
      /** The clinic, if it is one. */
      clinic_id: z._default(z.nullable(Id), null),
      ...LeftDevices.shape,
    }),
    errors: [...ofEntry.errors, 'clinic-closed', 'already-admitted'],
  },
  takeBack: {
    ...ofEntry,
    path: '/api/hospital_user/undo_send_on',
    summary: 'Undo that a patient was sent on, unless more has happened since',
    body: z.object({ patient_id: Id, entry_id: Id }),
    reply: UndoneEnd,
    errors: [...ofEntry.errors, 'visit-end-too-old'],
    success: 'act-undone',
  },
  display: {
    path: '/api/hospital_user/get_number_display',
    summary: 'The numbers that were called last at each clinic, with their rooms: no name, no HN',
    access: 'patient:read',
    patientData: false,
    byItself: true,
    outdatedBy: ['patients-outdated', 'visits-outdated'],
    body: emptyReply,
    reply: z.object({
      clinics: z.array(
        z.object({
          clinic: z.pick(Clinic, { _id: true, code: true, name_en: true, name_th: true }),
          waiting: z.int(),
          /** The last one first. */
          called: z.array(
            z.object({
              number: z.int(),
              room: z.nullable(z.string()),
              called_at: Instant,
              calls: z.int(),
            }),
          ),
        }),
      ),
    }),
  },
  clinics: {
    path: '/api/hospital_user/get_clinics',
    summary: 'The clinics of the hospital',
    access: 'patient:read',
    patientData: false,
    byItself: true,
    outdatedBy: ['visits-outdated'],
    body: emptyReply,
    reply: z.object({ clinics: z.array(Clinic) }),
  },
  saveClinic: {
    path: '/admin/save_clinic',
    summary: 'Add a clinic, or change one; a closed one gives no more numbers',
    access: 'hospital:manage',
    patientData: false,
    body: ClinicDraft,
    reply: z.object({ clinic: Clinic }),
    errors: ['not-found', 'changed-meanwhile', 'code-taken'],
    success: 'clinic-saved',
  },
} satisfies Endpoints
