import type { spo2Scale } from 'contract'
import { reevaluateScore } from '../../bedside/intake/scores.ts'
import { Failure } from '../../core/failure.ts'
import { requireAuditedPatient } from '../../http/audited-patient.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { lockPatient } from '../../patient-flow/lock-patient.ts'
import { insertScale, listScales } from './queries.ts'

/** How many settings are shown. */
const shownSettings = 20

export const spo2ScaleHandlers: Handlers<typeof spo2Scale> = {
  async get(context, { patient_id }) {
    await requireAuditedPatient(context, patient_id)
    return readScaleReply(context.tx, patient_id)
  },

  /** The score is computed again by the new scale at once, and its alarm raised or ended. */
  async set(context, { patient_id, scale, reason }) {
    const { tx, now, newId, actor, hospitalId, auditPatients } = context
    auditPatients(patient_id)
    if (!(await lockPatient(tx, patient_id))) throw new Failure('not-found')
    await insertScale(tx, {
      id: newId(),
      hospital_id: hospitalId,
      patient_id,
      at: now,
      staff_id: actor._id,
      scale,
      reason,
    })
    await reevaluateScore(context, patient_id)
    context.emit({ kind: 'patients-outdated', patient_ids: [patient_id] })
    return readScaleReply(tx, patient_id)
  },
}

async function readScaleReply(tx: Context['tx'], patientId: string) {
  const settings = await listScales(tx, patientId, shownSettings)
  return { scale: settings[0]?.scale ?? 1, settings }
}
