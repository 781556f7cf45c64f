import * as z from 'zod/mini'
import { Id } from './endpoint.ts'

/** A ward or a hospital as other records name it. */
export const PlaceLabel = z.object({ _id: Id, name_en: z.string(), name_th: z.string() })
export type PlaceLabel = z.output<typeof PlaceLabel>

/** A user as other records name them. */
export const StaffLabel = z.object({ _id: Id, first_name: z.string(), last_name: z.string() })
export type StaffLabel = z.output<typeof StaffLabel>

/** A patient as a device, an alarm or a tile names the patient. */
export const PatientLabel = z.object({
  _id: Id,
  hn: z.string(),
  title: z.string(),
  name: z.string(),
  surname: z.string(),
  ward: z.nullable(PlaceLabel),
  bed: z.nullable(z.string()),
})
export type PatientLabel = z.output<typeof PatientLabel>
