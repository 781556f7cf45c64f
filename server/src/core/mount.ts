import { once } from 'node:events'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import {
  type Body,
  CallEnvelope,
  type Endpoint,
  type Endpoints,
  type ErrorCode,
  errorCodes,
  type FieldProblem,
  isKeepable,
  type LiveEvent,
  type Reply,
  successCodes,
  transportStatus,
} from 'contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import { compile } from 'zod/mini'
import { writeAudit } from './audit.ts'
import { outsideWardsOf } from './broken-glass.ts'
import { acrossHospitals, enterHospital, inHospital, leaveHospital, type Root, type Tx } from './database.ts'
import { Failure, failureOf, loggable } from './failure.ts'
import { readForm } from './form.ts'
import { lanes } from './lanes.ts'
import { type Announced, type Live, writeEvents } from './live.ts'
import { provePassword } from './own-password.ts'
import type { Site } from './second-factor.ts'
import type { SecretBox } from './secret-box.ts'
import { findSender, type SenderOfReadings } from './sender.ts'
import { type Actor, bearerOf, findActor, type SessionLimits, stateOfSession } from './session.ts'

/** What a handler holds of the hospital that it works in. `tx` sees that hospital alone. */
export type InHospital = {
  readonly tx: Tx
  readonly hospitalId: string
  /** The instant of the call, ISO 8601. */
  readonly now: string
  readonly newId: () => string
  /** Tells those who watch, once the transaction has committed. */
  readonly announce: (event: LiveEvent) => void
  /** Ways to tell somebody who has no screen before her, by name; those that are set up. */
  readonly channels: readonly string[]
}

/** What a handler holds while it takes readings from one who has a key. */
export type SenderContext = InHospital & { readonly sender: SenderOfReadings }

/** What a handler holds while it answers a signed-in caller. */
export type Context = InHospital & {
  readonly actor: Actor
  readonly site: Site
  /** Undefined where the panel has no key to seal anything with. */
  readonly secretBox: SecretBox | undefined
  /** Until when the record that the call opens is open to the actor, who has it by exception. */
  readonly openedUntil: string | null
  readonly limits: SessionLimits
  readonly announce: (event: Announced) => void
  /** Names the patients whose data are shown or changed, for the audit. */
  readonly concerns: (patientIds: string | readonly string[]) => void
  /** Adds to the audit what the patients' ids cannot tell. */
  readonly remark: (detail: Record<string, unknown>) => void
}

/**
 * What a handler holds of a call that crosses hospitals. Until it enters one, `tx` sees a system admin every hospital,
 * and anybody else hers. `enter` says whether there is such a hospital for the caller; from then on `tx` sees that one
 * alone, and its audit says who came.
 */
export type CrossingContext = Context & { readonly enter: (hospitalId: string) => Promise<boolean> }

/** What a handler holds while nobody is known. `door` opens a transaction over every hospital. */
export type PublicContext = {
  readonly door: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly now: string
  readonly newId: () => string
  readonly address: string
  /** What the caller's browser says of itself; empty where it says nothing. */
  readonly userAgent: string
  readonly requestId: string
  readonly site: Site
  /** Undefined where the panel has no key to seal anything with. */
  readonly secretBox: SecretBox | undefined
  /** Whether the panel can send e-mails. */
  readonly sendsMail: boolean
}

/**
 * A file as the answer. Content that comes in pieces is made while it is sent, in a transaction of its own: the
 * audit of who asked for it stands by then, however the sending ends.
 */
export type FileReply = {
  type: string
  name?: string
  content: Buffer | string | ((tx: Tx) => AsyncIterable<string>)
  /** A file that never changes under its address may be kept by the browser. */
  isImmutable?: boolean
}

/** A stream as the answer: events of these kinds, from now on or from the last one that the caller has. */
export type StreamReply = {
  kinds: ReadonlySet<string>
  /** What is told of an event, where that is less than the event; nothing of it where the answer is undefined. */
  show?: (event: LiveEvent) => LiveEvent | undefined
}

type Answer<E extends Endpoint> = E extends { file: true }
  ? FileReply
  : E extends { stream: true }
    ? StreamReply
    : Reply<E>
type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? PublicContext
  : E['access'] extends 'sender'
    ? SenderContext
    : E extends { crosses: true }
      ? CrossingContext
      : Context
