import * as z from 'zod/mini'
import type { Permission } from './access.ts'
import { type ErrorCode, errorCodes, type SuccessCode } from './codes.ts'

/**
 * `public` needs no session; `session` needs a session of any user; `sender` needs the key of a sender of readings and
 * no session; `system` needs the session of a system admin; all others need the named permission, or one of several.
 */
export type Access = 'public' | 'session' | 'sender' | 'system' | Permission | readonly Permission[]

/** The permissions of which a caller needs one; none if the call asks for something else. */
export function listAccess(access: Access): readonly Permission[] {
  if (typeof access !== 'string') return access
  const isPermission =
    access !== 'public' && access !== 'session' && access !== 'sender' && access !== 'system'
  return isPermission ? [access] : []
}

/** What a caller needs, for people who read of a call. */
export const describeAccess = (access: Access): string =>
  typeof access === 'string' ? access : access.join(' or ')

/** Live events that say that something has changed, and not what a screen has to show of it. */
export const outdatingEvents = [
  'patients-outdated',
  'visits-outdated',
  'admission-requests-outdated',
  'form-records-outdated',
  'missions-outdated',
  'inbound-outdated',
  'thresholds-outdated',
  'waiting',
] as const
export type OutdatingEvent = (typeof outdatingEvents)[number]

export type ObjectSchema = z.ZodMiniObject<z.core.$ZodLooseShape, z.core.$ZodObjectConfig>

/**
 * One call of the API as a plain value. The server mounts it, the client calls it, and the API page and the contract
 * test are derived from it.
 *
 * - `method`: POST by default.
 * - `path`: a part that begins with a colon is a field of the body.
 * - `form`: the body is sent as `multipart/form-data`; parts that are not text are JSON.
 * - `file`: the reply is a file and not an envelope; `reply` is then `fileReply`.
 * - `stream`: the reply never ends: server-sent events, each of which is a `reply`.
 * - `patientData`: whether the reply shows data of identifiable patients or the call changes them. The handler of such
 *   a call must name the patients for the audit, and that of any other call must not. A call without a session is not
 *   audited and never `patientData`.
 * - `opensRecord`: the field of the body that names the patient whose record the call reads or writes; `as-found` if
 *   the handler finds the patient by a message or a device; `false` if the call shows of patients no more than where
 *   they are, their newest values and their alarms. A record outside the wards of the caller's groups is refused with
 *   `break-glass-needed`, unless the caller opened it by exception (decision 0012).
 * - `byItself`: screens make this call by themselves, to load and refresh what they show. It is no act and opens no
 *   record, so the audit trail can leave it out.
 * - `outdatedBy`: the live events after which the reply is out of date. A screen that shows it asks again.
 * - `crossHospital`: for a system admin the call covers every hospital; for everybody else, as all calls,
 *   only their own.
 * - `allowedWhile`: the states in which every other call of a session is refused and this one is allowed.
 * - `errors`: the failures that this call expects, beyond `generalErrors`.
 * - `success`: the success code of the reply.
 */
export type Endpoint = {
  method?: 'GET'
  path: `/${string}`
  summary: string
  access: Access
  body: ObjectSchema
  reply: ObjectSchema
  form?: true
  file?: true
  stream?: true
  byItself?: true
  outdatedBy?: readonly OutdatingEvent[]
  crossHospital?: true
  allowedWhile?: readonly ErrorCode[]
  errors?: readonly ErrorCode[]
  success?: SuccessCode
} & (
  | { patientData: false; opensRecord?: never }
  | { patientData: true; opensRecord: false | '_id' | 'patient_id' | 'as-found' }
)

export type Endpoints = Record<string, Endpoint>

/** What a caller sends, before defaults are filled in. */
export type Input<E extends Endpoint> = z.input<E['body']>
/** What a handler receives. */
export type Body<E extends Endpoint> = z.output<E['body']>
/** What a handler returns. */
export type Reply<E extends Endpoint> = z.input<E['reply']>
/** What a caller receives. */
export type Result<E extends Endpoint> = z.output<E['reply']>

export const generalErrors: readonly ErrorCode[] = [
  'session-ended',
  'session-locked',
  'password-must-change',
  'second-factor-needed',
  'not-allowed',
  'invalid',
  'too-slow',
  'too-large',
  'unsupported-type',
  'too-many-calls',
  'failed',
  'busy',
]

/** Fields that a signed-in caller adds to any body; handlers never see them. */
export const CallEnvelope = z.object({
  server_token: z.optional(z.string()),
  user_id: z.optional(z.string()),
  is_show_success_toast: z.optional(z.boolean()),
})

/** One refused field; `message` is looked up as `validation.{message}`. */
export const FieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.output<typeof FieldProblem>

/** Any failure. `detail` is what the screen needs for the code: the refused fields, the other's changes, … */
export const FailureReply = z.object({
  success: z.literal(false),
  error_code: z.literal(Object.values(errorCodes)),
  error_message: z.optional(z.string()),
  fields: z.optional(z.array(FieldProblem)),
  detail: z.optional(z.unknown()),
  request_id: z.optional(z.string()),
})

export const emptyReply = z.object({})
/** Ids are compared as text, so they are converted to lower case here. */
export const Id = z.uuid('id-invalid').check(z.toLowerCase())
export const ById = z.object({ _id: Id })
export const fileReply = z.object({})

/** Which page of a list is asked for, and how many rows it has. */
export const PageRequest = z.object({
  number_of_rec: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
})
export type PageRequest = z.output<typeof PageRequest>

/** A page of a list that can be searched. */
export const ListRequest = z.object({
  ...PageRequest.shape,
  search_value: z._default(z.string().check(z.maxLength(100)), ''),
})

/**
 * The filters of a list, with their own defaults also where none are sent. Some clients send an empty list instead of
 * an empty object; it means no filters.
 */
export function listFilters<Filters extends ObjectSchema>(filters: Filters) {
  const given = z.transform((sent: unknown) => (Array.isArray(sent) && sent.length === 0 ? {} : sent))
  return z.prefault(z.pipe(given, filters) as unknown as Filters, {} as never)
}

/** The reply with one page. With `total_is_at_least` there may be more than `total`: counting a search stops at 200. */
export function definePage<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.int(), total_is_at_least: z.boolean() })
}
