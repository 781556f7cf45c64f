import {
  type Body,
  type FieldProblem,
  type Form,
  type formDelivery,
  mostFormPhotos,
  partPaths,
  type Reply,
  type ReviewReason,
  readTextAnswer,
  SealedPart,
  signedParts,
} from 'contract'
import * as z from 'zod/mini'
import { findStaff, openSealedPart, storeSealedPhoto } from '../../../ambulance/sealed-parts.ts'
import { computeMadeTime } from '../../../ambulance/written-time.ts'
import { Failure } from '../../../core/failure.ts'
import { texts } from '../../../core/texts.ts'
import type { OpenRecordContext } from '../../../http/handler.ts'
import { findTokenOwners, type TokenOwner } from '../../../identity/session.ts'
import { findDeliveredPart, insertReviews, type LockedReview, lockRecords } from '../queries/delivery.ts'
import { countPhotos, insertPhoto, insertSignature } from '../queries/parts.ts'
import { insertAddendum, type Writer } from '../queries/record-changes.ts'
import { verifySigned } from '../queries/records.ts'
import { findReviewReason } from '../rules.ts'
import type { Authoring } from './authoring.ts'
import { beginRecords, createAuthoring, judgeByReliefs, toDeliverer } from './delivery.ts'
import { lockOpen, requireCrew, requireForm } from './open-record.ts'

type Delivered = Body<typeof formDelivery.applyPart>
type Outcome = Omit<Reply<typeof formDelivery.applyPart>, 'now'>
type Opened = SealedPart & { record_id: string; picture: Uint8Array<ArrayBuffer> }

const unreadable: Outcome = { outcome: 'unreadable', problem: null }
const applied: Outcome = { outcome: 'applied', problem: null }
const refuse = (problem: FieldProblem): Outcome => ({ outcome: 'refused', problem })

/** Adds what somebody brings as of its author, once. What cannot be added and may not be lost waits for a person. */
export async function deliverPart(context: OpenRecordContext, delivered: Delivered): Promise<Outcome> {
  const { tx } = context
  const known = await findDeliveredPart(tx, delivered.op_id)
  if (known && known.record_id !== delivered.record_id) return unreadable
  if (known) return { outcome: known.outcome, problem: null }
  const part = await openPart(context, delivered)
  const [staff, owners] = part
    ? await Promise.all([findStaff(tx, [part.by]), findTokenOwners(tx, [part.token])])
    : []
  if (!part || !staff?.has(part.by)) return unreadable
  context.addAuditDetail({ records: [part.record_id], authors: [part.by] })
  const owner = owners?.get(part.token)
  const reason = findReviewReason(owner, part)
  const added = reason ?? (owner && (await addAsAuthor(context, part, owner))) ?? 'not-allowed'
  const outcome = typeof added === 'string' ? await wait(context, part, added) : added
  if (outcome.outcome !== 'refused') context.emit({ kind: 'form-records-outdated', form: part.form })
  return outcome
}

async function openPart(context: OpenRecordContext, delivered: Delivered): Promise<Opened | undefined> {
  const opened = await openSealedPart(context, delivered)
  const parsed = SealedPart.safeParse(opened?.described)
  const { op_id, record_id } = delivered
  return opened && parsed.success && parsed.data.op_id === op_id
    ? { ...parsed.data, record_id, picture: opened.picture }
    : undefined
}