type Handle<E extends Endpoint, Prepared> = (
  context: ContextOf<E>,
  body: Prepared,
) => Promise<Answer<E>> | Answer<E>

/** What a caller can be asked before the transaction begins. */
export type Before = {
  /** Whether it is the actor's own password: the failure says that it is not, or her e-mail comes back. */
  readonly prove: (password: string) => Promise<{ email: string }>
}

/** Slow work that needs no database is done in `prepare`, before the transaction begins. */
export type Handler<E extends Endpoint> =
  | Handle<E, Body<E>>
  | { prepare: (body: Body<E>, before: Before) => Promise<unknown>; handle: Handle<E, never> }

export type Handlers<Group extends Endpoints> = { [Name in keyof Group]: Handler<Group[Name]> }

export type Services = SessionLimits & {
  root: Root
  clock: () => Date
  /** Notes a call with a token that nobody was ever given; whether there were too many from its address. */
  isGuessing: (request: FastifyRequest) => Promise<boolean>
  live: Live
  channels: readonly string[]
  sendsMail: boolean
  /** Where browsers find the panel; undefined where any name will do by which it is called. */
  publicUrl: string | undefined
  secretBox: SecretBox | undefined
  /** How often one who watches is shown that the line holds, and whether her session still does. */
  beatMs: number
}

/** A handler whose parameters are known only to the feature it came from. */
type AnyHandle = (context: never, body: never) => Promise<unknown>
type AnyHandler =
  | AnyHandle
  | { prepare: (body: never, before: Before) => Promise<unknown>; handle: AnyHandle }

/**
 * Serves a group of endpoints. A call's way: session, access, body, transaction bound to the hospital,
 * handler, audit, reply by its schema, commit.
 */
export function mount(
  app: FastifyInstance,
  services: Services,
  name: string,
  group: Endpoints,
  handlers: Record<string, unknown>,
) {
  for (const [key, declared] of Object.entries(group)) {
    // Compiled, a schema checks a page of patients in a twentieth of the time.
    const endpoint = { ...declared, body: compile(declared.body), reply: compile(declared.reply) }
    const handler = handlers[key] as AnyHandler | undefined
    if (!handler) throw new Error(`${name}.${key} has no handler`)
    app.route({
      method: endpoint.method ?? 'POST',
      url: endpoint.path,
      handler: (request, reply) =>
        // The address is taken now: a caller who hangs up has none when the audit is written.
        answer({
          ...services,
          action: `${name}.${key}`,
          endpoint,
          handler,
          request,
          reply,
          address: addressOf(request),
          concerned: new Set(),
        }),
    })
  }
}

type Call = Services & {
  action: string
  endpoint: Endpoint
  handler: AnyHandler
  request: FastifyRequest
  reply: FastifyReply
  address: string
  /** Patients whose data were shown or changed. */
  concerned: Set<string>
  actor?: Actor
}

/** No longer than any browser has; a text that the database cannot keep is none. */
function userAgentOf({ headers }: FastifyRequest): string {
  const userAgent = headers['user-agent']?.slice(0, 500) ?? ''
  return isKeepable(userAgent) ? userAgent : ''
}

/** As the audit keeps it: a proxy may add a port or worse, and a link-local address its interface. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  const [address = ''] = (isIP(ip) ? ip : (socket.remoteAddress ?? '')).split('%')
  return isIP(address) ? address : '0.0.0.0'
}

/** Behind a proxy the panel cannot know whether the browser came by TLS, and browsers let no passkey go without. */
function siteOf({ publicUrl, request }: Call): Site {
  const url = URL.parse(publicUrl ?? `https://${request.host}`)
  if (!url) return { rpId: undefined, origins: [] }
  return {
    rpId: isIP(url.hostname.replace(/^\[|\]$/g, '')) ? undefined : url.hostname,
    origins: publicUrl ? [url.origin] : [url.origin, `http://${url.host}`],
  }
}

