import type { Endpoint } from 'contract'
import { v7 as newId } from 'uuid'
import { type AuditEntry, writeAudit } from '../audit/write.ts'
import type { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import type { Actor } from '../identity/session.ts'
import type { Call } from './call.ts'

export function showsPatients({ access }: Endpoint): boolean {
  return /^(patient|clinical|alarm|device):/.test(access)
}

type Answered = {
  now: string
  openedUntil: string | null
  /** The other hospital that the call entered, and the e-mail of the caller. */
  visited: { hospitalId: string; email: string } | undefined
}

export async function auditAnswer(
  tx: Tx,
  call: Call,
  actor: Actor,
  { now, openedUntil, visited }: Answered,
): Promise<void> {
  const entry = { ...entryOf(call, actor, now), patientIds: [...call.concerned], outcome: 'ok' }
  const detail = {
    ...call.detail,
    ...(openedUntil !== null && { opened_until: openedUntil }),
    ...(visited && { hospital: visited.hospitalId }),
  }
  await writeAudit(tx, { ...entry, id: newId(), hospitalId: actor.hospitalId, detail: filled(detail) })
  if (!visited) return
  const { hospitalId, email } = visited
  await writeAudit(tx, { ...entry, id: newId(), hospitalId, detail: { system_admin: email } })
}

function entryOf({ action, address, request }: Call, actor: Actor, at: string) {
  return { at, staffId: actor._id, action, address, requestId: request.id }
}

function filled(detail: Record<string, unknown>): AuditEntry['detail'] {
  return Object.keys(detail).length > 0 ? detail : undefined
}

/** Audits a refusal in a transaction of its own, because the refused call's transaction is rolled back. */
export async function auditRefusal(call: Call, moment: Date, actor: Actor, failure: Failure): Promise<void> {
  if (failure.code === 'invalid' || failure.code === 'busy') return
  const body = (call.sent ?? call.request.body) as { _id?: unknown; patient_id?: unknown } | undefined
  const sent = body?.patient_id ?? body?._id
  const subject = typeof sent === 'string' && isUuid(sent) ? sent.toLowerCase() : undefined
  const concerned = new Set(call.concerned)
  if (subject && showsPatients(call.endpoint)) concerned.add(subject)
  const user = subject && call.endpoint.access === 'user:manage' ? { user: subject } : {}
  await writeAudit(call.root, {
    ...entryOf(call, actor, moment.toISOString()),
    id: newId(),
    hospitalId: actor.hospitalId,
    patientIds: [...concerned],
    outcome: failure.code,
    detail: filled({ ...user, ...call.detail }),
  })
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
