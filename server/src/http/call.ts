import { isIP } from 'node:net'
import { type Endpoint, type FieldProblem, isStorable } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '../core/failure.ts'
import type { Root } from '../db/database.ts'
import { checkOwnPassword } from '../identity/own-password.ts'
import type { Site } from '../identity/second-factor/site.ts'
import type { SecretBox } from '../identity/secret-box.ts'
import type { Actor, SessionLimits } from '../identity/session.ts'
import type { Live } from '../live/live.ts'
import type { OpenStreams } from '../live/open-streams.ts'
import { readForm } from './form.ts'
import type { Context, PrepareContext } from './handler.ts'

export type Services = SessionLimits & {
  root: Root
  clock: () => Date
  /** Counts a call with an unknown token; returns whether there were too many from its IP address. */
  isGuessing: (request: FastifyRequest) => Promise<boolean>
  live: Live
  streams: OpenStreams
  channels: readonly string[]
  sendsMail: boolean
  /** The URL of the panel for browsers; undefined if it may be called by any name. */
  publicUrl: string | undefined
  secretBox: SecretBox | undefined
  /** How often a stream sends a heartbeat and checks that its session is still valid. */
  heartbeatMs: number
}

/** A handler whose parameter types are known only to its feature. */
export type AnyHandle = (context: never, body: never) => Promise<unknown>
export type AnyHandler =
  | AnyHandle
  | { prepare: (body: never, before: PrepareContext) => Promise<unknown>; handle: AnyHandle }

export type Call = Services & {
  action: string
  endpoint: Endpoint
  handler: AnyHandler
  request: FastifyRequest
  reply: FastifyReply
  ipAddress: string
  /** Patients whose data were shown or changed. */
  auditedPatients: Set<string>
  /** What the handler adds to the audit entry. */
  detail?: Record<string, unknown>
  /** The body, once it was read. */
  sent?: unknown
  actor?: Actor
}

/** The user agent, cut to 500 characters; empty if the database cannot store it. */
export function readUserAgent({ headers }: FastifyRequest): string {
  const userAgent = headers['user-agent']?.slice(0, 500) ?? ''
  return isStorable(userAgent) ? userAgent : ''
}

/**
 * The caller's IP address as the audit stores it: a proxy may add a port or other text, and a link-local address
 * carries its interface.
 */
export function readIpAddress({ ip, socket }: FastifyRequest): string {
  const [address = ''] = (isIP(ip) ? ip : (socket.remoteAddress ?? '')).split('%')
  return isIP(address) ? address : '0.0.0.0'
}

/**
 * Without `publicUrl` https is assumed: behind a proxy the panel cannot know whether the browser used TLS, and browsers
 * allow passkeys only with it.
 */
export function resolveSite({ publicUrl, request }: Call): Site {
  const url = URL.parse(publicUrl ?? `https://${request.host}`)
  if (!url) return { rpId: undefined, origins: [] }
  return {
    rpId: isIP(url.hostname.replace(/^\[|\]$/g, '')) ? undefined : url.hostname,
    origins: publicUrl ? [url.origin] : [url.origin, `http://${url.host}`],
  }
}

/** The body as it was sent, before its schema is applied. */
export async function readRawBody({ endpoint, request }: Call): Promise<unknown> {
  if (!endpoint.form) return { ...(request.body as object | undefined), ...(request.params as object) }
  if (!request.isMultipart()) throw new Failure('unsupported-type')
  return readForm(request, endpoint)
}

export async function prepareBody(call: Call, parsed: unknown): Promise<unknown> {
  const { handler } = call
  return typeof handler === 'function' ? parsed : handler.prepare(parsed as never, createPrepareContext(call))
}

/** Collects what the handler adds to the audit entry of a call. */
export function bindAuditDetail(call: Call): Context['addAuditDetail'] {
  return (remarks) => {
    call.detail = { ...call.detail, ...remarks }
  }
}

/** For calls with a session; without an actor there is no password to check. */
function createPrepareContext(call: Call): PrepareContext {
  const { root, clock, actor, action } = call
  return {
    addAuditDetail: bindAuditDetail(call),
    async checkPassword(password) {
      if (!actor) throw new Error(`${action} has nobody whose password it could ask for`)
      return checkOwnPassword(root, actor, clock(), password)
    },
  }
}

export function parseBody({ endpoint }: Call, raw: unknown): unknown {
  const parsed = endpoint.body.safeParse(raw)
  if (!parsed.success) throw toInvalidFailure(parsed.error)
  const unkeepable = findUnstorablePath(parsed.data)
  if (unkeepable)
    throw new Failure('invalid', { fields: [{ field: unkeepable.join('.'), message: 'invalid' }] })
  return parsed.data
}

export function toInvalidFailure({ issues }: { issues: Parameters<typeof toFieldProblem>[0][] }): Failure {
  return new Failure('invalid', { fields: issues.map(toFieldProblem) })
}

/** The path of a text that the database cannot store. */
function findUnstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = findUnstorablePath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}

const messageKey = /^[a-z]+(-[a-z]+)*$/

/** Our own messages are keys of `validation.*`; any message of the library becomes `toInvalidFailure`. */
function toFieldProblem(issue: { path: PropertyKey[]; message: string }): FieldProblem {
  return {
    field: issue.path.map(String).join('.'),
    message: messageKey.test(issue.message) ? issue.message : 'invalid',
  }
}

export function getHandle({ handler }: Call): AnyHandle {
  return typeof handler === 'function' ? handler : handler.handle
}