async function answer(call: Call): Promise<unknown> {
  const { endpoint, reply, clock } = call
  const moment = clock()
  reply.header('cache-control', 'no-store')
  let actor: Actor | undefined
  try {
    if (endpoint.access === 'public') return await answerAnyone(call, moment, await rawBody(call))
    if (endpoint.access === 'sender') return await answerSender(call, moment)
    const header = bearerOf(call.request.headers.authorization)
    // Whom the header already refuses is not read from: a form can be large.
    if (header) {
      call.actor = actor = await findHolder(call, header, moment)
      authorize(actor, endpoint)
    }
    const raw = await rawBody(call, header ? undefined : 'session-ended')
    const envelope = CallEnvelope.safeParse(raw)
    if (!envelope.success && actor) throw invalid(envelope.error)
    const { server_token = header, user_id } = envelope.data ?? {}
    if (!actor) {
      call.actor = actor = await findHolder(call, server_token, moment)
      authorize(actor, endpoint)
    }
    const agrees =
      server_token === (header ?? server_token) && (user_id ?? actor._id).toLowerCase() === actor._id
    if (!agrees) throw new Failure('session-ended')
    return await answerActor(call, moment, actor, raw)
  } catch (error) {
    if (reply.raw.headersSent) return breakOff(call, error)
    const failure = failureOf(error) ?? failureOfTransport(error)
    if (!failure) throw error
    if (actor) await auditRefusal(call, moment, actor, failure)
    return sendFailure(reply, failure)
  }
}

/** What was half sent must not look whole. */
function breakOff({ action, request, reply }: Call, error: unknown): FastifyReply {
  request.log.error({ request: request.id, action, error: loggable(error) })
  reply.raw.destroy()
  return reply
}

/** The body as it came. One that should be a form and is none is refused as `unlessForm` says. */
async function rawBody(
  { endpoint, request }: Call,
  unlessForm: ErrorCode = 'unsupported-type',
): Promise<unknown> {
  if (!endpoint.form) return { ...(request.body as object | undefined), ...(request.params as object) }
  if (!request.isMultipart()) throw new Failure(unlessForm)
  return readForm(request, endpoint)
}

async function findHolder(call: Call, token: string | undefined, moment: Date): Promise<Actor> {
  const found = token ? await findActor(call.root, token, moment, call) : 'ended'
  if (found === 'unknown' && (await call.isGuessing(call.request))) throw new Failure('too-many-calls')
  if (typeof found === 'string') throw new Failure('session-ended')
  return found
}

function authorize(actor: Actor, { access, openDespite }: Endpoint): void {
  const withheldBy = actor.withheldBy.find((code) => !openDespite?.includes(code))
  if (withheldBy) throw new Failure(withheldBy)
  if (access === 'system' && !actor.isSystemAdmin) throw new Failure('not-allowed')
  const isOpen = access === 'public' || access === 'session' || access === 'sender' || access === 'system'
  if (!isOpen && !actor.permissions.has(access)) throw new Failure('not-allowed')
}

async function answerAnyone(call: Call, moment: Date, raw: unknown): Promise<unknown> {
  const body = await preparedBody(call, raw)
  const context: PublicContext = {
    door: (work) => acrossHospitals(call.root, work),
    now: moment.toISOString(),
    newId,
    address: call.address,
    userAgent: userAgentOf(call.request),
    requestId: call.request.id,
    site: siteOf(call),
    secretBox: call.secretBox,
    sendsMail: call.sendsMail,
  }
  const result = await handleOf(call)(context as never, body as never)
  return call.endpoint.file ? sendFile(call, undefined, result as FileReply) : envelopeOf(call, raw, result)
}

async function answerSender(call: Call, moment: Date): Promise<unknown> {
  const key = bearerOf(call.request.headers.authorization)
  const now = moment.toISOString()
  const sender = key ? await findSender(call.root, key, now) : undefined
  if (!sender)
    throw new Failure(key && (await call.isGuessing(call.request)) ? 'too-many-calls' : 'key-unknown')
  const raw = await rawBody(call)
  const body = await preparedBody(call, raw)
  return inHospital(call.root, sender.hospitalId, async (tx) => {
    const { context, events } = contextIn(call, tx, sender.hospitalId, now)
    const result = await handleOf(call)({ ...context, sender } as never, body as never)
    const answer = envelopeOf(call, raw, result)
    await writeEvents(tx, sender.hospitalId, now, events)
    return answer
  })
}

