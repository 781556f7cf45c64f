import { CallEnvelope, type Endpoint, type Endpoints } from 'contract'
import type { FastifyInstance } from 'fastify'
import { v7 as newId } from 'uuid'
import { compile } from 'zod/mini'
import { Failure, toFailure } from '../core/failure.ts'
import type { HospitalContext } from '../core/hospital-context.ts'
import { acrossHospitals, inHospital, type Tx } from '../db/database.ts'
import { openRecord, toViewer } from '../identity/record-access.ts'
import { findSender } from '../identity/sender.ts'
import { type Actor, findActor, parseBearerToken } from '../identity/session.ts'
import { type EmittedEvent, writeEvents } from '../live/events.ts'
import {
  type AnyHandler,
  bindAuditDetail,
  type Call,
  getHandle,
  parseBody,
  prepareBody,
  readIpAddress,
  readRawBody,
  readUserAgent,
  resolveSite,
  type Services,
  toInvalidFailure,
} from './call.ts'
import { auditAnswer, auditRefusal } from './call-audit.ts'
import { createCrossHospitalAccess, isCrossHospitalCall } from './cross-hospital.ts'
import type { Context, FileReply, PublicContext, StreamReply } from './handler.ts'
import { abortReply, buildEnvelope, sendFailure, sendFile, sendStream, toTransportFailure } from './reply.ts'

/**
 * Serves a group of endpoints. The steps of a call: session, access, body, transaction limited to the hospital,
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
    const endpoint: Endpoint = {
      ...declared,
      get body() {
        return compileAtFirstUse(declared.body)
      },
      get reply() {
        return compileAtFirstUse(declared.reply)
      },
    }
    const handler = handlers[key] as AnyHandler | undefined
    if (!handler) throw new Error(`${name}.${key} has no handler`)
    app.route({
      method: endpoint.method ?? 'POST',
      url: endpoint.path,
      handler: (request, reply) =>
        // The IP address is read now: the socket of a caller who hangs up has none when the audit is written.
        answerCall({
          ...services,
          action: `${name}.${key}`,
          endpoint,
          handler,
          request,
          reply,
          ipAddress: readIpAddress(request),
          auditedPatients: new Set(),
        }),
    })
  }
}

const compiledSchemas = new WeakMap<object, object>()

/**
 * A compiled schema checks a page of patients in a twentieth of the time. Compiling them all takes longer than the rest
 * of a start, so each is compiled when it is first needed, once a process.
 */
function compileAtFirstUse<Schema extends Endpoint['body']>(schema: Schema): Schema {
  const known = compiledSchemas.get(schema) as Schema | undefined
  if (known) return known
  const made = compile(schema)
  compiledSchemas.set(schema, made)
  return made
}

async function answerCall(call: Call): Promise<unknown> {
  const { endpoint, reply, clock } = call
  const moment = clock()
  reply.header('cache-control', 'no-store')
  let actor: Actor | undefined
  try {
    if (endpoint.access === 'public') return await answerPublic(call, moment, await readRawBody(call))
    if (endpoint.access === 'sender') return await answerSender(call, moment)
    const header = parseBearerToken(call.request.headers.authorization)
    // Reject a bad token before reading the body; uploads can be large.
    if (header) {
      call.actor = actor = await requireActor(call, header, moment)
      authorize(actor, endpoint)
    }
    const raw = await readRawBody(call)
    call.sent = raw
    if (!actor) {
      call.actor = actor = await requireActor(call, readBodyToken(raw), moment)
      authorize(actor, endpoint)
    }
    // Only a wrong token ends a session; a caller with a valid one gets the problems of the envelope.
    const envelope = CallEnvelope.safeParse(raw)
    if (!envelope.success) throw toInvalidFailure(envelope.error)
    const { server_token, user_id } = envelope.data
    const isOtherToken = header !== undefined && server_token !== undefined && server_token !== header
    const isOtherUser = user_id !== undefined && user_id.toLowerCase() !== actor._id
    if (isOtherToken || isOtherUser) throw new Failure('session-ended')
    return await answerActor(call, moment, actor, raw)
  } catch (error) {
    if (reply.raw.headersSent) return abortReply(call, error)
    const failure = toFailure(error) ?? toTransportFailure(error)
    if (!failure) throw error
    if (actor) await auditRefusal(call, moment, actor, failure)
    return sendFailure(reply, failure)
  }
}

function readBodyToken(raw: unknown): string | undefined {
  const { server_token } = (raw ?? {}) as { server_token?: unknown }
  return typeof server_token === 'string' ? server_token : undefined
}

async function requireActor(call: Call, token: string | undefined, moment: Date): Promise<Actor> {
  const found = token ? await findActor(call.root, token, moment, call) : 'ended'
  if (found === 'unknown' && (await call.isGuessing(call.request))) throw new Failure('too-many-calls')
  if (typeof found === 'string') throw new Failure('session-ended')
  return found
}

function authorize(actor: Actor, { access, openDespite }: Endpoint): void {
  const withheldBy = actor.blockedBy.find((code) => !openDespite?.includes(code))
  if (withheldBy) throw new Failure(withheldBy)
  if (access === 'system' && !actor.isSystemAdmin) throw new Failure('not-allowed')
  const isOpen = access === 'public' || access === 'session' || access === 'sender' || access === 'system'
  if (!isOpen && !actor.permissions.has(access)) throw new Failure('not-allowed')
}

