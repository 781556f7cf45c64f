import type { admissionRequests, RequestOpen } from 'contract'
import type * as z from 'zod/mini'
import { createInvalidFieldFailure, Failure } from '../../core/failure.ts'
import { formatZonedDate, hospitalTimeZone } from '../../core/time.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { type OpenRecord } from '../../identity/record-access.ts'
import { isWardOpen } from '../../patient-flow/beds.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import { refuseInpatient } from '../../patient-flow/open-stay.ts'
import {
  closeRequest,
  insertRequest,
  listOpenRequests,
  listPatientRequests,
  listUnseenDeclines,
  lockRequest,
  markDeclineSeen,
} from './queries.ts'

export const admissionRequestHandlers: Handlers<typeof admissionRequests> = {
  async list({ tx, actor, auditPatients }, { ward }) {
    const [requests, declined] = await Promise.all([
      listOpenRequests(tx, { ward, staffId: actor._id }),
      listUnseenDeclines(tx, actor._id),
    ])
    auditPatients([...requests, ...declined].map(({ patient }) => patient._id))
    return { requests, declined }
  },

  async ofPatient(context, { patient_id }) {
    await requireAuditedPatient(context, patient_id)
    return { requests: await listPatientRequests(context.tx, patient_id) }
  },

  async make(context, { patient_id, ...asked }) {
    const { tx, now, newId, actor, hospitalId, auditPatients } = context
    auditPatients(patient_id)
    if (!(await lockPatient(tx, patient_id))) throw new Failure('not-found')
    if (asked.planned_on !== null && asked.planned_on < formatZonedDate(hospitalTimeZone, now))
      throw createInvalidFieldFailure('planned_on', 'date-in-past')
    await refuseInpatient(tx, patient_id)
    const isOpen = await isWardOpen(tx, asked.ward_id)
    if (isOpen === undefined) throw new Failure('not-found')
    if (!isOpen) throw new Failure('ward-closed', { fields: [{ field: 'ward_id', message: 'ward-closed' }] })
    const open = (await listPatientRequests(tx, patient_id)).find(({ state }) => state === 'open')
    if (open) {
      const detail: z.input<typeof RequestOpen> = { request: open }
      throw new Failure('request-open', { detail })
    }
    const id = newId()
    await insertRequest(tx, { id, hospitalId, patientId: patient_id, staffId: actor._id, now }, asked)
    tellBoards(context, patient_id, asked.ward_id)
    const [request] = await listPatientRequests(tx, patient_id)
    if (!request) throw new Error('the request was just written')
    return { request }
  },

  async decline(context, { patient_id, request_id, reason, note }) {
    await close(context, patient_id, { id: request_id, state: 'declined', reason, note })
    return {}
  },

  async withdraw(context, { patient_id, request_id, note }) {
    await close(context, patient_id, { id: request_id, state: 'withdrawn', reason: null, note })
    return {}
  },

  async seeDecline(context, { patient_id, request_id }) {
    const { tx, now, auditPatients } = context
    auditPatients(patient_id)
    const request = await lockRequest(tx, patient_id, request_id)
    if (!request) throw new Failure('not-found')
    if (request.state !== 'declined') throw new Failure('request-not-declined')
    await markDeclineSeen(tx, request_id, now)
    tellBoards(context, patient_id, request.ward_id)
    return {}
  },
}

/** A request is shown on the boards of its ward, and on that of the emergency room. */
function tellBoards({ emit }: Context, patientId: string, wardId: string): void {
  emit({ kind: 'admission-requests-outdated', ward_ids: [wardId] })
  emit({ kind: 'visits-outdated', visit_kinds: ['ER'], patient_ids: [patientId] })
}

type Closing = { id: string; state: 'declined' | 'withdrawn'; reason: string | null; note: string | null }

async function close(context: Context, patientId: OpenRecord, { id, ...closing }: Closing): Promise<void> {
  const { tx, now, actor, auditPatients, emit } = context
  auditPatients(patientId)
  const request = await lockRequest(tx, patientId, id)
  if (!request) throw new Failure('not-found')
  if (request.state !== 'open') throw new Failure('request-closed')
  await closeRequest(tx, id, { ...closing, at: now, staffId: actor._id })
  tellBoards(context, patientId, request.ward_id)
  if (closing.state === 'declined') emit({ kind: 'admission-declined', requested_by: request.requested_by })
}
