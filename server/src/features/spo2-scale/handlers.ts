import type { spo2Scale } from 'contract'
import { rescore } from '../../bedside/intake/scores.ts'
import { Failure } from '../../core/failure.ts'
import type { Context, Handlers } from '../../http/handler.ts'
import { insertScale, isPatient, listScales, lockPatient } from './queries.ts'

/** How many settings are shown. */
const shownSettings = 20

export const spo2ScaleHandlers: Handlers<typeof spo2Scale> = {
  async get({ tx, concerns }, { patient_id }) {
    concerns(patient_id)
    if (!(await isPatient(tx, patient_id))) throw new Failure('not-found')
    return kept(tx, patient_id)
  },

  /** The score is computed again by the new scale at once, and its alarm raised or ended. */
  async set(context, { patient_id, scale, reason }) {
    const { tx, now, newId, actor, hospitalId, concerns } = context
    concerns(patient_id)
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
    await rescore(context, patient_id)
    return kept(tx, patient_id)
  },
}

async function kept(tx: Context['tx'], patientId: string) {
  const settings = await listScales(tx, patientId, shownSettings)
  return { scale: settings[0]?.scale ?? 1, settings }
}
