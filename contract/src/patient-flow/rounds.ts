import * as z from 'zod/mini'
import { observationRisks } from '../clinical/observation.ts'
import { shiftNames } from '../clinical/shifts.ts'
import { BoardWard, LatestValue, TileDevice } from '../monitoring.ts'
import { allergySeverities, birthFields, genders } from '../patients.ts'
import { AlarmTimes } from '../thresholds.ts'
import { type Endpoints, Id } from '../wire/endpoint.ts'
import { CalendarDate, Instant, requiredProse } from '../wire/fields.ts'
import { PatientLabel, StaffLabel } from '../wire/labels.ts'
import { isolationKinds } from './admission-codes.ts'
import { placeKinds } from './admissions.ts'

/** The shortest and the longest time after which vital signs can be ordered again, in minutes. */
export const orderedMinutesBounds = [15, 1440] as const

/** How often somebody ordered a patient's vital signs; with null they are due by NEWS2 again. */
export const ObservationOrder = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  every_minutes: z.nullable(z.int()),
  reason: z.string(),
  /** How high the NEWS2 was then: the order lapses while it is higher. Null without one, and of old orders. */
  risk: z.nullable(z.enum(observationRisks)),
})
export type ObservationOrder = z.output<typeof ObservationOrder>

export const RoundRow = z.object({
  patient: z.extend(PatientLabel, { gender: z.enum(genders), ...birthFields }),
  /** Whether the record is open to the caller. Of a closed one, nothing but the name is shown. */
  is_open: z.boolean(),
  /** Where the patient is, and until when a leave is planned; null without a stay. */
  stay: z.nullable(z.object({ kind: z.enum(placeKinds), due_back_at: z.nullable(Instant) })),
  latest: z.array(LatestValue),
  /** The order of this stay that applies; null without one, or if NEWS2 decides again. */
  order: z.nullable(ObservationOrder),
  /**
   * What went in and out in this shift, in millilitres, each null if nobody wrote any down; null if the record is
   * closed.
   */
  fluids: z.nullable(z.object({ into: z.nullable(z.int()), out: z.nullable(z.int()) })),
})
export type RoundRow = z.output<typeof RoundRow>

/** What the next shift must know of a patient. It is only added to. */
export const ShiftNote = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  text: z.string(),
})
export type ShiftNote = z.output<typeof ShiftNote>

/** A patient on the handover sheet. Of a closed record, nothing but the name is shown. */
export const HandoverRow = z.extend(RoundRow, {
  /** Why the patient is here. */
  diagnosis: z.nullable(z.string()),
  admitted_at: z.nullable(Instant),
  attending: z.nullable(StaffLabel),
  isolation: z.array(z.enum(isolationKinds)),
  /** Null if nobody has asked. */
  is_dnr: z.nullable(z.boolean()),
  morse_score: z.nullable(z.int()),
  allergies: z.array(z.object({ substance: z.string(), severity: z.enum(allergySeverities) })),
  /** Whether somebody asked, and the patient knows of none. */
  no_known_allergy: z.boolean(),
  /** As on the ward board: the last NEWS2 that is at least an hour and at most a day older than the newest. */
  score_before: z.nullable(z.object({ value: z.int(), measured_at: Instant })),
  devices: z.array(z.pick(TileDevice, { _id: true, kind: true, name: true, status: true })),
  /** The notes of this shift and the one before, newest first. */
  notes: z.array(ShiftNote),
})
export type HandoverRow = z.output<typeof HandoverRow>

const OrdersReply = z.object({
  /** Newest first: the first one applies. */
  orders: z.array(ObservationOrder),
})

const roundReply = {
  /** The wards that are shown. */
  ward: BoardWard,
  /** The present shift. */
  shift: z.object({ name: z.enum(shiftNames), day: CalendarDate, from: Instant, to: Instant }),
  /** How soon the hospital wants vital signs again. */
  times: z.object({
    news2_medium: AlarmTimes.shape.news2_medium,
    news2_high: AlarmTimes.shape.news2_high,
    observe_zero_minutes: AlarmTimes.shape.observe_zero_minutes,
    observe_low_minutes: AlarmTimes.shape.observe_low_minutes,
    observe_three_minutes: AlarmTimes.shape.observe_three_minutes,
    observe_medium_minutes: AlarmTimes.shape.observe_medium_minutes,
    observe_high_minutes: AlarmTimes.shape.observe_high_minutes,
    observe_unscored_minutes: AlarmTimes.shape.observe_unscored_minutes,
  }),
  /** The newest event included in the rows; `live` continues from there. */
  event: z.string(),
}

export const rounds = {
  get: {
    path: '/api/hospital_user/get_ward_round',
    summary:
      'Every patient of these wards by bed, with the newest values and what decides when the next are due',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    /** It is by default `mine`, or `every` for a user whose groups follow no ward. */
    body: z.object({ ward: z.optional(BoardWard) }),
    reply: z.object({ rows: z.array(RoundRow), ...roundReply }),
  },
  handover: {
    path: '/api/hospital_user/get_handover',
    summary: 'The handover sheet of these wards: of every patient what the next shift must know',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated'],
    /** It is by default `mine`, or `every` for a user whose groups follow no ward. */
    body: z.object({ ward: z.optional(BoardWard) }),
    reply: z.object({ rows: z.array(HandoverRow), ...roundReply }),
  },
  note: {
    path: '/api/hospital_user/add_shift_note',
    summary: 'Write down what the next shift must know of a patient',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ patient_id: Id, text: requiredProse('field-required', 1000) }),
    reply: z.object({ note: ShiftNote }),
    errors: ['not-found', 'break-glass-needed', 'record-merged'],
    success: 'shift-note-added',
  },
  orders: {
    path: '/api/hospital_user/get_observation_orders',
    summary: "How often a patient's vital signs are to be taken, as ordered in this stay, by whom and why",
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({ patient_id: Id }),
    reply: OrdersReply,
    errors: ['not-found', 'break-glass-needed'],
  },
  order: {
    path: '/api/hospital_user/order_observation',
    summary: "Order how often a patient's vital signs are to be taken, or leave it to NEWS2 again",
    access: 'clinical:update',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      every_minutes: z.nullable(
        z
          .int('number-invalid')
          .check(
            z.gte(orderedMinutesBounds[0], 'number-range'),
            z.lte(orderedMinutesBounds[1], 'number-range'),
          ),
      ),
      reason: requiredProse('reason-required', 500),
    }),
    reply: OrdersReply,
    errors: ['not-found', 'break-glass-needed', 'record-merged'],
    success: 'observation-ordered',
  },
} satisfies Endpoints