async function answerPublic(call: Call, moment: Date, raw: unknown): Promise<unknown> {
  const body = await prepareBody(call, parseBody(call, raw))
  const context: PublicContext = {
    acrossHospitals: (work) => acrossHospitals(call.root, work),
    now: moment.toISOString(),
    newId,
    ipAddress: call.ipAddress,
    userAgent: readUserAgent(call.request),
    requestId: call.request.id,
    site: resolveSite(call),
    secretBox: call.secretBox,
    sendsMail: call.sendsMail,
  }
  const result = await getHandle(call)(context as never, body as never)
  return call.endpoint.file
    ? sendFile(call, undefined, result as FileReply)
    : buildEnvelope(call, raw, result)
}

async function answerSender(call: Call, moment: Date): Promise<unknown> {
  const key = parseBearerToken(call.request.headers.authorization)
  const now = moment.toISOString()
  const sender = key ? await findSender(call.root, key, now) : undefined
  if (!sender)
    throw new Failure(key && (await call.isGuessing(call.request)) ? 'too-many-calls' : 'key-unknown')
  const raw = await readRawBody(call)
  const body = await prepareBody(call, parseBody(call, raw))
  return buildEnvelope(call, raw, await getHandle(call)({ sender, now } as never, body as never))
}

function createHospitalContext(call: Call, tx: Tx, hospitalId: string, now: string) {
  const events: EmittedEvent[] = []
  const context: HospitalContext & Pick<Context, 'emit'> = {
    tx,
    hospitalId,
    now,
    newId,
    emit: (event) => events.push(event),
    channels: call.channels,
  }
  return { context, events }
}

async function answerActor(call: Call, moment: Date, actor: Actor, raw: unknown): Promise<unknown> {
  const parsed = parseBody(call, raw)
  const body = await prepareBody(call, parsed)
  const now = moment.toISOString()
  let isNamed = false
  const forActor = (
    context: HospitalContext & Pick<Context, 'emit'>,
    openedUntil: string | null,
  ): Context => ({
    ...context,
    actor,
    openedUntil,
    site: resolveSite(call),
    secretBox: call.secretBox,
    sendsMail: call.sendsMail,
    limits: { sessionIdleMs: call.sessionIdleMs, sessionMaxMs: call.sessionMaxMs },
    auditPatients(ids) {
      if (!call.endpoint.patientData) throw new Error(`${call.action} is not marked as patient data`)
      isNamed = true
      for (const id of typeof ids === 'string' ? [ids] : ids) call.auditedPatients.add(id)
    },
    addAuditDetail: bindAuditDetail(call),
  })
  const begin = isCrossHospitalCall(call, actor)
    ? <T>(work: (tx: Tx) => Promise<T>) => acrossHospitals(call.root, work)
    : <T>(work: (tx: Tx) => Promise<T>) => inHospital(call.root, actor.hospitalId, work)
  const answered = await begin(async (tx) => {
    const { context, events } = createHospitalContext(call, tx, actor.hospitalId, now)
    const gate = createRecordGate(call, tx, actor, now)
    await gate.openNamed(parsed)
    const crossing = createCrossHospitalAccess(call, tx, actor)
    const forHandler = {
      ...forActor(context, gate.until()),
      openRecord: gate.open,
      enter: (id: string) => crossing.enter(id),
    }
    const result = await getHandle(call)(forHandler as never, body as never)
    const visited = await crossing.leave()
    const { access, patientData } = call.endpoint
    if (patientData && !isNamed) throw new Error(`${call.action} did not name the patients for the audit`)
    if (access !== 'session' || patientData || call.detail || isCrossHospitalCall(call, actor))
      await auditAnswer(tx, call, actor, { now, openedUntil: gate.until(), crossHospital: visited })
    const answer = call.endpoint.file || call.endpoint.stream ? result : buildEnvelope(call, raw, result)
    await writeEvents(tx, actor.hospitalId, now, events)
    return answer
  })
  if (call.endpoint.stream) return sendStream(call, actor, answered as StreamReply)
  return call.endpoint.file ? sendFile(call, actor, answered as FileReply) : answered
}

/**
 * Opens the records of a call. A closed record is refused before any of it is read, and the audit names the patient.
 * `until` is the earliest end among the records that are open by exception.
 */
function createRecordGate(
  { endpoint: { opensRecord }, auditedPatients }: Call,
  tx: Tx,
  actor: Actor,
  now: string,
) {
  const viewer = toViewer(actor, now)
  let soonest: string | null = null
  const open = async (patientId: string) => {
    try {
      const { record, until } = await openRecord(tx, viewer, patientId)
      if (until !== null && (soonest === null || until < soonest)) soonest = until
      return record
    } catch (error) {
      auditedPatients.add(patientId)
      throw error
    }
  }
  return {
    open,
    until: () => soonest,
    async openNamed(body: unknown) {
      if (!opensRecord || opensRecord === 'as-found') return
      const patientId = (body as Record<string, unknown>)[opensRecord]
      if (typeof patientId === 'string') await open(patientId)
    },
  }
}
