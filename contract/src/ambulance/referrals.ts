import * as z from 'zod/mini'
import { referralRisks } from '../clinical/emergency/referral-risk.ts'
import { formReaders } from '../forms/form-names.ts'
import { optionLists } from '../forms/options.ts'
import { formStates } from '../forms/records.ts'
import { notArrivedResults, referralActs } from '../forms/referral/refer-status.ts'
import { ById, type Endpoints, Id } from '../wire/endpoint.ts'
import {
  ChosenInstant,
  choiceField,
  Instant,
  optionalProse,
  optionalText,
  requiredProse,
} from '../wire/fields.ts'
import { PatientLabel, ProfileLabel, StaffLabel } from '../wire/labels.ts'
import { crewLevels } from './codes.ts'

const declineReasons = optionLists['lacking-capability']

export const transferSuitabilities = ['APPROPRIATE', 'INAPPROPRIATE'] as const
export const dataTransfers = ['COMPLETE', 'INCOMPLETE', 'NONE'] as const
/** How a measure before the arrival is judged, as the sheets of the emergency medical services have it. */
export const careAppraisals = ['NOT_NEEDED', 'NOT_DONE', 'APPROPRIATE', 'INAPPROPRIATE'] as const
export const appraisedCare = ['airway', 'bleeding', 'fluid', 'splint'] as const
export type AppraisedCare = (typeof appraisedCare)[number]

const CareAppraisal = z.nullable(z.enum(careAppraisals))

/** The receiving side's view of a transfer. */
export const ReferralAppraisal = z.object({
  suitability: choiceField(transferSuitabilities),
  data_transfer: choiceField(dataTransfers),
  airway: z._default(CareAppraisal, null),
  bleeding: z._default(CareAppraisal, null),
  fluid: z._default(CareAppraisal, null),
  splint: z._default(CareAppraisal, null),
})
export type ReferralAppraisal = z.output<typeof ReferralAppraisal>

/** Whether an appraisal finds something wrong, which it then says in words. */
export const isCriticalAppraisal = ({ suitability, data_transfer, ...care }: ReferralAppraisal): boolean =>
  suitability === 'INAPPROPRIATE' ||
  data_transfer === 'INCOMPLETE' ||
  appraisedCare.some((name) => care[name] === 'INAPPROPRIATE')

export const ReferralAct = z.object({
  _id: Id,
  act: z.enum(referralActs),
  at: Instant,
  by: StaffLabel,
  to: z.nullable(StaffLabel),
  level: z.nullable(z.enum(crewLevels)),
  vehicle: z.nullable(ProfileLabel),
  team: z.nullable(ProfileLabel),
  /** Who said so at another hospital. */
  told_by: z.nullable(z.string()),
  reason: z.nullable(z.enum(declineReasons)),
  /** Why the patient has not arrived. */
  result: z.nullable(z.enum(notArrivedResults)),
  bed: z.nullable(z.string()),
  /** The time that is asked for, or until which the patient is put off; null if that is said in words alone. */
  proposed_at: z.nullable(Instant),
  note: z.nullable(z.string()),
  appraisal: z.nullable(ReferralAppraisal),
})
export type ReferralAct = z.output<typeof ReferralAct>

/** Who has a referral in hand since when; `act_id` is the act by which they got it. */
export const ReferralHolder = z.object({ act_id: Id, staff: StaffLabel, since: Instant })
export type ReferralHolder = z.output<typeof ReferralHolder>

type HoldingAct = Pick<ReferralAct, '_id' | 'act' | 'at' | 'by' | 'to'>

/** The one who has it in hand after these acts, in their order; null if nobody has. */
export function findReferralHolder(acts: readonly HoldingAct[]): ReferralHolder | null {
  const last = acts.findLast(({ act }) => act === 'TAKEN' || act === 'HANDED_OVER' || act === 'RELEASED')
  if (!last || last.act === 'RELEASED') return null
  const staff = last.act === 'HANDED_OVER' ? last.to : last.by
  return staff && { act_id: last._id, staff, since: last.at }
}

/** What the receiving side said last, up to how it ended. A reply leaves the question open until it answers. */
export function findReferralAnswer<Act extends Pick<ReferralAct, 'act'>>(
  acts: readonly Act[],
): Act | undefined {
  return acts.findLast(({ act }) => answers.has(act))
}

const answers: ReadonlySet<ReferralAct['act']> = new Set([
  'ACCEPTED',
  'DECLINED',
  'ASKED',
  'TIME_ASKED',
  'POSTPONED',
  'ARRIVED',
  'NOT_ARRIVED',
])

/** Another referral of the same patient and day that is not void. */
const Duplicate = z.object({
  _id: Id,
  number: z.nullable(z.string()),
  state: z.enum(formStates),
  to_hospital: z.nullable(z.string()),
  created_at: Instant,
  created_by: StaffLabel,
})

