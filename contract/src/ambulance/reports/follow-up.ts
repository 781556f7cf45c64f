import * as z from 'zod/mini'
import { missionForms } from '../../forms/form-names.ts'
import { optionLists } from '../../forms/options.ts'
import { formStates } from '../../forms/records.ts'
import { stayOutcomes } from '../../patient-flow/admission-codes.ts'
import { ById, definePage, type Endpoints, fileReply, Id, PageRequest } from '../../wire/endpoint.ts'
import {
  ChosenDate,
  choiceField,
  emptyAsNull,
  Instant,
  optionalProse,
  optionalText,
} from '../../wire/fields.ts'
import { FileLanguage } from '../../wire/file-language.ts'
import { PatientLabel, StaffLabel } from '../../wire/labels.ts'
import { type MissionState, missionStates } from '../mission-states.ts'
import { Price } from '../operations.ts'

/** What is recorded of a mission when its transport is over: what was paid for it, and how its patient fared. */
export const followUpKinds = ['payment', 'outcome'] as const
export type FollowUpKind = (typeof followUpKinds)[number]

/**
 * When the transport of a mission is over. Its vehicle can have the next call before it is back, and then it may never
 * be said to be back.
 */
export const followedUpStates = [
  'HANDED_OVER',
  'STOOD_DOWN',
  'NO_TRANSPORT',
  'BACK_AT_BASE',
  'CLOSED',
] as const satisfies readonly MissionState[]

/** The sheets on which each stands. A mission to a scene has no transfer sheet: its fee is on the operation form. */
export const followUpForms = {
  payment: ['transportation-treatment', 'operation-form'],
  outcome: ['operation-form'],
} as const satisfies Record<FollowUpKind, readonly (typeof missionForms)[number][]>

/** The sheet that is to be written of a mission of a kind. */
export const findFollowUpForm = (about: FollowUpKind, kind: string): (typeof missionForms)[number] =>
  about === 'outcome' || sceneKinds.some((one) => one === kind)
    ? 'operation-form'
    : 'transportation-treatment'

/** Kinds of requests that are no transport of somebody from one place to another. */
export const sceneKinds = ['SCENE', 'EVENT'] as const

export const paymentStates = optionLists.payment
export const paymentChannels = optionLists['payment-channel']

/**
 * Baht. `list_price`, `list_km_rate`: those of the operation, as the sheet has them. `total` is null while there is no
 * price.
 */
export const Payment = z.object({
  state: z.nullable(z.enum(paymentStates)),
  channel: z.nullable(z.enum(paymentChannels)),
  receipt_number: z.nullable(z.string()),
  paid_to: z.nullable(z.string()),
  fee_code: z.nullable(z.string()),
  list_price: z.nullable(z.number()),
  list_km_rate: z.nullable(z.number()),
  price: z.nullable(z.number()),
  price_reason: z.nullable(z.string()),
  km: z.nullable(z.number()),
  km_rate: z.nullable(z.number()),
  extras: z.number(),
  discount: z.nullable(z.number()),
  discount_reason: z.nullable(z.string()),
  total: z.nullable(z.number()),
})
export type Payment = z.output<typeof Payment>

export const HospitalOutcome = z.object({
  was_admitted: z.nullable(z.boolean()),
  days: z.nullable(z.number()),
  outcome: z.nullable(z.enum(stayOutcomes)),
  followed_by: z.nullable(z.string()),
  followed_at: z.nullable(Instant),
  /** The last day of the month of the mission. */
  due_on: z.string(),
  /** What the stay says, or the visit of somebody who was not admitted; null if neither says anything. */
  suggestion: z.nullable(
    z.object({
      source: z.object({
        kind: z.enum(['STAY', 'VISIT']),
        number: z.string(),
        from: Instant,
        to: z.nullable(Instant),
      }),
      was_admitted: z.boolean(),
      days: z.nullable(z.int()),
      outcome: z.nullable(z.enum(stayOutcomes)),
    }),
  ),
})
export type HospitalOutcome = z.output<typeof HospitalOutcome>

