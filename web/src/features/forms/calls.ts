import {
  ambulanceReferrals,
  ambulanceRequests,
  type FormName,
  operationRecords,
  transportationTreatments,
} from 'contract'

/** The calls of each form. */
export const formCalls = {
  'ambulance-request': ambulanceRequests,
  'ambulance-referral': ambulanceReferrals,
  'operation-form': operationRecords,
  'transportation-treatment': transportationTreatments,
} satisfies Record<FormName, unknown>
export type FormCalls = (typeof formCalls)[FormName]
