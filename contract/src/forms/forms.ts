import { ambulanceRequest } from './ambulance-request.ts'
import type { Form } from './form.ts'
import type { FormName } from './form-names.ts'
import { operationForm } from './operation/operation-form.ts'
import { operationForm1 } from './operation/operation-form-1.ts'
import { ambulanceReferral, ambulanceReferral1, ambulanceReferral2 } from './referral/ambulance-referral.ts'
import { transportationTreatment } from './transportation-treatment.ts'

/** Every released version of every form. */
export const releasedForms: readonly Form[] = [
  ambulanceRequest,
  ambulanceReferral1,
  ambulanceReferral2,
  ambulanceReferral,
  operationForm1,
  operationForm,
  transportationTreatment,
]

/** The form as it was in a version; the newest by default. */
export function findForm(name: FormName, version?: number): Form | undefined {
  return releasedForms
    .filter((form) => form.name === name && (version === undefined || form.version === version))
    .reduce<Form | undefined>(
      (newest, form) => (newest && newest.version > form.version ? newest : form),
      undefined,
    )
}
