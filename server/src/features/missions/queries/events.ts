import type { MissionState, MissionStep, WithdrawableStep } from 'contract'
import { type SqlBool, sql } from 'kysely'
import { setDiversion } from '../../../ambulance/diversions.ts'
import { type CrewChange, changeCrew } from '../../../ambulance/mission-crews.ts'
import type { Tx } from '../../../db/database.ts'
import { isOfCrew } from './missions.ts'

export type LockedMission = {
  id: string
  state: MissionState
  version: number
  called_at: string
  events: {
    id: string
    step: MissionStep
    at: string
    recorded_at: string
    withdraws: WithdrawableStep | null
    staff_id: string | null
  }[]
}

/** A mission, locked until the transaction ends; with `crewOf`, only if this member of staff is in its crew. */
export async function lockMission(tx: Tx, id: string, crewOf?: string): Promise<LockedMission | undefined> {
  const condition = crewOf === undefined ? sql<SqlBool>`true` : isOfCrew(crewOf)
  const { rows } = await sql<LockedMission>`
    select m.id, m.state, m.version, m.called_at from missions m where m.id = ${id} and ${condition}
    for no key update`.execute(tx)
  const [mission] = rows
  if (!mission) return undefined
  const { rows: events } = await sql<LockedMission['events'][number]>`
    select id, step, at, recorded_at, withdraws, staff_id from mission_events where mission_id = ${id} order by position`.execute(
    tx,
  )
  return { ...mission, events }
}

/** Whether a mission has an event of this author. */
export async function isRecorded(
  tx: Tx,
  { _id, event_id }: { _id: string; event_id: string },
  staffId: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from mission_events where mission_id = ${_id} and id = ${event_id} and staff_id = ${staffId}`.execute(
    tx,
  )
  return rows.length > 0
}

export type Written = {
  id: string
  missionId: string
  position: number
  step: MissionStep
  at: string
  source: string
  reason: string | null
  note: string | null
  doctor: string | null
  vehicleId: string | null
  teamId: string | null
  operationId: string | null
  destination: string | null
  comesHere: boolean
  withdraws: WithdrawableStep | null
  /** The id of the diversion that this step withdraws: nothing but a diversion is withdrawn. */
  withdrawsEventId: string | null
  crew: CrewChange | null
}
export type Writer = { hospitalId: string; staffId: string; now: string }

export async function insertEvent(
  tx: Tx,
  event: Written,
  { hospitalId, staffId, now }: Writer,
): Promise<void> {
  await sql`
    insert into mission_events (hospital_id, id, mission_id, position, step, at, recorded_at, source, staff_id, reason, note,
      doctor, vehicle_id, team_id, operation_id, destination, comes_here, withdraws, withdraws_event_id)
    values (${hospitalId}, ${event.id}, ${event.missionId}, ${event.position}, ${event.step}, ${event.at}, ${now},
      ${event.source}, ${staffId}, ${event.reason}, ${event.note}, ${event.doctor}, ${event.vehicleId}, ${event.teamId},
      ${event.operationId}, ${event.destination}, ${event.comesHere}, ${event.withdraws}, ${event.withdrawsEventId})`.execute(
    tx,
  )
  const { id: eventId, missionId, at } = event
  if (event.crew) await changeCrew(tx, { missionId, eventId, at }, event.crew, hospitalId)
}

/**
 * Writes the state after an event. An assignment names the vehicle, the team and the operation, a step back takes them
 * off, and the operation can be changed alone.
 */
export async function updateMission(
  tx: Tx,
  state: MissionState,
  event: Pick<Written, 'missionId' | 'step' | 'vehicleId' | 'teamId' | 'operationId' | 'withdraws' | 'at'>,
): Promise<void> {
  const crew =
    event.step === 'ASSIGNED' || event.step === 'REASSIGNED'
      ? sql`vehicle_id = ${event.vehicleId}, team_id = ${event.teamId}, operation_id = ${event.operationId},`
      : event.step === 'OPERATION_CHANGED'
        ? sql`operation_id = ${event.operationId},`
        : sql``
  const destination = [event.step, event.withdraws].includes('DIVERTED') ? sql`${setDiversion},` : sql``
  const call = event.step === 'CALLED' ? sql`called_at = ${event.at},` : sql``
  await sql`
    update missions set ${crew} ${destination} ${call} state = ${state}, version = version + 1,
      ended_at = case when ${state} in ('CLOSED', 'DECLINED', 'CANCELLED') then coalesce(ended_at, ${event.at}) end
    where id = ${event.missionId}`.execute(tx)
}
