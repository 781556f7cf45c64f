import * as z from 'zod/mini'
import { Id } from '../wire/endpoint.ts'
import { vehicleClasses } from './codes.ts'

/** A vehicle as missions, checks and reports name it. */
export const VehicleLabel = z.object({
  _id: Id,
  call_sign: z.string(),
  plate: z.string(),
  class: z.enum(vehicleClasses),
})
export type VehicleLabel = z.output<typeof VehicleLabel>
