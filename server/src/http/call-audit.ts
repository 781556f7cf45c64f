import { v7 as newId } from 'uuid'
import { type AuditEntry, writeAudit } from '../audit/write.ts'
import type { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import type { Actor } from '../identity/session.ts'
import type { Call } from './call.ts'

type AnsweredCall = {
  now: string
  openedUntil: string | null
  /** The other hospital that the call entered, and the e-mail of the caller. */
  crossHospital: { hospitalId: string; email: string } | undefined
}

export async function auditAnswer(
  tx: Tx,
  call: Call,
  actor: Actor,
  { now, openedUntil, crossHospital }: AnsweredCall,
): Promise<void> {
  const entry = { ...buildCallEntry(call, actor, now), patientIds: [...call.auditedPatients], outcome: 'ok' }
  const detail = {
    ...call.detail,
    ...(openedUntil !== null && { opened_until: openedUntil }),
    ...(crossHospital && { hospital: crossHospital.hospitalId }),
  }
  await writeAudit(tx, {
    ...entry,
    id: newId(),
    hospitalId: actor.hospitalId,
    detail: dropEmptyDetail(detail),
  })
  if (!crossHospital) return
  const { hospitalId, email } = crossHospital
  await writeAudit(tx, { ...entry, id: newId(), hospitalId, detail: { system_admin: email } })
}

function buildCallEntry({ action, ipAddress, request }: Call, actor: Actor, at: string) {
  return { at, staffId: actor._id, action, address: ipAddress, requestId: request.id }
}

function dropEmptyDetail(detail: Record<string, unknown>): AuditEntry['detail'] {
  return Object.keys(detail).length > 0 ? detail : undefined
}

/** Audits a refusal in a transaction of its own, because the refused call's transaction is rolled back. */
export async function auditRefusal(call: Call, moment: Date, actor: Actor, failure: Failure): Promise<void> {
  if (failure.code === 'invalid' || failure.code === 'busy') return
  const { patientId, userId } = findSubject(call)
  const concerned = new Set(call.auditedPatients)
  if (patientId) concerned.add(patientId)
  await writeAudit(call.root, {
    ...buildCallEntry(call, actor, moment.toISOString()),
    id: newId(),
    hospitalId: actor.hospitalId,
    patientIds: [...concerned],
    outcome: failure.code,
    detail: dropEmptyDetail({ ...(userId && { user: userId }), ...call.detail }),
  })
}

/** The patient or the user that a refused call asked for. `_id` may also be the id of an alarm, a device, a group … */
function findSubject({ sent, request, endpoint }: Call): { patientId?: string; userId?: string } {
  const { _id, patient_id } = (sent ?? request.body ?? {}) as { _id?: unknown; patient_id?: unknown }
  if (!endpoint.patientData)
    return isUuid(_id) && endpoint.access === 'user:manage' ? { userId: _id.toLowerCase() } : {}
  const patientId = patient_id ?? (endpoint.opensRecord ? _id : undefined)
  return isUuid(patientId) ? { patientId: patientId.toLowerCase() } : {}
}

function isUuid(sent: unknown): sent is string {
  return typeof sent === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sent)
}