function contextIn(call: Call, tx: Tx, hospitalId: string, now: string) {
  const events: Announced[] = []
  const context: InHospital & Pick<Context, 'announce'> = {
    tx,
    hospitalId,
    now,
    newId,
    announce: (event) => events.push(event),
    channels: call.channels,
  }
  return { context, events }
}

/** Whether a call is made by one who begins it over every hospital. */
function crossesNow({ endpoint }: Call, actor: Actor): boolean {
  return endpoint.crosses === true && actor.isSystemAdmin
}

/** How a call that crosses hospitals enters one. `leave` says which other hospital it was in, and who came. */
function crossingOf(call: Call, tx: Tx, actor: Actor) {
  let entered: string | undefined
  return {
    async enter(hospitalId: string): Promise<boolean> {
      if (!crossesNow(call, actor)) return hospitalId === actor.hospitalId
      if (entered !== undefined) throw new Error(`${call.action} enters a second hospital`)
      if (!(await hasHospital(tx, hospitalId))) return false
      await enterHospital(tx, hospitalId)
      entered = hospitalId
      return true
    },
    async leave(): Promise<{ hospitalId: string; email: string } | undefined> {
      if (entered === undefined) return undefined
      await leaveHospital(tx)
      if (entered === actor.hospitalId) return undefined
      const visitor = tx.selectFrom('staff').select('email').where('id', '=', actor._id)
      return { hospitalId: entered, ...(await visitor.executeTakeFirstOrThrow()) }
    },
  }
}

async function hasHospital(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('hospitals').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

async function answerActor(call: Call, moment: Date, actor: Actor, raw: unknown): Promise<unknown> {
  const parsed = parsedBody(call, raw)
  const body = await prepared(call, parsed)
  const now = moment.toISOString()
  let isNamed = false
  let detail: Record<string, unknown> | undefined
  const forActor = (
    context: InHospital & Pick<Context, 'announce'>,
    openedUntil: string | null,
  ): Context => ({
    ...context,
    actor,
    openedUntil,
    site: siteOf(call),
    secretBox: call.secretBox,
    limits: { sessionIdleMs: call.sessionIdleMs, sessionMaxMs: call.sessionMaxMs },
    concerns(ids) {
      isNamed = true
      for (const id of typeof ids === 'string' ? [ids] : ids) call.concerned.add(id)
    },
    remark(remarks) {
      detail = { ...detail, ...remarks }
    },
  })
  const begin = crossesNow(call, actor)
    ? <T>(work: (tx: Tx) => Promise<T>) => acrossHospitals(call.root, work)
    : <T>(work: (tx: Tx) => Promise<T>) => inHospital(call.root, actor.hospitalId, work)
  const answered = await begin(async (tx) => {
    const { context, events } = contextIn(call, tx, actor.hospitalId, now)
    const openedUntil = await openRecord(call, tx, actor, parsed, now)
    const crossing = crossingOf(call, tx, actor)
    const forHandler = { ...forActor(context, openedUntil), enter: (id: string) => crossing.enter(id) }
    const result = await handleOf(call)(forHandler as never, body as never)
    const visited = await crossing.leave()
    if (showsPatients(call.endpoint) && !isNamed)
      throw new Error(`${call.action} did not say whom it concerns`)
    if (call.endpoint.access !== 'session' || isNamed || detail || crossesNow(call, actor)) {
      const entry = {
        at: now,
        staffId: actor._id,
        action: call.action,
        patientIds: [...call.concerned],
        outcome: 'ok',
        address: call.address,
        requestId: call.request.id,
      }
      const own = {
        ...detail,
        ...(openedUntil !== null && { opened_until: openedUntil }),
        ...(visited && { hospital: visited.hospitalId }),
      }
      await writeAudit(tx, {
        ...entry,
        id: newId(),
        hospitalId: actor.hospitalId,
        detail: Object.keys(own).length > 0 ? own : undefined,
      })
      if (visited) {
        const { hospitalId, email } = visited
        await writeAudit(tx, { ...entry, id: newId(), hospitalId, detail: { system_admin: email } })
      }
    }
    const answer = call.endpoint.file || call.endpoint.stream ? result : envelopeOf(call, raw, result)
    await writeEvents(tx, actor.hospitalId, now, events)
    return answer
  })
  if (call.endpoint.stream) return sendStream(call, actor, answered as StreamReply)
  return call.endpoint.file ? sendFile(call, actor, answered as FileReply) : answered
}

/**
 * Refuses to open the record of a patient outside the wards of the actor's groups, before anything of it is read. The
 * answer is until when it is open to her by exception; null where she needs none.
 */
async function openRecord(
  { endpoint: { opensRecord }, concerned }: Call,
  tx: Tx,
  actor: Actor,
  body: unknown,
  now: string,
): Promise<string | null> {
  const patientId = opensRecord && (body as Record<string, unknown>)[opensRecord]
  if (typeof patientId !== 'string') return null
  const outside = await outsideWardsOf(tx, actor, patientId, now)
  if (!outside) return null
  const { until, ...detail } = outside
  if (until !== null) return until
  concerned.add(patientId)
  throw new Failure('break-glass-needed', { detail })
}

function showsPatients({ access }: Endpoint): boolean {
  return /^(patient|clinical|alarm|device):/.test(access)
}

function handleOf({ handler }: Call): AnyHandle {
  return typeof handler === 'function' ? handler : handler.handle
}

async function preparedBody(call: Call, raw: unknown): Promise<unknown> {
  return prepared(call, parsedBody(call, raw))
}

async function prepared(call: Call, parsed: unknown): Promise<unknown> {
  const { handler } = call
  return typeof handler === 'function' ? parsed : handler.prepare(parsed as never, beforeOf(call))
}

/** For calls of somebody who is signed in; without an actor there is nobody whose password it could be. */
function beforeOf({ root, clock, actor, action }: Call): Before {
  return {
    async prove(password) {
      if (!actor) throw new Error(`${action} has nobody whose password it could ask for`)
      return provePassword(root, actor, clock(), password)
    },
  }
}

function parsedBody({ endpoint }: Call, raw: unknown): unknown {
  const parsed = endpoint.body.safeParse(raw)
  if (!parsed.success) throw invalid(parsed.error)
  const unkeepable = unkeepableIn(parsed.data)
  if (unkeepable)
    throw new Failure('invalid', { fields: [{ field: unkeepable.join('.'), message: 'invalid' }] })
  return parsed.data
}

function invalid({ issues }: { issues: Parameters<typeof problemOf>[0][] }): Failure {
  return new Failure('invalid', { fields: issues.map(problemOf) })
}

/** Where a text is that the database cannot keep. */
function unkeepableIn(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isKeepable(value) ? undefined : []
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = unkeepableIn(inner)
    if (path) return [key, ...path]
  }
  return undefined
}

