import type { Input, missions } from 'contract'
import { session } from '../../../session/session.ts'
import { sealMade } from './parts.ts'

/** Seals a step of a mission to the hospital, as parts of forms are; undefined if nothing can be sealed. */
export async function sealStep(step: Input<typeof missions.report>) {
  const { event_id: op_id, _id } = step
  const made = { op_id, kind: 'mission-step', step }
  const { sealed } = await sealMade(_id, made, new Uint8Array())
  const hospital_id = session.get()?.hospital._id
  return sealed && hospital_id ? { hospital_id, ...sealed } : undefined
}
