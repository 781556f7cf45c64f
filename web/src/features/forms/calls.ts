import {
  ambulanceReferrals,
  ambulanceRequests,
  type FormName,
  operationRecords,
  transportationTreatments,
} from 'contract'
import { formsPath } from '../../paths.ts'

/** The calls of each form. */
export const formCalls = {
  'ambulance-request': ambulanceRequests,
  'ambulance-referral': ambulanceReferrals,
  'operation-form': operationRecords,
  'transportation-treatment': transportationTreatments,
} satisfies Record<FormName, unknown>
export type FormCalls = (typeof formCalls)[FormName]

export const formListPath = (form: FormName): string => `${formsPath}/${form}`
export const formRecordPath = (form: FormName, id: string): string => `${formListPath(form)}/${id}`
