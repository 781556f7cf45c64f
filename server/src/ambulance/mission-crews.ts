import type { MembersOut, MissionState } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import type { Tx } from '../db/database.ts'
import { staffLabel } from '../db/labels.ts'

/**
 * Whether somebody is on the crew that has a mission, whoever its team has today: they were in it when the mission was
 * given to it, and it was given to nobody else since.
 */
export const isOnCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c where c.mission_id = ${mission} and c.staff_id = ${staffId} and c.is_on)`

/** Whether somebody is or was on a crew that had the mission. */
export const wasOnCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c where c.mission_id = ${mission} and c.staff_id = ${staffId})`

type Sought = { missionId: string; team: RawBuilder<unknown>; people: RawBuilder<unknown> }

/** Throws if one of these people is out with another team; that a team itself is out, the database says. */
async function requireFree(tx: Tx, { missionId, team, people }: Sought): Promise<void> {
  const { rows: members } = await sql<MembersOut['members'][number]>`
    select ${staffLabel('s')} as staff, m.number as mission
    from mission_crews c
      join missions m on m.hospital_id = c.hospital_id and m.id = c.mission_id
      join staff s on s.id = c.staff_id
    where c.is_taken and c.mission_id <> ${missionId} and m.team_id <> ${team} and c.staff_id in ${people}
    order by s.sort_name, s.id`.execute(tx)
  const detail: MembersOut = { members }
  if (members.length > 0) throw new Failure('member-out', { detail })
}

/** Throws if somebody in a team, to which a mission is to be given, is out on another one. */
export const requireTeamFree = (tx: Tx, missionId: string, teamId: string): Promise<void> =>
  requireFree(tx, {
    missionId,
    team: sql`${teamId}`,
    people: sql`(select t.staff_id from team_members t where t.team_id = ${teamId})`,
  })

/** The same of the crew of a mission that goes back to a state which takes its crew, from one which does not. */
export const requireCrewFree = (tx: Tx, missionId: string, next: MissionState): Promise<void> =>
  requireFree(tx, {
    missionId,
    team: sql`(select own.team_id from missions own where own.id = ${missionId})`,
    people: sql`(select mine.staff_id from mission_crews mine
      join missions own on own.hospital_id = mine.hospital_id and own.id = mine.mission_id
      where own.id = ${missionId} and mine.is_on and takes_its_crew(${next}) and not takes_its_crew(own.state))`,
  })
