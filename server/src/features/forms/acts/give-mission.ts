import { type MissionChoice, missionForms } from 'contract'
import { createInvalidFieldFailure, Failure } from '../../../core/failure.ts'
import { allInOrder } from '../../../db/all-in-order.ts'
import type { Context, OpenRecordContext } from '../../../http/handler.ts'
import { findOwnMission, listMissionsOfAuthor } from '../queries/mission-facts.ts'
import { giveToMission, listOnOtherSheets } from '../queries/record-changes.ts'
import { findAuthor } from '../queries/records.ts'
import { toAuthoring } from './authoring.ts'
import { getReader, lockOpen, showRecord } from './open-record.ts'
import { writeAnswers } from './records.ts'

/** Who began a sheet knows of which mission it is; so may whoever decides what waits. */
const mayGive = ({ actor }: Context, author: string): boolean =>
  author === actor._id || actor.permissions.has('form:review')

export async function listMissionChoices(context: Context, id: string): Promise<MissionChoice[]> {
  const [author, missions] = await allInOrder([
    findAuthor(context.tx, getReader(context), id),
    listMissionsOfAuthor(context.tx, id),
  ])
  if (author === undefined || !mayGive(context, author)) throw new Failure('not-found')
  return missions
}

/** Gives a draft that was begun without a mission to one in whose crew its author is or was. */
export async function giveMission(
  context: OpenRecordContext,
  { _id, mission_id }: { _id: string; mission_id: string },
): Promise<void> {
  const { tx } = context
  const authoring = toAuthoring(context)
  const locked = await lockOpen(authoring, _id)
  if (!missionForms.some((name) => name === locked.form) || !mayGive(context, locked.created_by))
    throw new Failure('not-found')
  const mission = await findOwnMission(tx, mission_id, locked.created_by)
  if (!mission?.is_in_crew && !mission?.was_in_crew) throw new Failure('not-found')
  if (locked.state !== 'draft') throw new Failure('form-closed')
  if (locked.mission_id !== null)
    throw new Failure('changed-meanwhile', { detail: { record: await showRecord(context, _id) } })
  const named = locked.patient_id === null ? [] : [locked.patient_id]
  if ((await listOnOtherSheets(tx, { ...locked, mission_id }, named)).size > 0)
    throw createInvalidFieldFailure('mission_id', 'patient-on-other-sheet')
  await giveToMission(tx, _id, mission_id, authoring.writer)
  await writeAnswers(authoring, { id: _id, form: locked.form, operations: [] })
  context.addAuditDetail({ form: locked.form, mission_id })
  context.emit({ kind: 'form-records-outdated', form: locked.form })
  // What was measured is shown where the patient is awaited.
  context.emit({ kind: 'inbound-outdated' })
}
