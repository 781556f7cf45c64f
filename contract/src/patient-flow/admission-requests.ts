import * as z from 'zod/mini'
import { BoardWard } from '../monitoring.ts'
import { birthFields, genders } from '../patients.ts'
import { type Endpoints, emptyReply, Id } from '../wire/endpoint.ts'
import {
  CalendarDate,
  ChosenDate,
  ChosenId,
  choiceField,
  emptyAsNull,
  Instant,
  optionalProse,
  requiredProse,
} from '../wire/fields.ts'
import { PatientLabel, PlaceLabel, StaffLabel } from '../wire/labels.ts'
import { bedFeatures, departments, isolationKinds, requestUrgencies } from './admission-codes.ts'

/** `admitted` and `left` come by themselves: by the admission, and by the end of the visit without one. */
export const requestStates = ['open', 'admitted', 'declined', 'withdrawn', 'left'] as const
export const declineReasons = ['NO_BED', 'NO_STAFF', 'OTHER_WARD', 'NOT_NEEDED', 'OTHER'] as const

/** A doctor or the emergency room asks a ward to admit a patient. A patient has at most one open request. */
export const AdmissionRequest = z.object({
  _id: Id,
  patient: z.extend(PatientLabel, { gender: z.enum(genders), ...birthFields }),
  ward: PlaceLabel,
  department: z.enum(departments),
  urgency: z.enum(requestUrgencies),
  /** Why the patient is to be admitted. */
  diagnosis: z.string(),
  isolation: z.array(z.enum(isolationKinds)),
  /** What the bed must have. */
  features: z.array(z.enum(bedFeatures)),
  note: z.nullable(z.string()),
  /** The day of an elective admission; null: as soon as there is a bed. */
  planned_on: z.nullable(CalendarDate),
  requested_at: Instant,
  requested_by: StaffLabel,
  state: z.enum(requestStates),
  closed_at: z.nullable(Instant),
  closed_by: z.nullable(StaffLabel),
  decline_reason: z.nullable(z.enum(declineReasons)),
  close_note: z.nullable(z.string()),
  /** When it was seen that the request was declined; null if it was not yet. */
  decline_seen_at: z.nullable(Instant),
})
export type AdmissionRequest = z.output<typeof AdmissionRequest>

/** `detail` of `request-open`. */
export const RequestOpen = z.object({ request: AdmissionRequest })

const OfRequest = { patient_id: Id, request_id: Id, note: z._default(optionalProse(500), null) }
const closeErrors = ['not-found', 'break-glass-needed', 'request-closed'] as const

/**
 * Doctors and nurses ask (`admission:request`), as does whoever else a hospital allows. Who manages admissions accepts
 * a request by admitting the patient, or declines it.
 */
export const admissionRequests = {
  list: {
    path: '/api/hospital_user/get_admission_requests',
    summary: 'Open requests for admission to these wards, the most urgent first',
    access: 'patient:read',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['patients-outdated', 'visits-outdated', 'admission-requests-outdated'],
    /** The choice is by default the wards that the user's groups follow, or every ward. */
    body: z.object({ ward: z.optional(BoardWard) }),
    reply: z.object({
      requests: z.array(AdmissionRequest),
      /** What the caller asked for and was declined, until it is seen or asked for again. */
      declined: z.array(AdmissionRequest),
    }),
  },
  ofPatient: {
    path: '/api/hospital_user/get_patient_admission_requests',
    summary: "A patient's requests for admission and what became of them, the newest first",
    access: 'patient:read',
    patientData: true,
    opensRecord: 'patient_id',
    byItself: true,
    outdatedBy: ['patients-outdated', 'visits-outdated', 'admission-requests-outdated'],
    body: z.object({ patient_id: Id }),
    reply: z.object({ requests: z.array(AdmissionRequest) }),
    errors: ['not-found', 'break-glass-needed'],
  },
  make: {
    path: '/api/hospital_user/request_admission',
    summary: 'Ask a ward to admit a patient',
    access: 'admission:request',
    patientData: true,
    opensRecord: 'patient_id',
    body: z
      .object({
        patient_id: Id,
        ward_id: ChosenId,
        department: choiceField(departments),
        urgency: choiceField(requestUrgencies),
        diagnosis: requiredProse('field-required', 500),
        isolation: z._default(z.array(z.enum(isolationKinds)).check(z.maxLength(5, 'too-many')), []),
        features: z._default(z.array(z.enum(bedFeatures)).check(z.maxLength(6, 'too-many')), []),
        note: z._default(optionalProse(500), null),
        /** A request for a later day outlives the visit in which it is made. */
        planned_on: z._default(emptyAsNull(ChosenDate), null),
      })
      .check(
        z.refine(({ urgency, planned_on }) => urgency === 'ELECTIVE' || planned_on === null, {
          error: 'planned-elective',
          path: ['planned_on'],
        }),
      ),
    reply: z.object({ request: AdmissionRequest }),
    errors: [
      'not-found',
      'break-glass-needed',
      'record-merged',
      'already-admitted',
      'request-open',
      'ward-closed',
    ],
    success: 'admission-requested',
  },
  decline: {
    path: '/api/hospital_user/decline_admission_request',
    summary: 'Decline a request for admission, with the reason',
    access: 'admission:manage',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ ...OfRequest, reason: choiceField(declineReasons) }),
    reply: emptyReply,
    errors: closeErrors,
    success: 'request-declined',
  },
  withdraw: {
    path: '/api/hospital_user/withdraw_admission_request',
    summary: 'Take a request for admission back',
    access: 'admission:request',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object(OfRequest),
    reply: emptyReply,
    errors: closeErrors,
    success: 'request-withdrawn',
  },
  seeDecline: {
    path: '/api/hospital_user/see_declined_admission_request',
    summary: 'Mark as seen that a request was declined; a second call changes nothing',
    access: 'admission:request',
    patientData: true,
    opensRecord: 'patient_id',
    body: z.object({ patient_id: Id, request_id: Id }),
    reply: emptyReply,
    errors: ['not-found', 'break-glass-needed', 'request-not-declined'],
    success: 'decline-seen',
  },
} satisfies Endpoints
