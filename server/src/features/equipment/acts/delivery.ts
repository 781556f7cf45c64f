import { isDeepStrictEqual } from 'node:util'
import {
  type Body,
  type CheckReviewReason,
  clockSlackMs,
  equipment,
  type FieldProblem,
  type Reply,
  SealedCheckPart,
} from 'contract'
import {
  type DeliveredPart,
  findStaff,
  openSealedPart,
  storeSealedPhoto,
} from '../../../ambulance/sealed-parts.ts'
import { computeMadeTime, computeWrittenTime, findDoubt } from '../../../ambulance/written-time.ts'
import { createInvalidFieldFailure, Failure } from '../../../core/failure.ts'
import type { Context } from '../../../http/handler.ts'
import { findTokenOwners, type TokenOwner } from '../../../identity/session.ts'
import { addCheck } from '../acts.ts'
import { findCheck, listFound, lockVehicle } from '../queries/checks.ts'
import { hasPhoto, insertPhoto, mayHavePhoto } from '../queries/photos.ts'
import {
  decideReview,
  findReview,
  hasReviewPhoto,
  insertReview,
  insertReviewPhoto,
  type KnownReview,
  lockReview,
  moveReviewPhotos,
} from '../queries/reviews.ts'
import { isSameCheck } from '../rules.ts'

type Sent = Body<typeof equipment.check>
type Outcome = Omit<Reply<typeof equipment.deliver>, 'now'>
type Opened = SealedCheckPart & { picture: Uint8Array }
type CheckPart = Opened & { kind: 'check' }
type PhotoPart = Opened & { kind: 'fault-photo' }

const applied: Outcome = { outcome: 'applied', problem: null }
const waiting: Outcome = { outcome: 'waiting', problem: null }
const unreadable: Outcome = { outcome: 'unreadable', problem: null }
const refuse = (field: string, message: string): Outcome => ({
  outcome: 'refused',
  problem: { field, message },
})

/** Adds what somebody brings as of its author and of when it was made, once. */
export async function deliverPart(context: Context, delivered: DeliveredPart): Promise<Outcome> {
  const { tx, now } = context
  const part = await openPart(context, delivered)
  const [staff, owners] = part
    ? [await findStaff(tx, [part.by]), await findTokenOwners(tx, [part.token])]
    : []
  if (!part || !staff?.has(part.by)) return unreadable
  context.addAuditDetail({ authors: [part.by] })
  const { record_id } = delivered
  const known = await findKnown(context, part, record_id)
  if (known) return known
  const because = findReviewReason(owners?.get(part.token), part, now)
  if (part.kind === 'check') {
    const review = await findReview(tx, part.op_id)
    if (review) return isSameReview(review, part) ? waiting : refuse('new_id', 'check-differs')
    return because
      ? addReview(context, part, { vehicleId: record_id, because })
      : addSealedCheck(context, part, record_id)
  }
  // A photo goes the way of its check, whenever it arrives.
  const review = await findReview(tx, record_id)
  if (review && review.checked_by === part.by && !review.is_accepted)
    return addReviewPhoto(context, part, { id: record_id, ...review })
  return because && !review
    ? refuse('fault-photo', `check-${because}`)
    : addSealedPhoto(context, part, record_id)
}

function isSameReview({ checked_by, content }: KnownReview, { by, check }: CheckPart): boolean {
  // Signed again, it is the same.
  const [known, sent] = [content, check].map((one) => {
    const { signature: _signature, ...stated } = equipment.check.body.safeParse(one).data ?? {}
    return stated
  })
  return checked_by === by && isDeepStrictEqual(known, sent)
}

/** Why a person must decide about a part; undefined if it is taken as it is. */
function findReviewReason(
  owner: TokenOwner | undefined,
  part: Opened,
  now: string,
): CheckReviewReason | undefined {
  const doubt = findDoubt(owner, part)
  if (doubt) return doubt
  if (!owner?.permissions.has('equipment:check')) return 'not-allowed'
  // The newest check counts: nobody may say that theirs is who does not know when it was made.
  const isAhead = Date.parse(computeWrittenTime(part)) > Date.parse(now) + clockSlackMs
  return part.kind === 'check' && (isAhead || part.clock_went_back) ? 'time-doubtful' : undefined
}

async function openPart(context: Context, delivered: DeliveredPart): Promise<Opened | undefined> {
  const opened = await openSealedPart(context, delivered)
  const parsed = SealedCheckPart.safeParse(opened?.described)
  return opened && parsed.success && parsed.data.op_id === delivered.op_id
    ? { ...parsed.data, picture: opened.picture }
    : undefined
}

/** What became of a part that arrived before. */
async function findKnown({ tx }: Context, part: Opened, recordId: string): Promise<Outcome | undefined> {
  if (part.kind === 'fault-photo') return (await hasPhoto(tx, recordId, part.item)) ? applied : undefined
  const check = await findCheck(tx, part.op_id)
  if (!check) return undefined
  const isTheirs = check.vehicle._id === recordId && check.by._id === part.by
  const sent = equipment.check.body.safeParse(part.check)
  const isSame = sent.success && isSameCheck(sent.data, check, await listFound(tx, part.op_id))
  return isTheirs && isSame ? applied : refuse('new_id', 'check-differs')
}

