import * as z from 'zod/mini'
import { triageLevels } from '../clinical/triage.ts'
import { Id } from '../wire/endpoint.ts'
import { Instant } from '../wire/fields.ts'
import { PlaceLabel, StaffLabel } from '../wire/labels.ts'
import { departments, isolationKinds, requestUrgencies } from './admission-codes.ts'
import { Visit } from './visits.ts'

/**
 * What is known of a patient who is to be admitted, and from where: the form of the admission begins with it. Nothing
 * of it is derived, and whoever admits can change all of it.
 */
export const AdmissionBasis = z.object({
  /** The visit that lasts. `doctor`: who has the patient there, if a doctor. */
  visit: z.nullable(
    z.extend(
      z.pick(Visit, {
        _id: true,
        vn: true,
        kind: true,
        visited_at: true,
        source: true,
        complaint: true,
        referring_hospital: true,
        referral_number: true,
        pregnancy: true,
        infection_signs: true,
      }),
      { level: z.nullable(z.enum(triageLevels)), doctor: z.nullable(StaffLabel) },
    ),
  ),
  /** The open request for the admission. */
  request: z.nullable(
    z.object({
      _id: Id,
      requested_at: Instant,
      ward: PlaceLabel,
      department: z.enum(departments),
      urgency: z.enum(requestUrgencies),
      diagnosis: z.string(),
      isolation: z.array(z.enum(isolationKinds)),
    }),
  ),
  /**
   * The named referral, or the newest to this hospital, with which nobody has come and gone yet; null for whoever may
   * read no forms.
   */
  referral: z.nullable(
    z.object({
      _id: Id,
      created_at: Instant,
      hospital: z.nullable(z.string()),
      letter_number: z.nullable(z.string()),
      /** CAUSEOUT. */
      cause: z.nullable(z.int()),
      reason: z.nullable(z.string()),
      /** The principal diagnosis, in words and as ICD-10. */
      diagnosis: z.nullable(z.string()),
      disease: z.nullable(z.string()),
      isolation: z.array(z.enum(isolationKinds)),
    }),
  ),
})
export type AdmissionBasis = z.output<typeof AdmissionBasis>
