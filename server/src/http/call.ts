import { isIP } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import { type Endpoint, isStorable } from 'contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Root } from '../db/database.ts'
import { checkOwnPassword } from '../identity/own-password.ts'
import type { Site } from '../identity/second-factor/site.ts'
import type { SecretBox } from '../identity/secret-box.ts'
import type { Actor, SessionLimits } from '../identity/session.ts'
import type { Live } from '../live/live.ts'
import type { OpenStreams } from '../live/open-streams.ts'
import type { Context, MountedHandler, PrepareContext } from './handler.ts'

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

export type Call = Services & {
  action: string
  endpoint: Endpoint
  handler: MountedHandler
  request: FastifyRequest
  reply: FastifyReply
  /** When the call began. */
  now: Date
  ipAddress: string
  /** Patients whose data were shown or changed. */
  auditedPatients: Set<string>
  /** Whether the handler has called `auditPatients`, also with an empty list. */
  hasNamedPatients?: true
  /** What the handler adds to the audit entry. */
  detail?: Record<string, unknown>
  /** The body as it was sent, once it was read. */
  sent?: SentBody
  /** The user who makes the call, once their session was found valid. */
  actor?: Actor
}

/** The fields of a body as they were sent, before its schema is applied. */
export type SentBody = Record<string, unknown>

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
  const [ipAddress = ''] = (isIP(ip) ? ip : (socket.remoteAddress ?? '')).split('%')
  return isIP(ipAddress) ? ipAddress : '0.0.0.0'
}

/** One caller's IP addresses: with IPv6 the whole /64 that one connection usually has. */
export const computeNetwork = (ipAddress: string): string => normalizeIP(ipAddress)

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

/** Collects what the handler adds to the audit entry of a call. */
export function bindAuditDetail(call: Call): Context['addAuditDetail'] {
  return (detail) => {
    call.detail = { ...call.detail, ...detail }
  }
}

export function createPrepareContext(call: Call): PrepareContext {
  return {
    addAuditDetail: bindAuditDetail(call),
    checkPassword: async (password) =>
      checkOwnPassword(call.root, requireActor(call), call.clock(), password),
  }
}

/** The user who makes the call. Throws for a call without a user, which is a defect of the code that asks. */
export function requireActor({ actor, action }: Call): Actor {
  if (!actor) throw new Error(`${action} is no call of a user`)
  return actor
}