const messageKey = /^[a-z]+(-[a-z]+)*$/

/** Our own messages are keys of `validation.*`; a message of the library's own becomes the general one. */
function problemOf(issue: { path: PropertyKey[]; message: string }): FieldProblem {
  return {
    field: issue.path.map(String).join('.'),
    message: messageKey.test(issue.message) ? issue.message : 'invalid',
  }
}

function envelopeOf({ endpoint }: Call, raw: unknown, result: unknown): unknown {
  const announces =
    endpoint.success && (raw as { is_show_success_toast?: unknown } | null)?.is_show_success_toast !== false
  return {
    success: true,
    ...(endpoint.success && announces ? { message: successCodes[endpoint.success] } : {}),
    ...endpoint.reply.parse(result),
  }
}

async function sendFile(call: Call, actor: Actor | undefined, file: FileReply): Promise<FastifyReply> {
  const { reply } = call
  reply.type(file.type)
  reply.header('cache-control', file.isImmutable ? 'private, max-age=31536000, immutable' : 'no-store')
  if (file.name) reply.header('content-disposition', `attachment; filename="${file.name}"`)
  const { content } = file
  if (typeof content !== 'function') return reply.send(content)
  if (!actor) throw new Error(`${call.action} has no hospital to read from while it sends`)
  await inStreamLane(() => inHospital(call.root, actor.hospitalId, (tx) => sendPieces(reply, content(tx))))
  return reply
}

/** Files that are made while they are sent hold a connection for as long as the caller takes to read them. */
const inStreamLane = lanes(2)
const patienceMs = 30_000

