import {
  type Body,
  type EquipmentCheck,
  equipment,
  type Input,
  type SealedCheckPart,
  writeSignedCheck,
} from 'contract'
import { v7 as newId } from 'uuid'
import { type CheckDraft, toTypedCheck } from '../../../../clinical/ambulance/check-draft.ts'
import { session } from '../../../../session/session.ts'
import { hashSigned } from '../../signatures/read-signed.ts'
import type { KeptPart } from '../database.ts'
import { drainByItself } from '../delivery.ts'
import { deletePart, listParts } from '../kept-parts.ts'
import { refreshState } from '../outbox.ts'
import { keepSealed, readOwnPart } from '../parts.ts'
import { checkDrafts, settleDraft } from './check-drafts.ts'

type Check = Input<typeof equipment.check>
type OwnCheck = { check: Body<typeof equipment.check>; call_sign: string; at: string }
type OwnPhoto = Omit<Extract<SealedCheckPart, { kind: 'fault-photo' }>, 'by' | 'token'>

export type FinishedCheck = {
  check: Check
  vehicle: Pick<EquipmentCheck['vehicle'], 'call_sign'>
  /** When its author saved it, by the clock of the tablet. */
  at: string
  photos: CheckDraft['photos']
}

/** Keeps a finished check until the server has it; false if nothing can be sealed here. */
async function keepCheck({ check, vehicle, at, photos }: FinishedCheck): Promise<boolean> {
  if (!session.get()) return false
  const { call_sign } = vehicle
  const new_id = await freeId(check.new_id)
  const kept = await holdSigned({ ...check, new_id })
  const described = { op_id: new_id, kind: 'check' as const, at, check: kept, call_sign }
  const isKept = await keepSealed(check.vehicle_id, described, new File([], 'none'))
  if (isKept) await keepPhotos(new_id, photos)
  return isKept
}

/** A check whose signature holds what was signed: whatever arrives later is compared with that. */
async function holdSigned(check: Check): Promise<Check> {
  const { signature } = check
  // A browser that has no cryptography keeps nothing.
  if (!signature || !globalThis.crypto?.subtle) return check
  const content_hash = await hashSigned(writeSignedCheck(equipment.check.body.parse(check)))
  return { ...check, signature: { ...signature, content_hash } }
}

/**
 * The id under which a check is kept: its draft may be there again under the one of a check that is kept already. What
 * cannot have arrived makes room.
 */
async function freeId(checkId: string): Promise<string> {
  const earlier = (await listParts()).find(({ op_id }) => op_id === checkId)
  if (earlier?.may_have_arrived) return newId()
  if (earlier) await discard(checkId)
  return checkId
}

/** Keeps photos of a check, which go behind it; false if nothing can be sealed here. */
async function keepPhotos(checkId: string, photos: CheckDraft['photos']): Promise<boolean> {
  let isKept = true
  for (const [item, photo] of Object.entries(photos)) {
    const described = { op_id: newId(), kind: 'fault-photo' as const, item }
    isKept = (await keepSealed(checkId, described, photo)) && isKept
  }
  void drainByItself()
  return isKept
}

/** What a screen keeps of a check when it is finished. */
export const finishedChecks = { keepCheck, keepPhotos }

/** A check as its author reads it where there is no signal; undefined if it cannot be read here. */
export const readOwnCheck = async (opId: string): Promise<OwnCheck | undefined> =>
  (await readOwnPart<OwnCheck>(opId))?.described

const listPhotos = async (checkId: string): Promise<KeptPart[]> =>
  (await listParts()).filter(({ kind, record_id }) => kind === 'fault-photo' && record_id === checkId)

/** Makes a refused check the draft that it was, to be saved anew; false if it cannot be read here. */
export async function openAgain({ op_id, record_id: vehicleId }: KeptPart): Promise<boolean> {
  const own = await readOwnCheck(op_id)
  if (!own) return false
  const later = await checkDrafts.readDraft(vehicleId)
  const { head, entries } = toTypedCheck(own.check)
  const photos: Record<string, File> = {}
  for (const { op_id: photoId } of await listPhotos(op_id)) {
    const photo = await readOwnPart<OwnPhoto>(photoId)
    if (photo) photos[photo.described.item] = new File([photo.picture], 'photo.jpg', { type: 'image/jpeg' })
  }
  checkDrafts.keepDraft(vehicleId, {
    // What was refused is another check than what is saved now.
    check_id: newId(),
    typed: {
      head: { ...head, ...later?.typed.head },
      entries: { ...entries, ...later?.typed.entries },
    },
    photos: { ...photos, ...later?.photos },
  })
  // Nothing else has it once the part is gone.
  await settleDraft(vehicleId)
  await discard(op_id)
  return true
}

/** Forgets a check that was refused, with its photos. */
export async function discard(checkId: string): Promise<void> {
  for (const { op_id } of await listPhotos(checkId)) await deletePart(op_id)
  await deletePart(checkId)
  await refreshState()
}
