import * as z from 'zod/mini'
import { type Endpoints, Id } from './wire/endpoint.ts'
import { Instant, requiredText } from './wire/fields.ts'
import { StaffLabel } from './wire/labels.ts'

/** By which scale NEWS2 scores a patient's oxygen saturation. Without a setting it is scale 1. */
export const SpO2ScaleSetting = z.object({
  _id: Id,
  at: Instant,
  by: z.nullable(StaffLabel),
  scale: z.literal([1, 2]),
  reason: z.string(),
})
export type SpO2ScaleSetting = z.output<typeof SpO2ScaleSetting>

const SpO2ScaleReply = z.object({
  scale: z.literal([1, 2]),
  /** Newest first: the first one applies. */
  settings: z.array(SpO2ScaleSetting),
})

export const spo2Scale = {
  get: {
    path: '/api/hospital_user/get_spo2_scale',
    summary: "The SpO₂ scale of a patient's early-warning score, who set it and why",
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    body: z.object({ patient_id: Id }),
    reply: SpO2ScaleReply,
    errors: ['not-found', 'break-glass-needed'],
  },
  /** Scale 2 is for hypercapnic respiratory failure with a target of 88–92 % (Royal College of Physicians, 2017). */
  set: {
    path: '/api/hospital_user/set_spo2_scale',
    summary: "Prescribe the SpO₂ scale of a patient's early-warning score, with the reason",
    access: 'spo2-scale:prescribe',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({
      patient_id: Id,
      scale: z.literal([1, 2]),
      reason: requiredText('reason-required', 500),
    }),
    reply: SpO2ScaleReply,
    errors: ['not-found', 'break-glass-needed', 'record-merged'],
    success: 'spo2-scale-set',
  },
} satisfies Endpoints