/** A sheet of a mission, or the mission of which nobody has written the sheet: then `sheet` is null. */
export const FollowUp = z.object({
  /** The id of the sheet; without a sheet, the id of the mission. */
  _id: Id,
  about: z.enum(followUpKinds),
  mission: z.object({
    _id: Id,
    number: z.string(),
    state: z.enum(missionStates),
    called_at: Instant,
    kind: z.string(),
    destination: z.nullable(z.string()),
    /** The operation, with its list price. */
    operation: z.nullable(
      z.object({
        fee_code: z.nullable(z.string()),
        price: z.nullable(z.number()),
        km_rate: z.nullable(z.number()),
      }),
    ),
  }),
  sheet: z.nullable(
    z.object({
      _id: Id,
      form: z.enum(missionForms),
      number: z.nullable(z.string()),
      state: z.enum(formStates),
      version: z.int(),
    }),
  ),
  patient: z.nullable(PatientLabel),
  patient_name: z.nullable(z.string()),
  /** Whether the record of the patient is closed to the caller: then nothing of the outcome is shown. */
  is_hidden: z.boolean(),
  /** The field that belongs to the kind of the row is set, if there is a sheet. */
  payment: z.nullable(Payment),
  outcome: z.nullable(HospitalOutcome),
  /** What was recorded, the newest first: later ones count, earlier ones stay. */
  records: z.array(
    z.object({ at: Instant, by: StaffLabel, field: z.string(), answer: z.nullable(z.unknown()) }),
  ),
})
export type FollowUp = z.output<typeof FollowUp>

/** Both days are part of it. At most `reportMaxDays`; the days on which the missions were called. */
const asked = {
  about: z.enum(followUpKinds),
  from: ChosenDate,
  to: ChosenDate,
  /** The list holds only what nobody has recorded, or is not paid. */
  only_open: z._default(z.boolean(), true),
}

const amount = z._default(emptyAsNull(Price), null)

/** `detail` of `changed-meanwhile`. */
export const FollowUpChangedMeanwhile = z.object({ row: FollowUp })

const acted = {
  ...ById.shape,
  /** The version of the sheet that the caller saw. */
  version: z.int().check(z.gte(1), z.lte(2_147_483_647)),
}

/** Why what was recorded before is wrong; needed once something was. It becomes an addendum of the sheet. */
const reason = z._default(optionalProse(500), null)

/** Who is paid says how; a price that is not that of its fee code, and a discount, have a reason. */
export const PaymentDraft = z.object({
  payment: choiceField(paymentStates),
  channel: z._default(emptyAsNull(z.enum(paymentChannels, 'choice-invalid')), null),
  receipt_number: z._default(optionalText(60), null),
  fee_code: z._default(optionalText(40), null),
  price: amount,
  price_reason: z._default(optionalText(200), null),
  km: z._default(
    emptyAsNull(z.number('number-invalid').check(z.gte(0, 'number-range'), z.lte(9999, 'number-range'))),
    null,
  ),
  km_rate: amount,
  discount: amount,
  discount_reason: z._default(optionalText(200), null),
  reason,
})
export type PaymentDraft = z.output<typeof PaymentDraft>

/** `days`: only of somebody who was admitted. */
export const OutcomeDraft = z.object({
  was_admitted: z.boolean('field-required'),
  days: z._default(
    emptyAsNull(z.int('number-invalid').check(z.gte(0, 'number-range'), z.lte(999, 'number-range'))),
    null,
  ),
  outcome: choiceField(stayOutcomes),
  reason,
})
export type OutcomeDraft = z.output<typeof OutcomeDraft>

const reply = z.object({ row: FollowUp })
const errors = ['not-found', 'break-glass-needed', 'form-closed', 'changed-meanwhile'] as const

export const missionFollowUp = {
  list: {
    path: '/api/hospital_user/get_mission_follow_up',
    summary: 'Missions of these days that are over: what was paid, or how the patient fared',
    access: 'fleet:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['form-records-outdated'],
    body: z.object({ ...asked, ...PageRequest.shape }),
    reply: definePage(FollowUp),
  },
  ofMission: {
    path: '/api/hospital_user/get_follow_up_of_mission',
    summary: 'What was paid for a mission, and how its patients fared, by sheet',
    access: 'fleet:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['form-records-outdated'],
    body: ById,
    reply: z.object({ rows: z.array(FollowUp) }),
    errors: ['not-found'],
  },
  exportList: {
    path: '/api/hospital_user/export_mission_follow_up',
    summary: 'The same list as data.csv (UTF-8 with a byte-order mark)',
    access: 'patient:export',
    patientData: true,
    opensRecord: false,
    body: z.object({ ...asked, language: FileLanguage }),
    reply: fileReply,
    file: true,
  },
  recordPayment: {
    path: '/api/hospital_user/record_mission_payment',
    summary: 'Record the fee of a mission and whether it is paid; it stands on the transfer sheet',
    access: 'payment:record',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ ...acted, ...PaymentDraft.shape }),
    reply,
    errors,
    success: 'payment-recorded',
  },
  recordOutcome: {
    path: '/api/hospital_user/record_hospital_outcome',
    summary: 'Confirm how the patient of a mission fared in the hospital; it stands on the operation form',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ ...acted, ...OutcomeDraft.shape }),
    reply,
    errors,
    success: 'outcome-recorded',
  },
} satisfies Endpoints
