import * as z from 'zod/mini'
import { shiftNames } from '../../clinical/shifts.ts'
import { formDelivery } from '../../forms/delivery.ts'
import { ShiftHoursReply } from '../../patient-flow/fluids.ts'
import {
  ById,
  definePage,
  type Endpoints,
  emptyReply,
  FieldProblem,
  fileReply,
  Id,
  PageRequest,
} from '../../wire/endpoint.ts'
import {
  CalendarDate,
  ChosenDate,
  countField,
  emptyAsNull,
  Instant,
  optionalProse,
  optionalText,
  PhotoUpload,
  photoErrors,
} from '../../wire/fields.ts'
import { StaffLabel, VehicleLabel } from '../../wire/labels.ts'
import { vehicleStatuses } from '../codes.ts'
import { maxOdometer, NewestCheck } from '../vehicles.ts'
import { equipmentCodes, equippedClasses, mostOfItem } from './items.ts'
import { checkResults, checkRules, equipmentDefects, equipmentStatuses } from './result.ts'
import { CheckSignature, CheckSigning } from './signatures.ts'

export const checkKinds = ['SHIFT', 'AFTER_MISSION', 'WEEKLY', 'MONTHLY'] as const

const Code = z.enum(equipmentCodes)

/** A fault that is open. `check_id`: the check that found it first. */
export const EquipmentFault = z.object({
  check_id: Id,
  item: Code,
  /** The state of the item in the newest check. */
  status: z.enum(equipmentStatuses),
  note: z.nullable(z.string()),
  since: Instant,
  by: StaffLabel,
  /** The check whose photo shows it; null without one. */
  photo_of: z.nullable(Id),
})
export type EquipmentFault = z.output<typeof EquipmentFault>

const FoundFault = z.object({
  item: Code,
  status: z.enum(equipmentStatuses),
  needed: z.int(),
  found: z.int(),
  note: z.nullable(z.string()),
  has_photo: z.boolean(),
})

export const EquipmentCheck = z.object({
  _id: Id,
  vehicle: VehicleLabel,
  day: CalendarDate,
  shift: z.enum(shiftNames),
  kind: z.enum(checkKinds),
  odometer: z.nullable(z.int()),
  result: z.enum(checkResults),
  checked_at: Instant,
  /** When it arrived, of a check that was made without a signal; null: it was stored when it was made. */
  received_at: z.nullable(Instant),
  by: StaffLabel,
  /** Whether its maker has signed it: not if it was made before checks were signed. */
  is_signed: z.boolean(),
  /** Who counted the controlled drugs as well and signed that, or looked at the check. */
  second: z.nullable(z.object({ by: StaffLabel, at: Instant, is_signed: z.boolean() })),
  /** It counts only once a second person has counted the controlled drugs. */
  is_waiting: z.boolean(),
  note: z.nullable(z.string()),
  /** How many items were looked at. */
  items: z.int(),
  faults: z.array(FoundFault),
  /** Faults of earlier checks that this one ended. */
  closed: z.array(z.object({ item: Code, since: Instant, by: StaffLabel })),
})
export type EquipmentCheck = z.output<typeof EquipmentCheck>

/** What a check found of one item. The count of a controlled drug is withheld until a second person has counted it. */
export const CountedItem = z.object({
  item: Code,
  needed: z.int(),
  found: z.nullable(z.int()),
  status: z.nullable(z.enum(equipmentStatuses)),
  lot: z.nullable(z.string()),
  expires_on: z.nullable(CalendarDate),
  charge: z.nullable(z.int()),
  pressure: z.nullable(z.int()),
  note: z.nullable(z.string()),
})
export type CountedItem = z.output<typeof CountedItem>

/**
 * Why a check that a tablet brought waits for a person: it was made after its author's session was ended, or the clock
 * of the tablet leaves that or its time open; the session is unknown; its author may check no vehicles any more.
 */
export const checkReviewReasons = ['revoked', 'time-doubtful', 'unknown-session', 'not-allowed'] as const
export type CheckReviewReason = (typeof checkReviewReasons)[number]

const { day, shift, kind, odometer, is_signed, note, faults } = EquipmentCheck.shape

/** A check that waits for a person. What it found of controlled drugs is withheld until they are counted again. */
const EquipmentReview = z.object({
  /** The id of the check that it becomes. */
  _id: Id,
  vehicle: VehicleLabel,
  because: z.enum(checkReviewReasons),
  /** The time that the tablet says. */
  checked_at: Instant,
  by: StaffLabel,
  received_at: Instant,
  delivered_by: StaffLabel,
  /** Null if it is no check as one is written now: then it can only be rejected. */
  found: z.nullable(z.object({ day, shift, kind, odometer, is_signed, note, faults })),
})
export type EquipmentReview = z.output<typeof EquipmentReview>

