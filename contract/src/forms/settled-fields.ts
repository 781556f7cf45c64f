import { feeFields } from './fee-fields.ts'
import type { Answers } from './form.ts'

/** What is added when the money is there. */
const afterPayment: readonly string[] = ['receipt_number', 'paid_to']

/** What became of the patient in the hospital, and who asked. How many days it was need not be known. */
const outcomeFields = ['was_admitted', 'hospital_outcome', 'followed_by', 'followed_at'] as const

/**
 * Whether a field of a complete sheet says what was paid, or what became of the patient, and all of that is answered:
 * it is then corrected with a reason, and in no other way.
 */
export function isSettled(field: string, state: string, answers: Answers): boolean {
  if (state !== 'complete') return false
  if (Object.hasOwn(feeFields, field))
    return (
      answers['payment'] === 'PAID' &&
      answers['payment_channel'] !== undefined &&
      !afterPayment.includes(field)
    )
  const isOfOutcome = field === 'admitted_days' || outcomeFields.some((name) => name === field)
  return isOfOutcome && outcomeFields.every((name) => answers[name] !== undefined)
}
