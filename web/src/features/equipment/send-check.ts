import { CallError, equipment, errorCodes, type Input } from 'contract'
import { queryClient } from '../../api/client.ts'
import { callsLostAt } from '../../api/connection.ts'
import { callInTime, isUnreached } from '../../api/kept-call.ts'
import type { CheckDraft } from '../../clinical/ambulance/check-draft.ts'
import { outdatedByCheck } from '../../clinical/ambulance/outdated-by-check.ts'

type Photos = CheckDraft['photos']
export type Finished = {
  check: Input<typeof equipment.check>
  vehicle: { call_sign: string }
  at: string
  photos: Photos
}

/** Where a finished check is kept, sealed, until the panel has it. Either says whether it can be kept. */
export type CheckOutbox = {
  keepCheck: (finished: Finished) => Promise<boolean>
  keepPhotos: (checkId: string, photos: Photos) => Promise<boolean>
}

export type Sent = 'stored' | 'stored-without-photos' | 'kept'

/**
 * Sends a check with its photos behind it; what the panel does not take in is kept, and is sent by itself. If the panel
 * has another one under its id, from before this page or of another tab, it is sent under a new one. Throws if the
 * panel refuses it, or if it can be neither sent nor kept.
 */
export async function sendCheck(
  finished: Finished,
  outbox: CheckOutbox,
  renewId: () => string,
): Promise<Sent> {
  const isLost = callsLostAt.get() !== undefined
  if (isLost && (await outbox.keepCheck(finished))) return 'kept'
  const { check, photos } = finished
  try {
    await callInTime(equipment.check, check)
  } catch (failure) {
    if (failure instanceof CallError && failure.code === errorCodes['check-differs'])
      return sendCheck({ ...finished, check: { ...check, new_id: renewId() } }, outbox, renewId)
    if (!isPassing(failure) || isLost || !(await outbox.keepCheck(finished))) throw failure
    return 'kept'
  }
  for (const { path } of outdatedByCheck) void queryClient.invalidateQueries({ queryKey: [path] })
  return (await sendPhotos(check.new_id, photos, outbox)) ? 'stored' : 'stored-without-photos'
}

const isPassing = (failure: unknown): boolean => failure instanceof CallError && isUnreached(failure)

async function sendPhotos(_id: string, photos: Photos, outbox: CheckOutbox): Promise<boolean> {
  const busy = errorCodes['photos-busy']
  const sent = await Promise.all(
    Object.entries(photos).map(([item, photo]) =>
      callInTime(equipment.addPhoto, { _id, item, photo }, { showSuccess: false }).then(
        () => true,
        (failure: unknown) => {
          const isPassed = isPassing(failure) || (failure instanceof CallError && failure.code === busy)
          return isPassed && outbox.keepPhotos(_id, { [item]: photo })
        },
      ),
    ),
  )
  return sent.every(Boolean)
}
