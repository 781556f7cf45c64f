import * as z from 'zod/mini'
import { vehicleClasses } from '../ambulance/codes.ts'
import { Id } from './endpoint.ts'

/** What something is called in both languages. */
export const BothNames = z.object({ name_en: z.string(), name_th: z.string() })

/** A ward or a hospital as other records name it. */
export const PlaceLabel = z.object({ _id: Id, ...BothNames.shape })
export type PlaceLabel = z.output<typeof PlaceLabel>

/** A user as other records name them. */
export const StaffLabel = z.object({ _id: Id, first_name: z.string(), last_name: z.string() })
export type StaffLabel = z.output<typeof StaffLabel>

/** A bed as its ward and stays name it. */
export const BedLabel = z.object({ _id: Id, label: z.string() })
export type BedLabel = z.output<typeof BedLabel>

/** A patient by name and number alone, wherever they are. */
export const NamedPatient = z.object({
  _id: Id,
  hn: z.string(),
  title: z.string(),
  name: z.string(),
  surname: z.string(),
})
export type NamedPatient = z.output<typeof NamedPatient>

/** A patient as a device, an alarm or a tile names the patient. */
export const PatientLabel = z.extend(NamedPatient, {
  ward: z.nullable(PlaceLabel),
  bed: z.nullable(z.string()),
})
export type PatientLabel = z.output<typeof PatientLabel>

export const deviceKinds = [
  'watch',
  'cuff',
  'oximeter',
  'thermometer',
  'glucometer',
  'meter',
  'scale',
  'gateway',
  'box',
] as const
export type DeviceKind = (typeof deviceKinds)[number]

/** A device as a reading, an alarm or a tile names it; some name it without its MAC address or kind. */
export const DeviceLabel = z.object({
  _id: Id,
  mac: z.string(),
  kind: z.enum(deviceKinds),
  name: z.string(),
})
export type DeviceLabel = z.output<typeof DeviceLabel>

/** A vehicle as missions, checks and reports name it. */
export const VehicleLabel = z.object({
  _id: Id,
  call_sign: z.string(),
  plate: z.string(),
  class: z.enum(vehicleClasses),
})
export type VehicleLabel = z.output<typeof VehicleLabel>

/** A team or another profile of the ambulance service as others name it. */
export const ProfileLabel = z.object({ _id: Id, name: z.string() })
export type ProfileLabel = z.output<typeof ProfileLabel>

/** A visit as what belongs to it names it. */
export const VisitLabel = z.object({ _id: Id, vn: z.string() })
export type VisitLabel = z.output<typeof VisitLabel>

/** A mission as its sheets and the emergency room name it. */
export const MissionLabel = z.object({ _id: Id, number: z.string() })
export type MissionLabel = z.output<typeof MissionLabel>
