import * as z from 'zod/mini'
import type { Permission } from './access.ts'
import { type ErrorCode, errorCodes, type SuccessCode } from './codes.ts'

/**
 * `public` needs no session; `session` needs one of any kind; `sender` needs the key of a sender of readings and no
 * session; `system` needs that of a system admin; the rest need the named permission.
 */
export type Access = 'public' | 'session' | 'sender' | 'system' | Permission

export type ObjectSchema = z.ZodMiniObject<z.core.$ZodLooseShape, z.core.$ZodObjectConfig>

/**
 * One call of the API as a plain value. The server mounts it, the client calls it, the API page and the
 * contract test are derived from it.
 *
 * - `method`: POST unless said.
 * - `path`: a part that begins with a colon is a field of the body.
 * - `form`: the body travels as `multipart/form-data`; parts that are not text are JSON.
 * - `file`: the reply is a file and not an envelope; `reply` is then `fileReply`.
 * - `stream`: the reply never ends: server-sent events, each of which is a `reply`.
 * - `opensRecord`: the field of the body that names the patient whose record this reads or writes; `as-found` where the
 *   handler finds out whose it is, by a message or a device; `false` where it tells of patients no more than who is
 *   where, their newest values and their alarms. A record outside the wards of the caller's groups is refused with
 *   `break-glass-needed`, unless the caller opened it by exception (decision 0012).
 * - `crosses`: to a system admin it tells of every hospital; to anybody else of her own alone, as all the others do.
 * - `openDespite`: what every other call of a session is refused with for a while, and this one is not.
 * - `errors`: the failures that this call expects, beyond `generalErrors`.
 * - `success`: the code that a success announces.
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
  opensRecord: false | '_id' | 'patient_id' | 'as-found'
  crosses?: true
  openDespite?: readonly ErrorCode[]
  errors?: readonly ErrorCode[]
  success?: SuccessCode
}

export type Endpoints = Record<string, Endpoint>

/** What a caller hands in, before defaults are filled. */
export type Input<E extends Endpoint> = z.input<E['body']>
/** What a handler receives. */
export type Body<E extends Endpoint> = z.output<E['body']>
/** What a handler gives back. */
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

/** Added to any body by a signed-in caller; never seen by a handler. */
export const CallEnvelope = z.object({
  server_token: z.optional(z.string()),
  user_id: z.optional(z.string()),
  is_show_success_toast: z.optional(z.boolean()),
})

/** One field that was refused; `message` is looked up as `validation.{message}`. */
export const FieldProblem = z.object({ field: z.string(), message: z.string() })
export type FieldProblem = z.output<typeof FieldProblem>

/** Any failure. `detail` is what the code's screen needs: the refused fields, the other's changes, … */
export const FailureReply = z.object({
  success: z.literal(false),
  error_code: z.literal(Object.values(errorCodes)),
  error_message: z.optional(z.string()),
  fields: z.optional(z.array(FieldProblem)),
  detail: z.optional(z.unknown()),
  request_id: z.optional(z.string()),
})

export const nothing = z.object({})
/** Ids are compared as text, so they are lower case from here on. */
export const Id = z.uuid('id-invalid').check(z.toLowerCase())
export const ById = z.object({ _id: Id })
export const fileReply = z.object({})

export const ListQuery = z.object({
  number_of_rec: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  search_value: z._default(z.string().check(z.maxLength(100)), ''),
})

/** The filters of a list; an empty list is none, as some clients send it. */
export function listFilters<Filters extends ObjectSchema>(filters: Filters) {
  const given = z.transform((sent: unknown) => (Array.isArray(sent) && sent.length === 0 ? {} : sent))
  return z._default(z.pipe(given, filters) as unknown as Filters, {} as never)
}

/** Rows of one page. `total` counts no further than `total_is_at_least` says: a search stops at 200. */
export function page<Row extends z.ZodMiniType>(row: Row) {
  return z.object({ rows: z.array(row), total: z.int(), total_is_at_least: z.boolean() })
}
