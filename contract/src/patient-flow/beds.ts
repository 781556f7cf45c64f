import * as z from 'zod/mini'
import { birthDatePrecisions } from '../clinical/age.ts'
import { triageLevels } from '../clinical/triage.ts'
import { BoardWard, type LatestValue } from '../monitoring.ts'
import { genders } from '../patients.ts'
import { ById, type Endpoints, emptyReply, Id } from '../wire/endpoint.ts'
import { CalendarDate, ChosenInstant, Instant, optionalProse } from '../wire/fields.ts'
import { BedLabel, PatientLabel, PlaceLabel, StaffLabel } from '../wire/labels.ts'
import { bedFeatures, bedStates, isolationKinds } from './admission-codes.ts'
import { placeKinds } from './admissions.ts'

/** How long a bed can be reserved. Default of the panel. */
export const reservationMaxHours = 48

/** The newest NEWS2 on a map. `at`: since when the oldest value is known that it is made of. */
export const WardScore = z.object({ value: z.number(), at: Instant })
export type WardScore = z.output<typeof WardScore>

/** The score on a map that a newest value makes; undefined if that is not known. */
export function toWardScore({
  value,
  note,
  measured_at,
}: Pick<LatestValue, 'value' | 'note' | 'measured_at'>): WardScore | undefined {
  return value === null ? undefined : { value, at: note ?? measured_at }
}

/**
 * A patient of a ward: in a bed, without one, or on leave. The map says where. A large hospital has hundreds of them on
 * one map, so what is not known, or does not apply, is left out.
 */
export const WardPatient = z.object({
  patient: z.extend(z.omit(PatientLabel, { ward: true, bed: true }), {
    gender: z.enum(genders),
    date_of_birth: z.optional(CalendarDate),
    birth_date_precision: z.optional(z.enum(birthDatePrecisions)),
    triage_level: z.optional(z.enum(triageLevels)),
  }),
  stay_id: Id,
  version: z.int(),
  kind: z.enum(placeKinds),
  admitted_at: Instant,
  /** Since when the patient is here: in this bed, waiting, or on leave. */
  since: Instant,
  due_back_at: z.optional(Instant),
  score: z.optional(WardScore),
  /** What follows is part of the record, and left out if that is closed to the caller. */
  attending_id: z.optional(Id),
  isolation: z.optional(z.array(z.enum(isolationKinds))),
  planned_discharge_on: z.optional(CalendarDate),
})
export type WardPatient = z.output<typeof WardPatient>

export const BedReservation = z.object({ _id: Id, patient: PatientLabel, until: Instant })
export type BedReservation = z.output<typeof BedReservation>

/** An open bed. `state_note`: why it is blocked. The occupant is in it, or on leave with the bed held. */
export const MappedBed = z.object({
  ...BedLabel.shape,
  state: z.enum(bedStates),
  state_note: z.optional(z.string()),
  state_at: z.optional(Instant),
  /** After a patient in airborne isolation, until it is cleaned; after a swap somebody is in it meanwhile. */
  needs_terminal_cleaning: z.optional(z.boolean()),
  features: z.optional(z.array(z.enum(bedFeatures))),
  occupant: z.optional(WardPatient),
  reservation: z.optional(BedReservation),
})
export type MappedBed = z.output<typeof MappedBed>

/** An open ward with its beds, and its patients who have none: those who wait for one, and those on leave. */
export const MappedWard = z.object({
  ward: PlaceLabel,
  beds: z.array(MappedBed),
  without_bed: z.array(WardPatient),
  /** The doctors who attend its patients, each once. */
  doctors: z.array(StaffLabel),
})
export type MappedWard = z.output<typeof MappedWard>

export const beds = {
  map: {
    path: '/api/hospital_user/get_bed_map',
    summary: 'The beds of these wards, who is in them, and who waits for one or is on leave',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    /** It is by default `mine`, or `every` for a user whose groups follow no ward. */
    body: z.object({ ward: z.optional(BoardWard) }),
    reply: z.object({
      wards: z.array(MappedWard),
      /** The wards that are shown. */
      ward: BoardWard,
      /** The newest event included; `live` continues from there. */
      event: z.string(),
    }),
  },
  setState: {
    path: '/api/hospital_user/set_bed_state',
    summary:
      'Mark a bed as ready, as being cleaned, or as blocked with a reason; only ready if a patient has it',
    access: 'bed:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ...ById.shape,
      state: z.enum(bedStates, 'choice-invalid'),
      /** Needed to block a bed. */
      note: z._default(optionalProse(200), null),
    }),
    reply: emptyReply,
    errors: ['not-found', 'bed-taken', 'bed-reserved'],
    success: 'bed-updated',
  },
  setFeatures: {
    path: '/api/hospital_user/set_bed_features',
    summary: 'Say what a bed has: oxygen, a monitor, a room of its own …',
    access: 'bed:manage',
    patientData: false,
    body: z.object({
      ...ById.shape,
      features: z
        .array(z.enum(bedFeatures, 'choice-invalid'))
        .check(z.maxLength(bedFeatures.length, 'too-many')),
    }),
    reply: emptyReply,
    errors: ['not-found'],
    success: 'bed-updated',
  },
  reserve: {
    path: '/api/hospital_user/reserve_bed',
    summary: `Keep a bed for a patient until an instant, ${reservationMaxHours} hours ahead at most`,
    access: 'bed:manage',
    patientData: true,
    opensRecord: false,
    body: z.object({ ...ById.shape, patient_id: Id, until: ChosenInstant }),
    reply: emptyReply,
    errors: ['not-found', 'record-merged', 'bed-reserved', 'bed-not-ready'],
    success: 'bed-kept',
  },
  endReservation: {
    path: '/api/hospital_user/end_bed_reservation',
    summary: 'Give up a reservation before it ends',
    access: 'bed:manage',
    patientData: true,
    opensRecord: false,
    body: ById,
    reply: emptyReply,
    errors: ['not-found'],
    success: 'reservation-ended',
  },
} satisfies Endpoints
