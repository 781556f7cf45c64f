import { CallEnvelope, type Endpoint, Id, listAccess } from 'contract'
import { v7 as newId } from 'uuid'
import { Failure } from '../core/failure.ts'
import { acrossHospitals, inHospital, type Tx } from '../db/database.ts'
import type { NamedRecordCheck } from '../identity/record-access.ts'
import { findSender } from '../identity/sender.ts'
import { type Actor, findActor, findActorAndRecord, parseBearerToken } from '../identity/session.ts'
import { type EmittedEvent, writeEvents } from '../live/events.ts'
import { readBody, toInvalidFailure } from './body.ts'
import {
  bindAuditDetail,
  type Call,
  computeNetwork,
  readUserAgent,
  resolveSite,
  type SentBody,
} from './call.ts'
import { auditAnswer } from './call-audit.ts'
import { createCrossHospitalAccess, isCrossHospitalCall } from './cross-hospital.ts'
import type { AnyContext, CrossHospitalContext, OpenRecordContext } from './handler.ts'
import { createRecordGate } from './record-gate.ts'

/** Runs `handle` in the context of the caller, and does all that must be done before and after it. */
type RunInContext = (
  body: Record<string, unknown>,
  handle: (context: AnyContext) => Promise<unknown>,
) => Promise<unknown>

/** Finds out who makes a call, and throws if they may not. */
export function identifyCaller(call: Call): Promise<RunInContext> {
  if (call.endpoint.access === 'public') return identifyAnyone(call)
  if (call.endpoint.access === 'sender') return identifySender(call)
  return identifyUser(call)
}

async function identifyAnyone(call: Call): Promise<RunInContext> {
  return (_body, handle) =>
    handle({
      acrossHospitals: (work) => acrossHospitals(call.root, work),
      now: call.now.toISOString(),
      newId,
      ipAddress: call.ipAddress,
      network: computeNetwork(call.ipAddress),
      userAgent: readUserAgent(call.request),
      requestId: call.request.id,
      site: resolveSite(call),
      secretBox: call.secretBox,
      sendsMail: call.sendsMail,
    })
}

async function identifySender(call: Call): Promise<RunInContext> {
  const key = parseBearerToken(call.request.headers.authorization)
  const now = call.now.toISOString()
  const sender = key ? await findSender(call.root, key, now) : undefined
  if (!sender)
    throw new Failure(key && (await call.isGuessing(call.request)) ? 'too-many-calls' : 'key-unknown')
  return (_body, handle) => handle({ sender, now })
}

async function identifyUser(call: Call): Promise<RunInContext> {
  const header = parseBearerToken(call.request.headers.authorization)
  // Reject a bad token of the header before reading a form; uploads can be large.
  const early = call.endpoint.form && header ? {} : await readBody(call)
  const token = header ?? early['server_token']
  const { actor, record } = await requireSession(call, token, getNamedPatient(call.endpoint, early))
  call.actor = actor
  requireAccess(actor, call.endpoint)
  // Only a wrong token ends a session; a caller with a valid one gets the problems of the envelope.
  const envelope = CallEnvelope.safeParse(await readBody(call))
  if (!envelope.success) throw toInvalidFailure(envelope.error)
  const { server_token = token, user_id = actor._id } = envelope.data
  if (server_token !== token || user_id.toLowerCase() !== actor._id) throw new Failure('session-ended')

  return (body, handle) => runForUser(call, { actor, record }, body, handle)
}

type Caller = { actor: Actor; record: NamedRecordCheck | undefined }

/** One transaction: the record that the call opens, the handler, and with the commit the audit and the events. */
async function runForUser(
  call: Call,
  { actor, record }: Caller,
  body: Record<string, unknown>,
  handle: (context: UserContext) => Promise<unknown>,
): Promise<unknown> {
  const begin = (work: (tx: Tx) => Promise<unknown>) =>
    isCrossHospitalCall(call, actor)
      ? acrossHospitals(call.root, work)
      : inHospital(call.root, actor.hospitalId, work)
  return begin(async (tx) => {
    const records = createRecordGate(call, tx, actor, record)
    await records.openNamed(body)
    const crossHospital = createCrossHospitalAccess(call, tx, actor)
    const events: EmittedEvent[] = []
    const context = createUserContext(call, tx, actor, {
      openRecord: records.open,
      checkRecords: records.check,
      openedUntil: records.until(),
      isPatient: records.isPatient,
      enter: (hospitalId) => crossHospital.enter(hospitalId),
      emit: (event) => events.push(event),
    })
    const answer = await handle(context)
    const visited = await crossHospital.leave()
    auditAnswer(tx, call, actor, { openedUntil: records.until(), crossHospital: visited })
    writeEvents(tx, actor.hospitalId, context.now, events)
    return answer
  })
}

/** The actor of a call; if the call names a patient, the same statement checks whether their record is open. */
async function requireSession(call: Call, token: unknown, patientId: string | undefined): Promise<Caller> {
  const { root, now } = call
  if (typeof token !== 'string') throw new Failure('session-ended')
  const { actor, record } =
    patientId === undefined
      ? { actor: await findActor(root, token, now, call), record: undefined }
      : await findActorAndRecord(root, { token, patientId }, now, call)
  if (actor === 'unknown' && (await call.isGuessing(call.request))) throw new Failure('too-many-calls')
  if (typeof actor === 'string') throw new Failure('session-ended')
  return { actor, record }
}

/**
 * The patient whose record a call opens, as its body names them. Of an endpoint `as-found`, `_id` may be the id of
 * something else: then the check finds no patient.
 */
function getNamedPatient({ opensRecord }: Endpoint, body: SentBody): string | undefined {
  if (!opensRecord) return undefined
  return Id.safeParse(body[opensRecord === 'as-found' ? '_id' : opensRecord]).data
}

function requireAccess(actor: Actor, { access, allowedWhile }: Endpoint): void {
  const block = actor.blockedBy.find((code) => !allowedWhile?.includes(code))
  if (block) throw new Failure(block)
  if (access === 'system' && !actor.isSystemAdmin) throw new Failure('not-allowed')
  const isOpen = access === 'public' || access === 'session' || access === 'sender' || access === 'system'
  if (!isOpen && !listAccess(access).some((one) => actor.permissions.has(one)))
    throw new Failure('not-allowed')
}

type UserContext = CrossHospitalContext & OpenRecordContext

function createUserContext(
  call: Call,
  tx: Tx,
  actor: Actor,
  more: Pick<UserContext, 'openRecord' | 'checkRecords' | 'openedUntil' | 'isPatient' | 'enter' | 'emit'>,
): UserContext {
  return {
    ...more,
    tx,
    actor,
    hospitalId: actor.hospitalId,
    now: call.now.toISOString(),
    newId,
    channels: call.channels,
    site: resolveSite(call),
    secretBox: call.secretBox,
    sendsMail: call.sendsMail,
    limits: { sessionIdleMs: call.sessionIdleMs, sessionMaxMs: call.sessionMaxMs },
    auditPatients(ids) {
      if (!call.endpoint.patientData) throw new Error(`${call.action} is not declared as patient data`)
      call.hasNamedPatients = true
      for (const id of typeof ids === 'string' ? [ids] : ids) call.auditedPatients.add(id)
    },
    addAuditDetail: bindAuditDetail(call),
  }
}
