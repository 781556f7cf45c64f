import * as z from 'zod/mini'
import { Strokes } from '../forms/signatures.ts'
import { choiceField, optionalText, requiredText } from '../wire/fields.ts'

/** Who signs that a patient leaves against advice; `NOBODY`: they refuse to sign, which the witness confirms. */
export const refusalSigners = ['PATIENT', 'RELATIVE', 'NOBODY'] as const

const Answer = z.boolean('field-required')

/** What decides whether a patient can refuse for themselves. */
export const capacityQuestions = ['is_oriented', 'is_sober', 'is_of_age'] as const

/** What is asked of a patient who leaves against advice, as on the sheet of an ambulance. */
export const Refusal = z.object({
  is_oriented: Answer,
  is_sober: Answer,
  is_of_age: Answer,
  are_risks_told: Answer,
  signed_by: choiceField(refusalSigners),
  /** The relative who signs. */
  signer_name: z._default(optionalText(120), null),
  /** The signature as it was drawn; null where it is on paper. */
  strokes: z._default(z.nullable(Strokes), null),
  witness: requiredText('field-required', 120),
})
export type Refusal = z.output<typeof Refusal>
