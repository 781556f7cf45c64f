import { v7 as newId } from 'uuid'
import { type AuditEntry, writeAudit, writeAuditWithCommit } from '../audit/write.ts'
import type { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import type { Actor } from '../identity/session.ts'
import type { Call, SentBody } from './call.ts'
import { isCrossHospitalCall } from './cross-hospital.ts'

type AnsweredCall = {
  openedUntil: string | null
  /** The other hospital that the call entered, and the e-mail of the caller. */
  crossHospital: { hospitalId: string; email: string } | undefined
}

/** Audits a call as it commits. What a user does with their own session and account alone needs no audit. */
export function auditAnswer(
  tx: Tx,
  call: Call,
  actor: Actor,
  { openedUntil, crossHospital }: AnsweredCall,
): void {
  const { access, patientData } = call.endpoint
  if (patientData && !call.hasNamedPatients)
    throw new Error(`${call.action} did not name the patients for the audit`)
  if (access === 'session' && !patientData && !call.detail && !isCrossHospitalCall(call, actor)) return
  const entry = { ...buildCallEntry(call, actor), patientIds: [...call.auditedPatients], outcome: 'ok' }
  const detail = {
    ...call.detail,
    ...(openedUntil !== null && { opened_until: openedUntil }),
    ...(crossHospital && { hospital: crossHospital.hospitalId }),
  }
  writeAuditWithCommit(tx, {
    ...entry,
    id: newId(),
    hospitalId: actor.hospitalId,
    detail: dropEmptyDetail(detail),
  })
  if (!crossHospital) return
  const { hospitalId, email } = crossHospital
  writeAuditWithCommit(tx, { ...entry, id: newId(), hospitalId, detail: { system_admin: email } })
}

function buildCallEntry({ action, ipAddress, request, now }: Call, actor: Actor) {
  return { at: now.toISOString(), staffId: actor._id, action, address: ipAddress, requestId: request.id }
}

function dropEmptyDetail(detail: Record<string, unknown>): AuditEntry['detail'] {
  return Object.keys(detail).length > 0 ? detail : undefined
}

/** Audits a refusal of a user in a transaction of its own, because that of the refused call is rolled back. */
export async function auditRefusal(call: Call, failure: Failure): Promise<void> {
  const { actor } = call
  if (!actor || failure.code === 'invalid' || failure.code === 'busy') return
  const { patientId, userId } = findSubject(call)
  const patientIds = new Set(call.auditedPatients)
  if (patientId) patientIds.add(patientId)
  await writeAudit(call.root, {
    ...buildCallEntry(call, actor),
    id: newId(),
    hospitalId: actor.hospitalId,
    patientIds: [...patientIds],
    outcome: failure.code,
    detail: dropEmptyDetail({ ...(userId && { user: userId }), ...call.detail }),
  })
}

/** The patient or the user that a refused call asked for. `_id` may also be the id of an alarm, a device, a group … */
function findSubject({ sent, request, endpoint }: Call): { patientId?: string; userId?: string } {
  const { _id, patient_id } = (sent ?? request.body ?? {}) as SentBody
  if (!endpoint.patientData)
    return isUuid(_id) && endpoint.access === 'user:manage' ? { userId: _id.toLowerCase() } : {}
  const patientId = patient_id ?? (endpoint.opensRecord ? _id : undefined)
  return isUuid(patientId) ? { patientId: patientId.toLowerCase() } : {}
}

function isUuid(sent: unknown): sent is string {
  return typeof sent === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(sent)
}
