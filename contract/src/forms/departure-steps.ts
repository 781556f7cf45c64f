import type { Permission } from '../wire/access.ts'
import type { AnswerField } from './form.ts'
import { type FormName, formAccess } from './form-names.ts'

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

/** The steps before a departure, of which each says who answered it and when. */
export const stepNames: readonly string[] = Object.keys({ ...lifeSteps, ...departureSteps })

/** Whether the crew may answer a field of a referral that others write: it answers the steps before the departure. */
export const isCrewField = (form: string, field: string): boolean =>
  form === 'ambulance-referral' && stepNames.includes(field)

/**
 * Whether somebody answers a field of a form: of a referral that others write, its crew does, and what keeps the
 * patient alive only whoever gives care.
 */
export const mayAnswerField = (
  form: FormName,
  field: string,
  permissions: ReadonlySet<Permission>,
): boolean =>
  permissions.has(formAccess[form]) ||
  (isCrewField(form, field) &&
    permissions.has('mission:crew') &&
    (!(field in lifeSteps) || permissions.has('mission:care')))

/** Whether somebody answers fields of a form: all of them, or those of a crew. */
export const mayAnswer = (form: FormName, permissions: ReadonlySet<Permission>): boolean =>
  permissions.has(formAccess[form]) || (form === 'ambulance-referral' && permissions.has('mission:crew'))