/** A caller who hangs up, or reads nothing for too long, ends it: the connection is wanted by others. */
async function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<void> {
  const { raw } = reply
  if (raw.destroyed) return
  const stream = Readable.from(pieces, { objectMode: false })
  const sent = finished(stream)
  raw.once('close', () => stream.destroy())
  raw.setTimeout(patienceMs, () => raw.destroy())
  reply.send(stream)
  try {
    await sent
  } catch (error) {
    if (!raw.destroyed) throw error
  } finally {
    raw.setTimeout(0)
  }
}

/** More than this unread, and she is sent away to come back for the rest. */
const unreadBytes = 1024 * 1024

/** Server-sent events until the caller hangs up, reads too slowly, or her session ends. */
async function sendStream(call: Call, actor: Actor, { kinds, show }: StreamReply): Promise<FastifyReply> {
  const { reply, request, root, clock, live } = call
  const { raw } = reply
  const last = Number(request.headers['last-event-id'])
  reply.hijack()
  // Who has hung up meanwhile does so no second time: nothing would ever end what is begun for her.
  if (raw.destroyed) return reply
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  const ended = new Promise<void>((resolve) => raw.once('close', resolve))
  const check = async () => {
    const state = await stateOfSession(root, actor, clock(), call).catch(() => 'same')
    if (raw.writableEnded) return
    if (state === 'same') raw.write(`event: beat\ndata: {}\n\n`)
    else if (state === 'ended') raw.end(`event: session-ended\ndata: {}\n\n`)
    // She comes back at once, and hears what she may hear now.
    else raw.end()
  }
  const beat = setInterval(check, call.beatMs)
  try {
    const leave = await live.follow({
      hospitalId: actor.hospitalId,
      staffId: actor._id,
      kinds,
      show,
      after: Number.isSafeInteger(last) && request.headers['last-event-id'] ? last : undefined,
      send: (message) => {
        // What is unread from before counts, not what comes now: a burst drives nobody away who keeps up.
        if (raw.writableEnded || raw.destroyed || raw.writableLength > unreadBytes) return false
        raw.write(message)
        return true
      },
      read: async () => {
        if (raw.writableNeedDrain) await Promise.race([once(raw, 'drain'), ended])
      },
      check: () => void check(),
      drop: () => raw.destroy(),
    })
    // What ended her session between the asking for it and this moment has told nobody.
    await check()
    await ended
    leave()
  } catch (error) {
    breakOff(call, error)
  } finally {
    clearInterval(beat)
  }
  return reply
}

/** Refusals are kept outside the transaction that they rolled back. */
async function auditRefusal(call: Call, moment: Date, actor: Actor, failure: Failure): Promise<void> {
  if (failure.code === 'invalid' || failure.code === 'busy') return
  const body = call.request.body as { _id?: unknown; patient_id?: unknown } | undefined
  const subject = body?.patient_id ?? body?._id
  await writeAudit(call.root, {
    id: newId(),
    at: moment.toISOString(),
    hospitalId: actor.hospitalId,
    staffId: actor._id,
    action: call.action,
    patientIds: [
      ...call.concerned,
      ...(typeof subject === 'string' &&
      showsPatients(call.endpoint) &&
      isUuid(subject) &&
      !call.concerned.has(subject)
        ? [subject]
        : []),
    ],
    outcome: failure.code,
    address: call.address,
    requestId: call.request.id,
  })
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .code(transportStatus[failure.code] ?? 200)
    .type('application/json')
    .header('cache-control', 'no-store')
    .send({
      success: false,
      error_code: errorCodes[failure.code],
      ...(failure.fields ? { fields: failure.fields } : {}),
      ...(failure.detail === undefined ? {} : { detail: failure.detail }),
      request_id: reply.request.id,
    })
}

/** Fastify's own refusals, by their HTTP status. */
export function failureOfTransport(error: unknown): Failure | undefined {
  const { statusCode, code } = (error ?? {}) as { statusCode?: unknown; code?: unknown }
  if (statusCode === 404 || code === 'ENAMETOOLONG') return new Failure('no-such-call')
  if (statusCode === 413) return new Failure('too-large')
  if (statusCode === 415) return new Failure('unsupported-type')
  if (statusCode === 429) return new Failure('too-many-calls')
  if (statusCode === 503) return new Failure('busy')
  if (statusCode === 400) return new Failure('invalid')
  return undefined
}
