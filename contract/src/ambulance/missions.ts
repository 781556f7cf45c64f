import * as z from 'zod/mini'
import { referralRisks } from '../clinical/emergency/referral-risk.ts'
import { formDelivery } from '../forms/delivery.ts'
import { missionForms } from '../forms/form-names.ts'
import { madeOnTablet } from '../forms/parts.ts'
import { type Endpoints, Id } from '../wire/endpoint.ts'
import { ChosenInstant, choiceField, Instant, optionalProse, optionalText } from '../wire/fields.ts'
import { PatientLabel, ProfileLabel, StaffLabel, VehicleLabel } from '../wire/labels.ts'
import { crewLevels, crewRoles, operationForms, vehicleClasses } from './codes.ts'
import { PreAlert } from './inbound.ts'
import { missionReasons } from './mission-reasons.ts'
import {
  type MissionStep,
  missionStates,
  missionSteps,
  stampSources,
  withdrawableSteps,
} from './mission-states.ts'
import { vehicleLacks } from './mission-suggestion.ts'
import { ReferralHolder } from './referrals.ts'

const CrewMember = z.object({ staff: StaffLabel, role: z.enum(crewRoles), level: z.enum(crewLevels) })

const Crew = z.object({
  _id: Id,
  name: z.string(),
  /** The role is null for those who left the team of a mission before the panel kept crews. */
  members: z.array(
    z.object({
      staff: StaffLabel,
      role: z.nullable(z.enum(crewRoles)),
      level: z.nullable(z.enum(crewLevels)),
    }),
  ),
})

/** Where a position comes from: the phone of the crew, while its page is open, or a tracker in the vehicle. */
export const positionSources = ['PHONE', 'TRACKER'] as const

/** The last known position of a vehicle. */
export const VehiclePosition = z.object({
  lat: z.number(),
  lang: z.number(),
  at: Instant,
  source: z.enum(positionSources),
})
export type VehiclePosition = z.output<typeof VehiclePosition>

/** What happened to a mission, in the order in which it was recorded. `at` is when it happened. */
export const MissionRecord = z.object({
  _id: Id,
  step: z.enum(missionSteps as [MissionStep, ...MissionStep[]]),
  at: Instant,
  recorded_at: Instant,
  source: z.enum(stampSources),
  by: z.nullable(StaffLabel),
  reason: z.nullable(z.enum(missionReasons)),
  note: z.nullable(z.string()),
  /** The doctor who answers for a crew with less training than the risk of the referral asks for. */
  doctor: z.nullable(z.string()),
  vehicle: z.nullable(VehicleLabel),
  operation: z.nullable(ProfileLabel),
  destination: z.nullable(z.string()),
  /** `WITHDRAWN` names the step that was pressed by mistake. It and its times before count no more. */
  withdraws: z.nullable(z.enum(withdrawableSteps)),
  /** `CREW_CHANGED` says who is in the crew no more, and who is in it with what they are in it from then on. */
  crew: z.nullable(z.object({ left: z.array(StaffLabel), joined: z.array(CrewMember) })),
  /** The dispatcher who accepted it, if it waited for one. */
  accepted_by: z.nullable(StaffLabel),
})
export type MissionRecord = z.output<typeof MissionRecord>

/** What the crew of a mission itself says. */
export const crewSteps = [
  'EN_ROUTE',
  'AT_SCENE',
  'LEFT_SCENE',
  'AT_DESTINATION',
  'HANDED_OVER',
  'BACK_AT_BASE',
  'NO_TRANSPORT',
] as const satisfies readonly MissionStep[]

/**
 * Why a step that a tablet brought waits for a dispatcher: it was pressed after its author's session was ended, or the
 * clock of the tablet leaves that open; the session is unknown; its author may report no missions any more, or is no
 * longer of the crew; or the mission cannot take it, and nobody can read it where it was brought.
 */
export const waitingReasons = [
  'revoked',
  'time-doubtful',
  'unknown-session',
  'not-allowed',
  'not-of-crew',
  'not-taken',
] as const
export type WaitingReason = (typeof waitingReasons)[number]

