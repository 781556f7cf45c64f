import * as z from 'zod/mini'
import { ReAuthentication, reAuthenticationErrors } from '../sign-in/second-factor.ts'
import { definePage, type Endpoints, FieldProblem, Id, PageRequest } from '../wire/endpoint.ts'
import { Instant, requiredProse } from '../wire/fields.ts'
import { PatientLabel, StaffLabel } from '../wire/labels.ts'
import { formNames } from './form-names.ts'
import { FormOperation, FormRecord, formStates, operationOutcomes } from './records.ts'

/** One call delivers at most this many operations. */
export const mostDelivered = 200

/** An operation with all that it needs where its record is unknown: a record can begin without a connection. */
export const WrittenOperation = z.object({
  ...FormOperation.shape,
  form: z.enum(formNames),
  form_version: z.int(),
  /** The mission to which the record belongs, if it begins with this operation; null for none. */
  mission_id: z._default(z.nullable(Id), null),
})
export type WrittenOperation = z.output<typeof WrittenOperation>

/**
 * Whether the clock of the device was put back since it last heard of the server's: then nobody knows when something
 * was written. An earlier version of the app did not say.
 */
export const ClockWentBack = z._default(z.boolean(), false)

/** What is sealed: whoever delivers it, it is of the user who wrote it, and the token of their session shows that. */
export const SealedOperation = z.object({
  ...WrittenOperation.shape,
  by: Id,
  token: z.string(),
  clock_went_back: ClockWentBack,
})
export type SealedOperation = z.output<typeof SealedOperation>

/** Sealed to a key of the hospital, or, where a browser cannot seal, as it was written by the caller. */
export const DeliveredOperation = z.object({
  op_id: Id,
  record_id: Id,
  sealed: z._default(
    z.nullable(z.object({ key_id: Id, message: z.base64().check(z.maxLength(100_000, 'too-long')) })),
    null,
  ),
  written: z.optional(z.unknown()),
})
export type DeliveredOperation = z.output<typeof DeliveredOperation>

/**
 * Beyond what becomes of an operation of one's own: `waiting`, a person must decide about it; `unreadable`, it was
 * sealed to a key that the panel does not have, or is no operation.
 */
export const deliveryOutcomes = [...operationOutcomes, 'waiting', 'unreadable'] as const
export type DeliveryOutcome = (typeof deliveryOutcomes)[number]

/**
 * Why an operation waits: it was written after its author's session was ended, or the clock of its tablet leaves that
 * open; the session is unknown; the author may not write such a record, or the record is closed to them; the record was
 * complete or void before it arrived.
 */
export const reviewReasons = [
  'revoked',
  'time-doubtful',
  'unknown-session',
  'not-allowed',
  'record-closed',
  'form-closed',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** What waits beside answers. No field has such a path. */
export const partPaths = { photo: '@photo', signature: '@signature' } as const
export const isPartPath = (path: string): boolean => path === partPaths.photo || path === partPaths.signature

const FormReview = z.object({
  _id: Id,
  record_id: Id,
  form: z.enum(formNames),
  form_version: z.int(),
  /** Null if the record does not exist yet. */
  record_state: z.nullable(z.enum(formStates)),
  number: z.nullable(z.string()),
  reason: z.enum(reviewReasons),
  /** The path of a field, or the name of what waits instead of an answer. */
  path: z.string(),
  /** The same as `_id` if a photo waits. */
  photo_id: z.nullable(Id),
  /** Whether the record of its patient is closed to the user: then the answer is not shown, and nobody decides. */
  is_hidden: z.boolean(),
  answer: z.unknown(),
  patient: z.nullable(PatientLabel),
  /** When it was written, by the device's clock, corrected by how far that is ahead. */
  written_at: Instant,
  written_by: StaffLabel,
  received_at: Instant,
  delivered_by: StaffLabel,
})
export type FormReview = z.output<typeof FormReview>

export const formDelivery = {
  sealingKey: {
    path: '/api/hospital_user/form_sealing_key',
    summary:
      'The key to which operations of forms are sealed; null if the panel has no secret to keep its other half',
    access: 'form:use',
    patientData: false,
    byItself: true,
    body: z.object({}),
    /** `now`: by which a device knows how far its clock is ahead. */
    reply: z.object({
      key: z.nullable(z.object({ _id: Id, public_key: z.base64() })),
      now: Instant,
    }),
  },
  apply: {
    path: '/api/hospital_user/apply_form_operations',
    summary:
      'Deliver operations of many records and of whoever wrote them, in order: each is applied once and has a result of its own',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      operations: z.array(DeliveredOperation).check(z.maxLength(mostDelivered, 'too-many')),
      /** A record that is on the screen. */
      show: z._default(z.nullable(Id), null),
    }),
    reply: z.object({
      results: z.array(
        z.object({
          op_id: Id,
          outcome: z.enum(deliveryOutcomes),
          problem: z.nullable(FieldProblem),
        }),
      ),
      record: z.nullable(FormRecord),
      now: Instant,
    }),
  },
  applyPart: {
    path: '/api/hospital_user/apply_form_part',
    summary: 'Deliver a photo or a signature that was sealed on a tablet, whoever made it: it is added once',
    access: 'form:use',
    patientData: true,
    opensRecord: 'as-found',
    form: true,
    body: z.object({
      op_id: Id,
      record_id: Id,
      key_id: Id,
      sealed: z.union([z.instanceof(Uint8Array), z.file()]),
    }),
    reply: z.object({
      outcome: z.enum(['applied', 'refused', 'waiting', 'unreadable']),
      problem: z.nullable(FieldProblem),
      now: Instant,
    }),
    errors: ['photos-busy'],
  },
  openVaultKey: {
    path: '/api/hospital_user/open_form_vault_key',
    summary:
      "Open the key of the caller's own copies on a tablet, which the tablet has sealed for them to their hospital: they have forgotten its PIN",
    access: 'form:use',
    patientData: false,
    body: z.object({
      key_id: Id,
      sealed: z.base64().check(z.maxLength(1_000, 'too-long')),
      re_authentication: z.optional(ReAuthentication),
    }),
    reply: z.object({ key: z.base64() }),
    errors: ['vault-key-unreadable', ...reAuthenticationErrors],
  },
  reviews: {
    path: '/api/hospital_user/get_form_reviews',
    summary: 'Operations of forms that wait for a person, the oldest first',
    access: 'form:review',
    patientData: true,
    opensRecord: false,
    byItself: true,
    outdatedBy: ['form-records-outdated'],
    body: PageRequest,
    reply: definePage(FormReview),
  },
  decide: {
    path: '/api/hospital_user/decide_form_review',
    summary: 'Accept what waits into its record, as of its author, or reject it: either with a reason',
    access: 'form:review',
    patientData: true,
    opensRecord: 'as-found',
    body: z.object({
      _id: Id,
      is_accepted: z.boolean(),
      reason: requiredProse('field-required', 500),
    }),
    reply: z.object({ outcome: z.enum(['applied', 'same', 'conflict', 'addendum', 'rejected']) }),
    errors: ['not-found', 'break-glass-needed', 'changed-meanwhile', 'form-closed'],
    success: 'form-review-decided',
  },
} as const satisfies Endpoints
