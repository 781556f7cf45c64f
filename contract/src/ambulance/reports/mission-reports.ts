import * as z from 'zod/mini'
import { type Endpoints, fileReply } from '../../wire/endpoint.ts'
import { ChosenDate, Instant } from '../../wire/fields.ts'
import { FileLanguage } from '../../wire/file-language.ts'
import { VehicleLabel } from '../../wire/labels.ts'
import { vehicleStatuses } from '../codes.ts'
import { equipmentCodes } from '../equipment/items.ts'
import { equipmentStatuses } from '../equipment/result.ts'
import { missionIntervals } from '../mission-times.ts'

/**
 * An interval of missions, in whole seconds. `left_out`: missions without one of its two stamps. A transport that was
 * planned for later than its call is in no interval that begins with the call. Percentiles are values that were
 * measured (nearest rank). `targets`: the minutes against which they were judged, the shortest first; more
 * than one if the operations of several levels have their own. `within`: how many kept to theirs; null where there is
 * none.
 */
const IntervalFigures = z.object({
  measured: z.int(),
  left_out: z.int(),
  p50: z.nullable(z.int()),
  p90: z.nullable(z.int()),
  targets: z.array(z.int()),
  within: z.nullable(z.int()),
})
export type IntervalFigures = z.output<typeof IntervalFigures>

const vehicleOfReport = z.pick(VehicleLabel, { _id: true, call_sign: true })

/**
 * `unpaid`: recorded as unpaid. `unrecorded`: nobody has recorded a payment, or written the sheet. `unpriced`: those of
 * both without a price, which `total`, in baht, leaves out.
 */
const UnpaidFees = z.object({
  vehicle: z.nullable(vehicleOfReport),
  unpaid: z.int(),
  unrecorded: z.int(),
  unpriced: z.int(),
  total: z.number(),
})
export type UnpaidFees = z.output<typeof UnpaidFees>

/** `days`: the whole days for which it is open, or was. */
const defineFault = <Vehicle extends z.core.$ZodType>(vehicle: Vehicle) => ({
  vehicle,
  item: z.enum(equipmentCodes),
  since: Instant,
  days: z.int(),
})

export const MissionReport = z.object({
  /** The end of the last day: now, if that is today. */
  until: Instant,
  /** Requests that became a mission, whatever became of it. */
  missions: z.int(),
  /** The requests among them that were declined or cancelled before anybody went. */
  not_driven: z.int(),
  intervals: z.array(z.object({ interval: z.enum(missionIntervals), ...IntervalFigures.shape })),
  /** The response by the colour that the call-taker noted; null if none was. */
  colours: z.array(z.object({ colour: z.nullable(z.string()), ...IntervalFigures.shape })),
  /** The response by the kind of the request. */
  kinds: z.array(z.object({ kind: z.string(), missions: z.int(), ...IntervalFigures.shape })),
  /** The response by vehicle; null if none was assigned. */
  units: z.array(
    z.object({
      vehicle: z.nullable(vehicleOfReport),
      missions: z.int(),
      ...IntervalFigures.shape,
    }),
  ),
  /** How many were called in each hour of the day, by the clock of Bangkok. */
  hours: z.array(z.int()),
  /** Fees of missions that are over and that nobody has paid, by vehicle; null if none was assigned. */
  unpaid: z.array(UnpaidFees),
  /** The equipment's faults that are open now, the oldest first, whatever the period. */
  faults: z.array(
    z.object({
      ...defineFault(z.object({ ...vehicleOfReport.shape, status: z.enum(vehicleStatuses) })),
      status: z.enum(equipmentStatuses),
    }),
  ),
  /** The faults that a check of the period found mended, the newest first. */
  mended: z.array(z.object({ ...defineFault(vehicleOfReport), mended_at: Instant })),
})
export type MissionReport = z.output<typeof MissionReport>

/** Both days are part of it. At most `reportMaxDays`. */
const span = { from: ChosenDate, to: ChosenDate }

/** Figures of the ambulance service. They count and name no patient. */
export const missionReports = {
  report: {
    path: '/api/hospital_user/get_mission_report',
    summary:
      'Times of missions against their targets, missions by kind, vehicle and hour, unpaid fees, faults of the equipment',
    access: 'fleet:read',
    patientData: false,
    byItself: true,
    body: z.object(span),
    reply: MissionReport,
  },
  exportFigures: {
    path: '/api/hospital_user/export_mission_report',
    summary:
      'The times of missions by interval, colour, kind and vehicle, missions by hour, unpaid fees and faults of the equipment as data.csv (UTF-8 with a byte-order mark)',
    access: 'fleet:read',
    patientData: false,
    body: z.object({ ...span, language: FileLanguage }),
    reply: fileReply,
    file: true,
  },
} satisfies Endpoints