/** A reason if the author may not add it there. */
async function addAsAuthor(
  context: OpenRecordContext,
  part: Opened,
  owner: TokenOwner,
): Promise<Outcome | ReviewReason> {
  const { tx } = context
  const { record_id } = part
  const { wroteInCrew, wroteLater } = await judgeByReliefs(context, [{ ...part, owner }])
  if (wroteLater.size > 0) return 'not-allowed'
  const existing = await lockRecords(tx, [record_id])
  if (!existing.has(record_id)) await beginRecords(context, [{ ...part, owner }])
  const authoring = { ...createAuthoring(context, owner), wroteInCrew: wroteInCrew.size > 0 }
  let form: Form
  try {
    const locked = await lockOpen(authoring, record_id)
    const { state } = locked
    form = requireForm(locked.form, locked.form_version)
    if (part.kind === 'photo') requireCrew(locked)
    if (state === 'void' || (state === 'complete' && part.kind === 'photo')) return 'form-closed'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'break-glass-needed' ? 'record-closed' : 'not-allowed'
  }
  const writer = { ...authoring.writer, now: computeMadeTime(part, context.now) }
  if (part.kind === 'signature') return addSignature(context, part, { form, writer })
  const { count } = await countPhotos(tx, record_id, part.op_id)
  if (count >= mostFormPhotos) return refuse({ field: 'photo', message: 'too-many' })
  const photoId = await readPicture(context, part)
  if (typeof photoId !== 'string') return photoId
  const { op_id: id, row_id: rowId, caption } = part
  await insertPhoto(tx, { id, recordId: record_id, rowId, photoId, caption }, writer)
  return applied
}

async function addSignature(
  { tx }: OpenRecordContext,
  { op_id: new_id, record_id: _id, ...signature }: Opened & { kind: 'signature' },
  { form, writer }: { form: Form; writer: Writer },
): Promise<Outcome> {
  await insertSignature(tx, { ...signature, _id, new_id }, verifySigned(form, signature), writer)
  return applied
}

/** The id of the stored picture, or why it cannot be stored. */
async function readPicture(context: OpenRecordContext, { picture }: Opened): Promise<string | Outcome> {
  try {
    return await storeSealedPhoto(context, picture)
  } catch (error) {
    const [problem] = error instanceof Failure ? (error.fields ?? []) : []
    if (!problem) throw error
    return refuse(problem)
  }
}

async function wait(context: OpenRecordContext, part: Opened, reason: ReviewReason): Promise<Outcome> {
  const photo_id = part.kind === 'photo' ? await readPicture(context, part) : null
  if (photo_id !== null && typeof photo_id !== 'string') return photo_id
  const answer = part.kind === 'photo' ? part.caption : pickSigned(part)
  const path = partPaths[part.kind]
  const row_id = part.kind === 'photo' ? part.row_id : null
  const review = { ...part, reason, path, answer, base: null, settles: [], photo_id, row_id }
  await insertReviews(context.tx, [review], toDeliverer(context))
  return { outcome: 'waiting', problem: null }
}

const Signed = z.object(signedParts)
const pickSigned = (part: Opened) => Signed.parse(part)

/** Adds what waited under the name of its author; a complete record says by an addendum that it got a photo. */
export async function acceptPart(
  { tx, newId }: Pick<Authoring, 'tx' | 'newId'>,
  review: LockedReview & { _id: string },
  { form, state, writer, why }: { form: Form; state: 'draft' | 'complete'; writer: Writer; why: string },
): Promise<'applied' | 'addendum'> {
  const { _id: id, record_id: recordId, row_id: rowId, photo_id: photoId, answer } = review
  const made = { ...writer, now: computeMadeTime({ at: review.made_at, ...review }, writer.now) }
  if (photoId === null) {
    const signature = Signed.parse(answer)
    await insertSignature(
      tx,
      { ...signature, _id: recordId, new_id: id },
      verifySigned(form, signature),
      made,
    )
    return 'applied'
  }
  const caption = readTextAnswer(answer)
  await insertPhoto(tx, { id, recordId, rowId, photoId, caption }, made)
  if (state === 'draft') return 'applied'
  const what = (['th', 'en'] as const).map((one) => `${texts[one].forms.photos}: ${caption ?? '–'}`)
  await insertAddendum(tx, { id: newId(), recordId, what: what.join(' / '), why }, writer)
  return 'addendum'
}