export const EquipmentVehicle = z.object({
  ...VehicleLabel.shape,
  status: z.enum(vehicleStatuses),
  check: z.nullable(NewestCheck),
})
export type EquipmentVehicle = z.output<typeof EquipmentVehicle>

/** What a vehicle is checked against. */
export const EquipmentSheet = z.object({
  vehicle: z.object({ ...VehicleLabel.shape, odometer: z.nullable(z.int()) }),
  day: CalendarDate,
  shift: z.enum(shiftNames),
  /** The shifts of the hospital: a tablet without a signal finds the present one by them. */
  shift_hours: ShiftHoursReply,
  check_rule: z.enum(checkRules),
  items: z.array(
    z.object({
      item: Code,
      needed: z.int(),
      /** The lot and the expiry date of the check before, or of the vehicle's profile. */
      lot: z.nullable(z.string()),
      expires_on: z.nullable(CalendarDate),
    }),
  ),
  faults: z.array(EquipmentFault),
  /** The newest check, if it waits for somebody else to count these drugs. */
  waiting: z.nullable(
    z.object({
      _id: Id,
      checked_at: Instant,
      by: StaffLabel,
      /** Without it nobody can count them. A sheet that an earlier version of the app kept does not say. */
      is_signed: z._default(z.boolean(), false),
      items: z.array(Code),
    }),
  ),
})
export type EquipmentSheet = z.output<typeof EquipmentSheet>

const ParLevel = z.object({
  item: Code,
  least: z.record(z.enum(equippedClasses), countField(0, mostOfItem)),
})

/** How often a hospital checks its vehicles, and the items of which it wants other numbers than the default. */
const settingsFields = {
  check_rule: z.enum(checkRules, 'choice-invalid'),
  levels: z.array(ParLevel).check(z.maxLength(equipmentCodes.length, 'too-many')),
}

export const EquipmentSettings = z.object({
  ...settingsFields,
  version: z.int(),
  updated_at: z.nullable(Instant),
  updated_by: z.nullable(StaffLabel),
})
export type EquipmentSettings = z.output<typeof EquipmentSettings>

/** `detail` of the failure `changed-meanwhile`. */
export const EquipmentChangedMeanwhile = z.object({ settings: EquipmentSettings })

const CheckedItem = z.object({
  item: Code,
  found: countField(0, mostOfItem),
  defect: z._default(z.nullable(z.enum(equipmentDefects)), null),
  lot: z._default(optionalText(50), null),
  expires_on: z._default(emptyAsNull(ChosenDate), null),
  charge: z._default(emptyAsNull(countField(0, 100)), null),
  pressure: z._default(emptyAsNull(countField(0, 5000)), null),
  note: z._default(optionalProse(300), null),
})

/**
 * The checks of what ambulances carry. A check is added and never changed; a fault lasts until a later check finds
 * none.
 */
