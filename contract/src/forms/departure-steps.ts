import type { AnswerField } from './form.ts'

const step = { kind: 'yes-no', mayGiveReason: true, need: 'always' } as const satisfies AnswerField

/** What keeps the patient alive on the way, checked before a transport leaves. */
export const lifeSteps = {
  has_secure_airway: step,
  has_two_lines: step,
  has_drugs_ready: step,
  has_twice_the_oxygen: step,
} as const

/** What else is checked before a transport leaves. */
export const departureSteps = {
  has_charged_devices: step,
  has_drains_set: step,
  has_restraint_checked: step,
  has_documents: step,
  has_belongings: step,
  is_relative_told: step,
  is_consent_signed: step,
  is_receiver_called: step,
} as const