/** A step that a dispatcher has not accepted. `at` is when it was pressed, as its tablet says. */
const WaitingStep = z.object({
  /** The id of the event that it becomes. */
  _id: Id,
  step: z.enum([...crewSteps, 'WITHDRAWN']),
  at: Instant,
  by: StaffLabel,
  reason: z.nullable(z.enum(missionReasons)),
  note: z.nullable(z.string()),
  withdraws: z.nullable(z.enum(withdrawableSteps)),
  because: z.enum(waitingReasons),
  received_at: Instant,
  delivered_by: StaffLabel,
  /** Null while it waits. */
  rejected: z.nullable(z.object({ at: Instant, by: StaffLabel, note: z.string() })),
})
export type WaitingStep = z.output<typeof WaitingStep>

/** What threatens a life, as far as whoever took the call asked and was told so. */
export const lifeThreats = ['NOT_BREATHING', 'UNCONSCIOUS', 'SEVERE_BLEEDING', 'CHEST_PAIN'] as const

/**
 * A mission of an ambulance, from the complete request until it is closed. Its times and intervals derive from
 * `events`.
 */
export const Mission = z.object({
  _id: Id,
  /** The number of its request. */
  number: z.string(),
  state: z.enum(missionStates),
  version: z.int(),
  /** When the call came in. */
  called_at: Instant,
  /** The same by the request, whose time somebody may have corrected since. */
  requested_at: Instant,
  kind: z.string(),
  colour: z.nullable(z.string()),
  /** The last part of the code of the call, which begins with the first symptom group and the colour. */
  colour_number: z.nullable(z.int()),
  unit_level: z.nullable(z.string()),
  urgency: z.nullable(z.string()),
  symptom_groups: z.array(z.string()),
  life_threats: z.array(z.enum(lifeThreats)),
  complaint: z.nullable(z.string()),
  /** What happened at the scene, by the request. */
  event: z.nullable(z.string()),
  /** Injury or illness, by the newest of its sheets that says so. */
  case_kind: z.nullable(z.string()),
  /** How many people the request speaks of: at the whole scene, to which several vehicles may go. */
  patient_count: z.int(),
  /** How many of them the vehicle brings or its crew treated, as its operation forms and arrivals say. */
  met_patients: z.int(),
  pick_up: z.string(),
  landmark: z.nullable(z.string()),
  sub_district: z.nullable(z.string()),
  /** What was added to the request since it was complete, the newest first; null in words if the record is closed. */
  corrections: z.array(
    z.object({
      _id: Id,
      what: z.nullable(z.string()),
      why: z.nullable(z.string()),
      at: Instant,
      by: StaffLabel,
    }),
  ),
  hazards: z.array(z.string()),
  /** Who reported it. */
  call_back: z.object({ name: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  isolation: z.array(z.string()),
  /** What the request asks for. */
  equipment: z.array(z.string()),
  pump_count: z.nullable(z.int()),
  is_over_120_kg: z.boolean(),
  has_advance_directive: z.boolean(),
  needed_at: z.nullable(Instant),
  destination: z.nullable(z.string()),
  /** They are in minutes. */
  targets: z.object({ activation_minutes: z.int(), red_minutes: z.int(), yellow_minutes: z.int() }),
  patient: z.nullable(PatientLabel),
  patient_name: z.nullable(z.string()),
  /**
   * The newest open referral of the patient, one that is complete before any draft; content is null if the record is
   * closed. The risk is the worst that any of their open referrals tells, and any of them asks for what is asked for.
   */
  referral: z.nullable(
    z.object({
      _id: Id,
      number: z.nullable(z.string()),
      risk: z.nullable(z.enum(referralRisks)),
      isolation: z.array(z.string()),
      equipment: z.array(z.string()),
      holder: z.nullable(ReferralHolder),
      /** Whether somebody of the mission's crew had it in hand during the mission. */
      was_held_by_crew: z.boolean(),
    }),
  ),
  /** The crew's newest pre-alert, with which its next one begins, and who of the emergency room has acknowledged it. */
  pre_alert: z.nullable(
    z.extend(z.omit(PreAlert, { by: true }), {
      eta_at: z.nullable(Instant),
      acknowledged: z.nullable(z.object({ at: Instant, by: StaffLabel })),
    }),
  ),
  vehicle: z.nullable(VehicleLabel),
  position: z.nullable(VehiclePosition),
  team: z.nullable(Crew),
  /** What of the ambulance service it is: its fee and its target times, and the sheets that it needs. */
  operation: z.nullable(z.object({ ...ProfileLabel.shape, forms: z.array(z.enum(operationForms)) })),
  /** The newest check of the vehicle's equipment; not whole until a second person has counted its controlled drugs. */
  check: z.nullable(z.object({ at: Instant, is_whole: z.boolean() })),
  /** What was written about it, the oldest first. */
  sheets: z.array(
    z.object({
      _id: Id,
      form: z.enum(missionForms),
      number: z.nullable(z.string()),
      state: z.enum(['draft', 'complete']),
    }),
  ),
  events: z.array(MissionRecord),
  /** Steps of its crew that wait for a dispatcher or were rejected, by when they were pressed. */
  waiting_steps: z.array(WaitingStep),
})
export type Mission = z.output<typeof Mission>

/** `detail` of `changed-meanwhile`, `mission-step`, `step-replaced` and `not-in-crew`. */
export const MissionChangedMeanwhile = z.object({ mission: Mission })

/** `detail` of `crew-below`: the places of the plan that nobody of the team can fill, each by the levels that could. */
export const CrewBelow = z.object({
  risk: z.enum(referralRisks),
  places: z.array(z.array(z.enum(crewLevels))),
})

/** `detail` of `vehicle-below`: what the vehicle lacks of what the request, the referral and its risk ask for. */
export const VehicleBelow = z.object({
  risk: z.nullable(z.enum(referralRisks)),
  unit: z.nullable(z.enum(vehicleClasses)),
  lacks: z.array(z.enum(vehicleLacks)),
})

/** `detail` of `member-out`: who of the team is out on which other mission, by its number. */
export const MembersOut = z.object({ members: z.array(z.object({ staff: StaffLabel, mission: z.string() })) })
export type MembersOut = z.output<typeof MembersOut>

/** `detail` of `sheets-open`: the sheets that the mission still needs. */
export const SheetsOpen = z.object({
  sheets: z.array(z.object({ form: z.enum(operationForms), state: z.enum(['missing', 'started']) })),
})

/**
 * One thing that happened. `event_id` is made by the device: a step that is sent again changes nothing. Without `at` it
 * happens now.
 */
const StepFields = {
  _id: Id,
  event_id: Id,
  at: z.optional(ChosenInstant),
  source: z._default(z.enum(stampSources), 'BUTTON'),
  reason: z._default(z.nullable(z.enum(missionReasons)), null),
  /** Why, of a time that is corrected and of a step that is withdrawn. */
  note: z._default(optionalProse(500), null),
  /** `WITHDRAWN` names the newest step, which was pressed by mistake. */
  withdraws: z._default(z.nullable(z.enum(withdrawableSteps)), null),
  /** The event that its author saw as that step. Without it, it is whichever event is the newest by then. */
  withdraws_event_id: z._default(z.nullable(Id), null),
}

/** A step as `report` takes it, sealed on a tablet as parts of forms are; its id is that of the part. */
export const SealedStepPart = z.object({
  ...madeOnTablet,
  kind: z.literal('mission-step'),
  step: z.unknown(),
})
export type SealedStepPart = z.output<typeof SealedStepPart>

/** `waiting`: it cannot be taken, and is not lost: a dispatcher decides about it. */
const stepOutcomes = ['applied', 'waiting'] as const

const stepErrors = ['not-found', 'mission-step', 'step-replaced', 'step-time'] as const

export const missions = {
  board: {
    path: '/api/hospital_user/get_missions',
    summary:
      'Missions that are not over, those that ended in the last 12 hours and those of which a step waits; the longest waiting first',
    access: 'mission:dispatch',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['form-records-outdated', 'missions-outdated'],
    body: z.object({}),
    reply: z.object({ missions: z.array(Mission) }),
  },
  mine: {
    path: '/api/hospital_user/get_own_missions',
    summary: 'Missions on whose crew the caller is, until they are closed',
    access: 'mission:crew',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['missions-outdated'],
    body: z.object({}),
    reply: z.object({ missions: z.array(Mission) }),
  },
  dispatch: {
    path: '/api/hospital_user/dispatch_mission',
    summary:
      'Accept, decline, assign, call back, divert, close a mission, change its crew, write a time that was told, or correct that of the call',
    access: 'mission:dispatch',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ...StepFields,
      step: z.enum(missionSteps as [MissionStep, ...MissionStep[]]),
      /** `ASSIGNED` has it. */
      vehicle_id: z._default(z.nullable(Id), null),
      team_id: z._default(z.nullable(Id), null),
      /** `ASSIGNED` and `OPERATION_CHANGED` have it. */
      operation_id: z._default(z.nullable(Id), null),
      doctor: z._default(optionalText(120), null),
      /** `DIVERTED` has it. */
      destination: z._default(optionalText(200), null),
      /** `DIVERTED` says whether it is to this hospital, instead of a destination. */
      comes_here: z._default(z.boolean(), false),
      /** `CREW_CHANGED` says who leaves the crew. */
      leaves: z._default(z.array(Id).check(z.maxLength(50, 'too-many')), []),
      /** `CREW_CHANGED` says who joins it, or has another role in it. */
      joins: z._default(
        z
          .array(
            z.object({
              staff_id: z.uuid('field-required').check(z.toLowerCase()),
              role: choiceField(crewRoles),
              level: choiceField(crewLevels),
            }),
          )
          .check(z.maxLength(50, 'too-many')),
        [],
      ),
    }),
    reply: z.object({ mission: Mission }),
    errors: [
      ...stepErrors,
      'vehicle-not-ready',
      'vehicle-below',
      'crew-below',
      'vehicle-out',
      'team-out',
      'member-out',
      'not-in-crew',
      'sheets-open',
    ],
    success: 'mission-updated',
  },
  report: {
    path: '/api/hospital_user/report_mission_step',
    summary: 'Somebody on the crew of a mission says what happened',
    access: 'mission:crew',
    patientData: true,
    opensRecord: false,
    body: z.object({
      ...StepFields,
      step: z.enum([...crewSteps, 'WITHDRAWN']),
      /** When it was pressed, whatever time it says. Older versions of the app send none. */
      made_at: z.optional(ChosenInstant),
    }),
    /** The mission is null if its author no longer sees it: the step had been taken before, or waits. */
    reply: z.object({ outcome: z.enum(stepOutcomes), mission: z.nullable(Mission) }),
    errors: [...stepErrors, 'vehicle-out', 'team-out', 'member-out'],
    success: 'mission-updated',
  },
  /**
   * As `formDelivery.applyPart`; `record_id` says nothing of the mission, which stands in what is sealed. Nobody can
   * read it where it was kept, so what the mission does not take waits.
   */
  deliver: {
    path: '/api/hospital_user/apply_mission_step',
    summary:
      'Deliver a step that was sealed on a tablet, whoever pressed it: it is taken once, as of its author',
    access: 'mission:crew',
    patientData: true,
    opensRecord: false,
    form: true,
    body: formDelivery.applyPart.body,
    reply: z.object({ outcome: z.enum(stepOutcomes), now: Instant }),
    errors: ['not-found', 'vehicle-out', 'team-out', 'member-out'],
  },
  decide: {
    path: '/api/hospital_user/decide_mission_step',
    summary: 'Accept a step that waits into its mission, as of its author, or reject it with a reason',
    access: 'mission:dispatch',
    patientData: true,
    opensRecord: false,
    body: z.object({
      _id: Id,
      is_accepted: z.boolean(),
      /** Why: of a step that is rejected, and of a time that stands instead of another. */
      note: z._default(optionalProse(500), null),
    }),
    reply: z.object({ mission: Mission }),
    errors: [...stepErrors, 'step-decided', 'vehicle-out', 'team-out', 'member-out'],
    success: 'mission-updated',
  },
  /** A phone sends it again and again; only the vehicle's newest position counts. */
  position: {
    path: '/api/hospital_user/report_vehicle_position',
    summary: 'A phone of the crew of a mission says where the vehicle is',
    access: 'mission:crew',
    patientData: false,
    byItself: true,
    body: z.object({
      _id: Id,
      lat: z.number('number-invalid').check(z.gte(-90, 'number-range'), z.lte(90, 'number-range')),
      lang: z.number('number-invalid').check(z.gte(-180, 'number-range'), z.lte(180, 'number-range')),
      accuracy_m: z._default(z.nullable(z.number().check(z.gte(0), z.lte(1e7))), null),
      /** How long ago the phone measured it: its clock may be wrong. */
      age_ms: z._default(z.int().check(z.gte(0), z.lte(24 * 60 * 60_000)), 0),
    }),
    reply: z.object({}),
    errors: ['not-found'],
  },
} satisfies Endpoints