/** A check as it is stored; undefined if it is another one, or none. */
function readCheck(part: CheckPart, vehicleId: string): Sent | undefined {
  const { data } = equipment.check.body.safeParse(part.check)
  return data?.new_id === part.op_id && data.vehicle_id === vehicleId ? data : undefined
}

async function addSealedCheck(context: Context, part: CheckPart, vehicleId: string): Promise<Outcome> {
  const check = readCheck(part, vehicleId)
  if (!check) return refuse('check', 'checklist-changed')
  const made = {
    by: part.by,
    checkedAt: computeMadeTime(part, context.now),
    receivedAt: context.now,
  }
  try {
    await addCheck(context, check, made)
    return applied
  } catch (error) {
    const problem = error instanceof Failure ? explainRefusal(error) : undefined
    if (!problem) throw error
    return { outcome: 'refused', problem }
  }
}

/** Has a check wait for a person, once. */
async function addReview(
  context: Context,
  part: CheckPart,
  { vehicleId, because }: { vehicleId: string; because: CheckReviewReason },
): Promise<Outcome> {
  const { tx, now, actor, hospitalId } = context
  const content = readCheck(part, vehicleId)
  if (!content) return refuse('check', 'checklist-changed')
  if (!(await lockVehicle(tx, vehicleId))) return refuse('vehicle_id', 'vehicle-gone')
  // If two tablets bring it at once, the second one finds it here.
  if (!(await findReview(tx, part.op_id))) {
    const review = {
      id: part.op_id,
      vehicleId,
      content,
      checkedAt: computeMadeTime(part, now),
      because,
      by: part.by,
    }
    await insertReview(tx, review, { hospitalId, staffId: actor._id, now })
    context.emit({ kind: 'missions-outdated' })
  }
  context.addAuditDetail({ waiting: because })
  return waiting
}

/** The photo of a check that waits waits with it; that of a rejected one is not needed any more. */
async function addReviewPhoto(
  context: Context,
  { item, picture }: PhotoPart,
  { id, is_accepted }: { id: string; is_accepted: boolean | null },
): Promise<Outcome> {
  const { tx, hospitalId } = context
  if (is_accepted === false || (await hasReviewPhoto(tx, id, item))) return waiting
  try {
    const photo_id = await storeSealedPhoto(context, picture)
    await insertReviewPhoto(tx, { hospital_id: hospitalId, review_id: id, item, photo_id })
    return waiting
  } catch (error) {
    const [problem] = error instanceof Failure ? (error.fields ?? []) : []
    if (!problem) throw error
    return { outcome: 'refused', problem }
  }
}

/** Accepts a check that waits, as of its author and of when they made it as they say, or rejects it. */
export async function decideCheck(
  context: Context,
  { _id, is_accepted, note }: Body<typeof equipment.decide>,
): Promise<void> {
  const { tx, now, actor } = context
  const review = await lockReview(tx, _id)
  if (!review) throw new Failure('not-found')
  if (review.decided_at !== null) throw new Failure('check-decided')
  if (!is_accepted && note === null) throw createInvalidFieldFailure('note', 'reason-required')
  const { content, checked_by: by, checked_at: checkedAt, received_at: receivedAt } = review
  context.addAuditDetail({ authors: [by], is_accepted })
  await decideReview(tx, _id, { isAccepted: is_accepted, note }, { staffId: actor._id, now })
  context.emit({ kind: 'missions-outdated' })
  if (!is_accepted) return
  const check = equipment.check.body.safeParse(content).data
  if (!check) throw createInvalidFieldFailure('check', 'checklist-changed')
  try {
    await addCheck(context, { ...check, is_odometer_confirmed: true }, { by, checkedAt, receivedAt })
  } catch (error) {
    const problem = error instanceof Failure ? explainRefusal(error) : undefined
    throw problem ? new Failure('invalid', { fields: [problem] }) : error
  }
  await moveReviewPhotos(tx, _id)
}

/** Why a check was refused, as a tablet and a person can tell it. */
function explainRefusal({ code, fields }: Failure): FieldProblem | undefined {
  if (code === 'not-found') return { field: 'vehicle_id', message: 'vehicle-gone' }
  if (code === 'check-differs') return { field: 'new_id', message: 'check-differs' }
  const [problem] = fields ?? []
  return problem && nameProblem(problem)
}

/** The tablet asks for all that the panel asks for: what an item lacks now was not asked for then. */
const nameProblem = ({ field, message }: FieldProblem): FieldProblem =>
  field.startsWith('rows.') || field.startsWith('items.')
    ? { field, message: 'checklist-changed' }
    : { field, message }

async function addSealedPhoto(
  context: Context,
  { by, item, picture }: PhotoPart,
  checkId: string,
): Promise<Outcome> {
  const { tx, hospitalId } = context
  if (!(await mayHavePhoto(tx, checkId, item, by))) return refuse('photo', 'not-found')
  try {
    const photo_id = await storeSealedPhoto(context, picture)
    await insertPhoto(tx, { hospital_id: hospitalId, check_id: checkId, item, photo_id })
    return applied
  } catch (error) {
    const [problem] = error instanceof Failure ? (error.fields ?? []) : []
    if (!problem) throw error
    return { outcome: 'refused', problem }
  }
}
