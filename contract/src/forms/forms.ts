import { ambulanceRequest, ambulanceRequest1 } from './ambulance-request.ts'
import type { Form } from './form.ts'
import type { FormName } from './form-names.ts'
import { operationForm } from './operation/operation-form.ts'
import { operationForm1 } from './operation/operation-form-1.ts'
import { operationForm2 } from './operation/operation-form-2.ts'
import { operationForm3 } from './operation/operation-form-3.ts'
import {
  ambulanceReferral,
  ambulanceReferral1,
  ambulanceReferral2,
  ambulanceReferral3,
} from './referral/ambulance-referral.ts'
import { transportationTreatment, transportationTreatment1 } from './transportation-treatment.ts'

/** Every released version of every form. */
export const releasedForms: readonly Form[] = [
  ambulanceRequest1,
  ambulanceRequest,
  ambulanceReferral1,
  ambulanceReferral2,
  ambulanceReferral3,
  ambulanceReferral,
  operationForm1,
  operationForm2,
  operationForm3,
  operationForm,
  transportationTreatment1,
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
