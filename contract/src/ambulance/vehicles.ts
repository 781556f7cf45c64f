import * as z from 'zod/mini'
import { Id } from '../wire/endpoint.ts'
import {
  CalendarDate,
  ChosenDate,
  Coded,
  choiceField,
  countField,
  degreesField,
  emptyAsNull,
  Instant,
  optionalText,
  requiredText,
} from '../wire/fields.ts'
import { DeviceLabel, ProfileLabel, StaffLabel } from '../wire/labels.ts'
import { specialKinds, type VehicleClass, vehicleClasses, vehicleStatuses } from './codes.ts'
import { checkResults } from './equipment/result.ts'

/**
 * The documents of a vehicle that run out: the emergency vehicle's certificate, compulsory insurance (พ.ร.บ.), tax,
 * insurance.
 */
export const vehicleDocuments = [
  'certificate_expires_on',
  'act_expires_on',
  'tax_expires_on',
  'insurance_expires_on',
] as const
export type VehicleDocument = (typeof vehicleDocuments)[number]

/** `lang` is the longitude. Both are stated, or neither. */
export const baseFields = {
  base_name: z._default(optionalText(), null),
  lat: z._default(degreesField(90), null),
  lang: z._default(degreesField(180), null),
}

export type Base = { lat: number | null; lang: number | null }

export const checkBase = <Draft extends Base>() =>
  z.refine<Draft>(({ lat, lang }) => (lat === null) === (lang === null), {
    error: 'both-or-neither',
    path: ['lang'],
  })

/** A model year. One from 2400 on is of the Buddhist Era. */
const ModelYear = z.int('number-invalid').check(
  z.overwrite((year) => (year >= 2400 ? year - 543 : year)),
  z.gte(1950, 'number-range'),
  z.lte(2399, 'number-range'),
)

export const maxOdometer = 9_999_999

const Expiry = z._default(emptyAsNull(ChosenDate), null)

export const vehicleFields = {
  plate: requiredText('plate-required', 20),
  province: requiredText('province-required', 10),
  call_sign: requiredText('call-sign-required', 50),
  class: choiceField(vehicleClasses),
  /** Only a special unit has a kind. */
  special_kind: z._default(emptyAsNull(z.enum(specialKinds, 'choice-invalid')), null),
  brand: z._default(optionalText(50), null),
  model: z._default(optionalText(50), null),
  year: z._default(emptyAsNull(ModelYear), null),
  vin: z._default(optionalText(30), null),
  certificate_number: z._default(optionalText(50), null),
  certificate_expires_on: Expiry,
  act_expires_on: Expiry,
  tax_expires_on: Expiry,
  insurance_expires_on: Expiry,
  /** In kilometres. It never falls, but one that was read wrong is corrected: then the reason is needed. */
  odometer: z._default(emptyAsNull(countField(0, maxOdometer)), null),
  odometer_reason: z._default(optionalText(200), null),
  stretchers: z._default(countField(0, 20), 1),
  has_negative_pressure: z._default(z.boolean(), false),
  has_ventilator: z._default(z.boolean(), false),
  has_incubator: z._default(z.boolean(), false),
  ...baseFields,
  default_team_id: z._default(emptyAsNull(Id), null),
  device_id: z._default(emptyAsNull(Id), null),
  is_out: z._default(z.boolean(), false),
  out_reason: z._default(optionalText(200), null),
  out_until: Expiry,
}

type Unit = { class: VehicleClass; special_kind: (typeof specialKinds)[number] | null }
type Service = { is_out: boolean; out_reason: string | null; out_until: string | null }

/**
 * A vehicle that is out of service has a reason, and one in service has none; only a special unit is for something
 * special.
 */
export function createVehicleChecks<Draft extends Base & Service & Unit>() {
  return [
    checkBase<Draft>(),
    z.refine<Draft>(({ is_out, out_reason }) => !is_out || out_reason !== null, {
      error: 'reason-required',
      path: ['out_reason'],
    }),
    z.overwrite<Draft>((draft) => (draft.class === 'SPECIAL' ? draft : { ...draft, special_kind: null })),
    z.overwrite<Draft>((draft) => (draft.is_out ? draft : { ...draft, out_reason: null, out_until: null })),
  ] as const
}

export const VehicleDraft = z.object(vehicleFields).check(...createVehicleChecks())

const Expires = z.nullable(CalendarDate)

/** The newest check of a vehicle's equipment. `is_waiting`: somebody else must count the controlled drugs. */
export const NewestCheck = z.object({
  _id: Id,
  checked_at: Instant,
  by: StaffLabel,
  result: z.enum(checkResults),
  is_waiting: z.boolean(),
  /** Faults that are open. */
  faults: z.int(),
})

/**
 * `status` is derived: on a mission; else out of service as a person decided, with the day until which they expect it;
 * else not ready, as the newest check of its equipment found; else check due, once a document has run out or no check
 * was made in time. It stays out of service until a person puts it back, whatever day was expected.
 */
export const Vehicle = z.object({
  _id: Id,
  plate: z.string(),
  province: Coded,
  call_sign: z.string(),
  class: z.enum(vehicleClasses),
  special_kind: z.nullable(z.enum(specialKinds)),
  brand: z.nullable(z.string()),
  model: z.nullable(z.string()),
  year: z.nullable(z.int()),
  vin: z.nullable(z.string()),
  certificate_number: z.nullable(z.string()),
  certificate_expires_on: Expires,
  act_expires_on: Expires,
  tax_expires_on: Expires,
  insurance_expires_on: Expires,
  odometer: z.nullable(z.int()),
  stretchers: z.int(),
  has_negative_pressure: z.boolean(),
  has_ventilator: z.boolean(),
  has_incubator: z.boolean(),
  base_name: z.nullable(z.string()),
  lat: z.nullable(z.number()),
  lang: z.nullable(z.number()),
  default_team: z.nullable(ProfileLabel),
  device: z.nullable(z.omit(DeviceLabel, { kind: true })),
  out_reason: z.nullable(z.string()),
  out_until: Expires,
  status: z.enum(vehicleStatuses),
  check: z.nullable(NewestCheck),
  photo_id: z.nullable(Id),
  is_active: z.boolean(),
  version: z.int(),
  updated_at: Instant,
  updated_by: z.nullable(StaffLabel),
})
export type Vehicle = z.output<typeof Vehicle>

/** `detail` of the failure `changed-meanwhile`. */
export const VehicleChangedMeanwhile = z.object({ vehicle: Vehicle })
