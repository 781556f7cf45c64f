import { type Answer, findForm, formAccess, isPartPath } from 'contract'
import { findOwnOptions } from '../../../ambulance/form-settings.ts'
import { Failure } from '../../../core/failure.ts'
import type { OpenRecordContext } from '../../../http/handler.ts'
import type { LockedReview } from '../queries/delivery.ts'
import { insertAddendum, insertRecord } from '../queries/record-changes.ts'
import { toHospital } from './authoring.ts'
import { findSheetMission, lockOpen, requireForm } from './open-record.ts'
import { acceptPart } from './parts.ts'
import { writeAnswers } from './records.ts'
import { describeAnswer } from './words.ts'

/**
 * Writes what waited into its record, under its author's name and by the rights of whoever decides. A complete record
 * gets an addendum.
 */
export async function acceptReview(
  context: OpenRecordContext,
  review: LockedReview & { _id: string },
  why: string,
): Promise<'applied' | 'same' | 'conflict' | 'addendum'> {
  const { tx, actor, hospitalId, now, newId, openRecord: open } = context
  const { _id, record_id, form, form_version, mission_id, path, answer } = review
  const writer = { hospitalId, staffId: review.staff_id, now }
  const permissions = new Set([...actor.permissions, formAccess[form]])
  const authoring = {
    ...toHospital(context),
    author: { _id: actor._id, permissions },
    writer,
    openRecord: open,
  }
  const described = findForm(form, form_version) ?? requireForm(form)
  const { version } = described
  const author = { _id: review.staff_id, permissions }
  const missionId = await findSheetMission({ tx, author }, form, mission_id)
  await insertRecord(tx, { id: record_id, form, version, missionId }, writer)
  const { state, form_version: written } = await lockOpen(authoring, record_id)
  if (state === 'void') throw new Failure('form-closed')
  if (isPartPath(path))
    return acceptPart(context, review, { form: requireForm(form, written), state, writer, why })
  if (state === 'complete') {
    const what = describeAnswer(described, path, answer as Answer | null, await findOwnOptions(tx))
    await insertAddendum(tx, { id: newId(), recordId: record_id, what, why }, writer)
    return 'addendum'
  }
  const { made_at: at, base, settles, clock_offset_ms, device } = review
  const operation = { op_id: _id, path, answer, base, settles, at, clock_offset_ms, device }
  const { results } = await writeAnswers(authoring, {
    id: record_id,
    form,
    operations: [operation],
    isAccepted: true,
  })
  const [result] = results
  if (result?.problem) throw new Failure('invalid', { fields: [result.problem] })
  return result?.outcome as 'applied' | 'same' | 'conflict'
}
