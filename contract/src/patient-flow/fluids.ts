import * as z from 'zod/mini'
import { findFluidBounds, fluidKinds } from '../clinical/fluid-balance.ts'
import { AlarmTimes } from '../thresholds.ts'
import { type Endpoints, Id } from '../wire/endpoint.ts'
import { ChosenInstant, choiceField, Instant, optionalText, requiredProse } from '../wire/fields.ts'
import { StaffLabel } from '../wire/labels.ts'

/** The longest span of which entries are listed, in days. */
export const maxFluidDays = 31
/** The most entries that are written together. */
export const maxFluidsWritten = 20

/** An entry is never changed. A wrong one is struck out and stays to be read; the right one is another entry. */
export const FluidEntry = z.object({
  _id: Id,
  kind: z.enum(fluidKinds),
  ml: z.int(),
  /** When it went in or out, or was measured. */
  at: Instant,
  note: z.nullable(z.string()),
  by: z.nullable(StaffLabel),
  recorded_at: Instant,
  struck: z.nullable(z.object({ at: Instant, by: z.nullable(StaffLabel), reason: z.string() })),
})
export type FluidEntry = z.output<typeof FluidEntry>

/** An entry of intake or output. An output can be 0 mL. */
const FluidDraft = z
  .object({
    kind: choiceField(fluidKinds),
    ml: z.int('number-invalid').check(z.gte(0, 'number-range'), z.lte(10_000, 'number-range')),
    at: ChosenInstant,
    note: z._default(optionalText(200), null),
  })
  .check((context) => {
    const { kind, ml } = context.value
    const [least, most] = findFluidBounds(kind)
    if (ml < least || ml > most)
      context.issues.push({ code: 'custom', input: ml, message: 'number-range', path: ['ml'] })
  })

/** The hours at which the hospital's shifts begin; 24 is midnight. */
export const ShiftHoursReply = z.object({
  shift_morning_hour: AlarmTimes.shape.shift_morning_hour,
  shift_evening_hour: AlarmTimes.shape.shift_evening_hour,
  shift_night_hour: AlarmTimes.shape.shift_night_hour,
})

export const fluids = {
  list: {
    path: '/api/hospital_user/get_fluid_entries',
    summary: `What went into a patient and what came out, newest first, of ${maxFluidDays} days at most; with what was struck out`,
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    outdatedBy: ['patients-outdated'],
    body: z.object({ patient_id: Id, from: ChosenInstant, to: ChosenInstant }),
    reply: z.object({ entries: z.array(FluidEntry), hours: ShiftHoursReply }),
    errors: ['not-found', 'break-glass-needed'],
  },
  record: {
    path: '/api/hospital_user/add_fluid_entries',
    summary: 'Write down what went into a patient and what came out',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      entries: z
        .array(FluidDraft)
        .check(z.minLength(1, 'field-required'), z.maxLength(maxFluidsWritten, 'too-many')),
    }),
    reply: z.object({ entries: z.array(FluidEntry) }),
    errors: ['not-found', 'break-glass-needed', 'record-merged'],
    success: 'fluids-recorded',
  },
  strike: {
    path: '/api/hospital_user/strike_fluid_entry',
    summary: 'Strike out a wrong entry, with the reason; it stays to be read and counts no more',
    access: 'clinical:record',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ patient_id: Id, _id: Id, reason: requiredProse('reason-required', 500) }),
    reply: z.object({ entry: FluidEntry }),
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile'],
    success: 'fluid-struck',
  },
} satisfies Endpoints