/** A referral's acts, in the order in which they were done. */
export const Referral = z.object({
  _id: Id,
  number: z.nullable(z.string()),
  state: z.enum(formStates),
  patient: z.nullable(PatientLabel),
  direction: z.nullable(z.enum(optionLists['referral-direction'])),
  risk: z.nullable(z.enum(referralRisks)),
  /**
   * The record in which the patient can be admitted with it; null if they are admitted, or if it leads out, was
   * declined or was used.
   */
  admits_into: z.nullable(Id),
  /** What the newest values of the patient suggest at least; null if nothing of them fires. */
  suggested: z.nullable(z.enum(referralRisks)),
  acts: z.array(ReferralAct),
  duplicates: z.array(Duplicate),
  /** The users to whom it can be handed over. */
  takers: z.array(StaffLabel),
})
export type Referral = z.output<typeof Referral>

/** `detail` of the failure `shift-held`. */
export const ShiftHeld = z.object({ holder: ReferralHolder })

const note = z._default(optionalProse(500), null)
const toldBy = z._default(optionalText(120), null)

const ShiftAct = z.discriminatedUnion(
  'act',
  [
    z.object({
      act: z.literal('TAKEN'),
      level: choiceField(crewLevels),
      vehicle_id: z._default(z.nullable(Id), null),
      team_id: z._default(z.nullable(Id), null),
      /** The act of whoever has it now: it is taken over from them, with a note that says why. */
      over: z._default(z.nullable(Id), null),
      note,
    }),
    z.object({ act: z.literal('HANDED_OVER'), to_staff_id: Id, note }),
    z.object({ act: z.literal('RELEASED'), note }),
  ],
  'choice-invalid',
)

const AnswerAct = z.discriminatedUnion(
  'act',
  [
    z.object({ act: z.literal('ACCEPTED'), bed: z._default(optionalText(100), null), told_by: toldBy, note }),
    z.object({ act: z.literal('DECLINED'), reason: choiceField(declineReasons), told_by: toldBy, note }),
    z.object({ act: z.literal('ASKED'), told_by: toldBy, note: requiredProse('field-required', 500) }),
    // Which time is asked for, or until when the patient is put off: as a time, in words, or both.
    z.object({
      act: z.enum(['TIME_ASKED', 'POSTPONED']),
      proposed_at: z._default(z.nullable(ChosenInstant), null),
      told_by: toldBy,
      note,
    }),
    z.object({ act: z.literal('ARRIVED'), told_by: toldBy, note }),
    z.object({
      act: z.literal('NOT_ARRIVED'),
      result: choiceField(notArrivedResults),
      told_by: toldBy,
      note,
    }),
    z.object({ act: z.literal('APPRAISED'), appraisal: ReferralAppraisal, note }),
  ],
  'choice-invalid',
)

/** `act_id` is made by the device: an act that is sent again changes nothing. */
const ActOf = { _id: Id, act_id: Id }
const actErrors = ['not-found', 'break-glass-needed', 'form-closed'] as const
const reply = z.object({ referral: Referral })

export const referrals = {
  get: {
    path: '/api/hospital_user/get_referral_acts',
    summary:
      'Who has a referral in hand, what the receiving side said, and others of the same patient and day',
    access: formReaders['ambulance-referral'],
    patientData: true,
    opensRecord: 'as-found',
    byItself: true,
    outdatedBy: ['form-records-outdated'],
    body: ById,
    reply,
    errors: ['not-found', 'break-glass-needed'],
  },
  shift: {
    path: '/api/hospital_user/change_referral_shift',
    summary: 'Take a referral in hand, hand it over, or release it; one person has it at a time',
    access: 'mission:care',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ ...ActOf, change: ShiftAct }),
    reply,
    errors: [...actErrors, 'shift-held', 'shift-not-held'],
    success: 'referral-updated',
  },
  answer: {
    path: '/api/hospital_user/answer_referral',
    summary:
      'Accept a referral, decline it, ask about it or for another time, postpone it, say how it ended, or judge how the patient was transferred',
    access: 'referral:answer',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ ...ActOf, said: AnswerAct }),
    reply,
    errors: actErrors,
    success: 'referral-updated',
  },
  reply: {
    path: '/api/hospital_user/reply_to_referral_question',
    summary: 'Reply to a question of the receiving side',
    access: 'referral:write',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ ...ActOf, note: requiredProse('field-required', 500) }),
    reply,
    errors: actErrors,
    success: 'referral-updated',
  },
  tellPatient: {
    path: '/api/hospital_user/tell_patient_of_referral',
    summary: 'Say that the patient was told of the answer of the receiving side',
    access: 'referral:write',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({ ...ActOf, note }),
    reply,
    errors: actErrors,
    success: 'referral-updated',
  },
} satisfies Endpoints
