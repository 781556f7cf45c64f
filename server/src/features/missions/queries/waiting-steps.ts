import type { Body, missions, WaitingReason } from 'contract'
import { sql } from 'kysely'
import { isOnCrew, wasOnCrew } from '../../../ambulance/mission-crews.ts'
import type { Tx } from '../../../db/database.ts'
import type { Writer } from './events.ts'

/** Whether somebody was on a crew of a mission, and is on that which has it; undefined if there is no such mission. */
export async function findCrewing(
  tx: Tx,
  missionId: string,
  staffId: string,
): Promise<{ was_on_crew: boolean; is_on_crew: boolean } | undefined> {
  const { rows } = await sql<{ was_on_crew: boolean; is_on_crew: boolean }>`
    select ${wasOnCrew(sql`m.id`, staffId)} as was_on_crew, ${isOnCrew(sql`m.id`, staffId)} as is_on_crew
    from missions m where m.id = ${missionId}`.execute(tx)
  return rows[0]
}

/** Whether this step of this author waits for a dispatcher, or one has decided about it. */
export async function isWaiting(
  tx: Tx,
  { _id, event_id }: { _id: string; event_id: string },
  staffId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from waiting_steps where mission_id = ${_id} and id = ${event_id} and staff_id = ${staffId}`.execute(
    tx,
  )
  return rows.length > 0
}

type ReportedStep = Omit<Body<typeof missions.report>, 'source'> & { at: string }

export async function insertWaitingStep(
  tx: Tx,
  step: ReportedStep & { by: string; because: WaitingReason },
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  await sql`
    insert into waiting_steps (hospital_id, id, mission_id, step, at, reason, note, withdraws, withdraws_event_id, because,
      staff_id, received_at, delivered_by)
    values (${hospitalId}, ${step.event_id}, ${step._id}, ${step.step}, ${step.at}, ${step.reason}, ${step.note},
      ${step.withdraws}, ${step.withdraws_event_id}, ${step.because}, ${step.by}, ${now}, ${staffId})`.execute(
    tx,
  )
}

type LockedWaitingStep = Omit<ReportedStep, '_id' | 'event_id'> & {
  mission_id: string
  staff_id: string
  decided_at: string | null
}

export async function lockWaitingStep(tx: Tx, id: string): Promise<LockedWaitingStep | undefined> {
  const { rows } = await sql<LockedWaitingStep>`
    select mission_id, staff_id, step, at, reason, note, withdraws, withdraws_event_id, decided_at
    from waiting_steps where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export async function decideWaitingStep(
  tx: Tx,
  id: string,
  { isAccepted, note }: { isAccepted: boolean; note: string | null },
  { staffId, now }: { staffId: string; now: string },
): Promise<void> {
  await tx
    .updateTable('waiting_steps')
    .set({ decided_at: now, decided_by: staffId, is_accepted: isAccepted, decision_note: note })
    .where('id', '=', id)
    .execute()
}
