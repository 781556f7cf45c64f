import type { visits } from 'contract'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import type { OpenRecord } from '../../identity/record-access.ts'
import {
  endVisit,
  findOpenVisit,
  findVisit,
  insertVisit,
  lockVisit,
  lockVisitor,
  setFirstSeen,
} from './queries.ts'
import { validateArrival } from './rules.ts'

export const visitHandlers: Handlers<typeof visits> = {
  async arrive({ tx, now, newId, actor, hospitalId, auditPatients, emit }, arrival) {
    const { patient_id } = arrival
    auditPatients(patient_id)
    if (!(await lockVisitor(tx, patient_id))) throw new Failure('not-found')
    const fields = validateArrival(arrival, now)
    if (fields.length > 0) throw new Failure('invalid', { fields })
    const open = await findOpenVisit(tx, patient_id)
    if (open) throw new Failure('visit-open', { detail: { visit: open } })
    const written = { id: newId(), hospitalId, now, staffId: actor._id }
    await insertVisit(tx, written, arrival)
    emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    const visit = await findVisit(tx, written.id)
    if (!visit) throw new Failure('not-found')
    return { visit }
  },

  async see(context, { patient_id, visit_id }) {
    const { first_seen_at } = await requireOpenVisit(context, patient_id, visit_id)
    if (first_seen_at !== null) return { first_seen_at }
    await setFirstSeen(context.tx, visit_id, context.now)
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return { first_seen_at: context.now }
  },

  async end(context, { patient_id, visit_id, disposition }) {
    await requireOpenVisit(context, patient_id, visit_id)
    await endVisit(context.tx, visit_id, { at: context.now, disposition })
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return { left_at: context.now }
  },
}

/** The visit, locked. Throws if it has ended, or is not one of this patient. */
async function requireOpenVisit({ tx, auditPatients }: Context, patientId: OpenRecord, visitId: string) {
  auditPatients(patientId)
  const visit = await lockVisit(tx, patientId, visitId)
  if (!visit) throw new Failure('not-found')
  if (!visit.is_open) throw new Failure('visit-ended')
  return visit
}
