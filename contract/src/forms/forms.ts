import type { Form } from './form.ts'
import type { FormName } from './form-names.ts'
import { operationForm } from './operation/operation-form.ts'
import { operationForm1 } from './operation/operation-form-1.ts'
import { operationForm2 } from './operation/operation-form-2.ts'
import { operationForm3 } from './operation/operation-form-3.ts'
import { operationForm4 } from './operation/operation-form-4.ts'
import { operationForm5 } from './operation/operation-form-5.ts'
import { operationForm6 } from './operation/operation-form-6.ts'
import { operationForm7 } from './operation/operation-form-7.ts'
import { operationForm8 } from './operation/operation-form-8.ts'
import { operationForm9 } from './operation/operation-form-9.ts'
import { operationForm10 } from './operation/operation-form-10.ts'
import { ambulanceReferral } from './referral/ambulance-referral.ts'
import {
  ambulanceReferral1,
  ambulanceReferral2,
  ambulanceReferral3,
  ambulanceReferral4,
} from './referral/ambulance-referral-4.ts'
import { ambulanceReferral5 } from './referral/ambulance-referral-5.ts'
import { ambulanceReferral6 } from './referral/ambulance-referral-6.ts'
import { ambulanceReferral7 } from './referral/ambulance-referral-7.ts'
import { ambulanceReferral8 } from './referral/ambulance-referral-8.ts'
import { ambulanceReferral9 } from './referral/ambulance-referral-9.ts'
import { ambulanceReferral10 } from './referral/ambulance-referral-10.ts'
import { ambulanceRequest } from './request/ambulance-request.ts'
import { ambulanceRequest1, ambulanceRequest2 } from './request/ambulance-request-2.ts'
import { ambulanceRequest3 } from './request/ambulance-request-3.ts'
import { ambulanceRequest4 } from './request/ambulance-request-4.ts'
import { ambulanceRequest5 } from './request/ambulance-request-5.ts'
import { ambulanceRequest6 } from './request/ambulance-request-6.ts'
import { ambulanceRequest7 } from './request/ambulance-request-7.ts'
import { ambulanceRequest8 } from './request/ambulance-request-8.ts'
import { transportationTreatment } from './transport/transportation-treatment.ts'
import { transportationTreatment1, transportationTreatment2 } from './transport/transportation-treatment-2.ts'
import { transportationTreatment3 } from './transport/transportation-treatment-3.ts'
import { transportationTreatment4 } from './transport/transportation-treatment-4.ts'
import { transportationTreatment5 } from './transport/transportation-treatment-5.ts'
import { transportationTreatment6 } from './transport/transportation-treatment-6.ts'
import { transportationTreatment7 } from './transport/transportation-treatment-7.ts'
import { transportationTreatment8 } from './transport/transportation-treatment-8.ts'
import { transportationTreatment9 } from './transport/transportation-treatment-9.ts'
import { transportationTreatment10 } from './transport/transportation-treatment-10.ts'

/** Every released version of every form. */
export const releasedForms: readonly Form[] = [
  ambulanceRequest1,
  ambulanceRequest2,
  ambulanceRequest3,
  ambulanceRequest4,
  ambulanceRequest5,
  ambulanceRequest6,
  ambulanceRequest7,
  ambulanceRequest8,
  ambulanceRequest,
  ambulanceReferral1,
  ambulanceReferral2,
  ambulanceReferral3,
  ambulanceReferral4,
  ambulanceReferral5,
  ambulanceReferral6,
  ambulanceReferral7,
  ambulanceReferral8,
  ambulanceReferral9,
  ambulanceReferral10,
  ambulanceReferral,
  operationForm1,
  operationForm2,
  operationForm3,
  operationForm4,
  operationForm5,
  operationForm6,
  operationForm7,
  operationForm8,
  operationForm9,
  operationForm10,
  operationForm,
  transportationTreatment1,
  transportationTreatment2,
  transportationTreatment3,
  transportationTreatment4,
  transportationTreatment5,
  transportationTreatment6,
  transportationTreatment7,
  transportationTreatment8,
  transportationTreatment9,
  transportationTreatment10,
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
