import { listRows, sortMeasured } from '../answers.ts'
import { holds } from '../conditions.ts'
import { type Answers, type Form, findField } from '../form.ts'

/** Vital signs of somebody whose risk is high are of now. */
const freshMs = 30 * 60_000

/** The field that says why no newer ones were taken. A form without it does not ask. */
export const oldVitalsReason = 'old_vitals_reason'

/** Whether the newest vital signs of a referral are older at an instant than they may be. */
export function hasOldVitals(form: Form, answers: Answers, now: number): boolean {
  const field = findField(form, oldVitalsReason)
  if (!field || !holds(field.shown, answers)) return false
  const at = sortMeasured(listRows(answers, 'vitals')).at(-1)?.[1]['measured_at']
  return typeof at === 'string' && now - Date.parse(at) > freshMs
}