export const equipment = {
  vehicles: {
    path: '/api/hospital_user/get_equipment_vehicles',
    summary: 'Vehicles in use by call sign, with their newest check and whether one is due',
    access: 'equipment:check',
    patientData: false,
    byItself: true,
    outdatedBy: ['missions-outdated'],
    body: emptyReply,
    reply: z.object({ check_rule: z.enum(checkRules), vehicles: z.array(EquipmentVehicle) }),
  },
  sheet: {
    path: '/api/hospital_user/get_equipment_sheet',
    summary: 'What a vehicle is checked against, and the faults that are open',
    access: 'equipment:check',
    patientData: false,
    byItself: true,
    body: ById,
    reply: EquipmentSheet,
    errors: ['not-found'],
  },
  /**
   * The id is made by the device: a check that is sent again changes nothing, and another one under its id is refused.
   */
  check: {
    path: '/api/hospital_user/add_equipment_check',
    summary: 'Check a vehicle: every item that it needs, once, and sign that',
    access: 'equipment:check',
    patientData: false,
    body: z.object({
      new_id: Id,
      vehicle_id: Id,
      day: ChosenDate,
      shift: z.enum(shiftNames, 'choice-invalid'),
      kind: z.enum(checkKinds, 'choice-invalid'),
      odometer: z._default(emptyAsNull(countField(0, maxOdometer)), null),
      /** Whether the user looked again at one that leaps (`judgeOdometer`); without it, it is refused. */
      is_odometer_confirmed: z._default(z.boolean(), false),
      note: z._default(optionalProse(500), null),
      rows: z.array(CheckedItem).check(z.maxLength(equipmentCodes.length, 'too-many')),
      /** Without one it is refused, unless an earlier version of the app had kept it on a tablet. */
      signature: z._default(z.nullable(CheckSigning), null),
    }),
    reply: z.object({ check: EquipmentCheck }),
    errors: ['not-found', 'check-differs', 'check-unsigned'],
    success: 'equipment-checked',
  },
  /** As `formDelivery.applyPart`: `record_id` is the vehicle of a check, and the check of a photo. */
  deliver: {
    path: '/api/hospital_user/apply_equipment_part',
    summary:
      'Deliver a check, or the photo of a fault, that was sealed on a tablet, whoever made it: it is added once, as of when it was made',
    access: 'form:use',
    patientData: false,
    form: true,
    body: formDelivery.applyPart.body,
    reply: z.object({
      /** `waiting`: nobody can be sure of it, and it is not lost: a person decides about it. */
      outcome: z.enum(['applied', 'refused', 'waiting', 'unreadable']),
      problem: z.nullable(FieldProblem),
      now: Instant,
    }),
    errors: ['photos-busy'],
  },
  reviews: {
    path: '/api/hospital_user/get_equipment_reviews',
    summary: 'Checks of vehicles that wait for a person, the oldest first',
    access: 'fleet:manage',
    patientData: false,
    byItself: true,
    outdatedBy: ['missions-outdated'],
    body: PageRequest,
    reply: definePage(EquipmentReview),
  },
  reviewPhoto: {
    path: '/api/hospital_user/get_equipment_review_photo',
    summary: 'The photo of a fault of a check that waits for a person',
    access: 'fleet:manage',
    patientData: false,
    body: z.object({ ...ById.shape, item: Code }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  decide: {
    path: '/api/hospital_user/decide_equipment_review',
    summary:
      'Accept a check that waits, as of its author and of when it was made, or reject it with a reason',
    access: 'fleet:manage',
    patientData: false,
    body: z.object({
      ...ById.shape,
      is_accepted: z.boolean(),
      note: z._default(optionalProse(500), null),
    }),
    reply: emptyReply,
    errors: ['not-found', 'check-decided'],
    success: 'equipment-review-decided',
  },
  confirm: {
    path: '/api/hospital_user/confirm_equipment_check',
    summary:
      'A second person counts the controlled drugs of a check, without seeing the first count, and signs that',
    access: 'equipment:check',
    patientData: false,
    body: z.object({
      ...ById.shape,
      counts: z
        .array(z.object({ item: Code, found: countField(0, mostOfItem) }))
        .check(z.maxLength(equipmentCodes.length, 'too-many')),
      /** Whoever verifies a check without controlled drugs may do without. */
      signature: z._default(z.nullable(CheckSigning), null),
    }),
    reply: z.object({ check: EquipmentCheck }),
    errors: ['not-found', 'same-person', 'counts-differ', 'count-unsigned', 'check-counted'],
    success: 'equipment-checked',
  },
  addPhoto: {
    path: '/api/hospital_user/add_equipment_photo',
    summary: 'Who made a check adds the photo of a fault to it, once',
    access: 'equipment:check',
    patientData: false,
    form: true,
    body: z.object({ ...ById.shape, item: Code, photo: PhotoUpload }),
    reply: emptyReply,
    errors: ['not-found', ...photoErrors],
  },
  photo: {
    path: '/api/hospital_user/get_equipment_photo',
    summary: 'The photo of a fault',
    access: 'equipment:check',
    patientData: false,
    byItself: true,
    body: z.object({ ...ById.shape, item: Code }),
    reply: fileReply,
    file: true,
    errors: ['not-found'],
  },
  history: {
    path: '/api/hospital_user/get_equipment_checks',
    summary: 'The checks of a vehicle, newest first, with the faults that each found and closed',
    access: 'equipment:check',
    patientData: false,
    byItself: true,
    body: z.object({ ...PageRequest.shape, ...ById.shape }),
    reply: definePage(EquipmentCheck),
    errors: ['not-found'],
  },
  counts: {
    path: '/api/hospital_user/get_equipment_check',
    summary: 'A check with everything that it counted and who signed it, for paper',
    access: 'equipment:check',
    patientData: false,
    body: ById,
    reply: z.object({
      check: EquipmentCheck,
      rows: z.array(CountedItem),
      signatures: z.object({ first: z.nullable(CheckSignature), second: z.nullable(CheckSignature) }),
    }),
    errors: ['not-found'],
  },
  settings: {
    path: '/api/hospital_user/get_equipment_settings',
    summary: 'How often vehicles are checked, and how many of each item they carry',
    access: 'fleet:manage',
    patientData: false,
    byItself: true,
    body: emptyReply,
    reply: EquipmentSettings,
  },
  saveSettings: {
    path: '/api/hospital_user/update_equipment_settings',
    summary: 'Change how often vehicles are checked, and how many of each item they carry',
    access: 'fleet:manage',
    patientData: false,
    body: z.object({ ...settingsFields, version: z.int().check(z.gte(1), z.lte(2_147_483_647)) }),
    reply: z.object({ settings: EquipmentSettings }),
    errors: ['changed-meanwhile'],
    success: 'equipment-settings-saved',
  },
} satisfies Endpoints
