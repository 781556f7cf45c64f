import {
  type Body,
  type CrewLevel,
  type CrewRole,
  type MembersOut,
  type MissionRecord,
  type MissionState,
  type missions,
  settleTypedMinute,
} from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Failure } from '../core/failure.ts'
import { sqlArray, sqlRows } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { selectIsoText } from '../db/iso-text.ts'
import { selectStaffLabel } from '../db/labels.ts'

/**
 * Whether somebody is on the crew that has a mission, whoever its team has today: they were in it when the mission was
 * given to it, and it was given to nobody else since; or a dispatcher has said since that they are.
 */
export const isOnCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c where c.mission_id = ${mission} and c.staff_id = ${staffId} and c.is_on)`

/** Whether somebody is or was on a crew that had the mission. */
export const wasOnCrew = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c where c.mission_id = ${mission} and c.staff_id = ${staffId})`

/** Whether a dispatcher relieved somebody from the crew of a mission that lasts. */
export const wasRelieved = (mission: RawBuilder<unknown>, staffId: string) => sql<SqlBool>`exists (
  select from mission_crews c join missions lasting on lasting.hospital_id = c.hospital_id and lasting.id = c.mission_id
  where c.mission_id = ${mission} and c.staff_id = ${staffId} and not c.is_on and c.left_at is not null
    and lasting.ended_at is null)`

/** Whether something was made before a relief, which is typed to the minute: all of that minute counts as before. */
export const isBeforeRelief = (leftAt: string, at: string): boolean =>
  Date.parse(at) <= Date.parse(settleTypedMinute(leftAt, [at]))

type Sought = { missionId: string; team: RawBuilder<unknown> | null; people: RawBuilder<unknown> }

/** Throws if one of these people is out on another mission; that the `team` itself is out, the database says. */
async function requireFree(tx: Tx, { missionId, team, people }: Sought): Promise<void> {
  const { rows: members } = await sql<MembersOut['members'][number]>`
    select ${selectStaffLabel('s')} as staff, m.number as mission
    from mission_crews c
      join missions m on m.hospital_id = c.hospital_id and m.id = c.mission_id
      join staff s on s.id = c.staff_id
    where c.is_taken and c.mission_id <> ${missionId} and ${team === null ? sql`true` : sql`m.team_id <> ${team}`}
      and c.staff_id in ${people}
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

/** The same of people who join the crew of a mission, in a state which takes its crew. */
export const requireJoinersFree = (tx: Tx, missionId: string, staffIds: readonly string[]): Promise<void> =>
  requireFree(tx, {
    missionId,
    team: null,
    people: sql`(select joiner from missions own cross join unnest(${sqlArray('uuid', staffIds)}) joiner
      where own.id = ${missionId} and takes_its_crew(own.state))`,
  })

/** What somebody is in a crew; null of whoever was in it before the panel noted that. */
export type CrewPlace = { staff_id: string; role: CrewRole | null; level: CrewLevel | null }

export async function listCrew(tx: Tx, missionId: string): Promise<CrewPlace[]> {
  const { rows } = await sql<CrewPlace>`
    select c.staff_id, c.role, c.level from mission_crews c where c.mission_id = ${missionId} and c.is_on
    order by c.position`.execute(tx)
  return rows
}

/** Finds which of these people may sign in. */
export async function findActiveStaff(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from staff where id = any(${sqlArray('uuid', ids)}) and status = 'approved'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export type CrewChange = Pick<Body<typeof missions.dispatch>, 'leaves' | 'joins'>

/**
 * Writes who leaves and who joins the crew of a mission with the event that says so. Whoever joins has the certificate
 * of their level that a team has.
 */
export async function changeCrew(
  tx: Tx,
  { missionId, eventId, at }: { missionId: string; eventId: string; at: string },
  { leaves, joins }: CrewChange,
  hospitalId: string,
): Promise<void> {
  const left = leaves.map((staff_id) => ({ staff_id, role: null, level: null }))
  const changes = sqlRows(
    'n',
    [...left, ...joins],
    {
      staff_id: ['uuid', (one) => one.staff_id],
      role: ['text', (one) => one.role],
      level: ['text', (one) => one.level],
    },
    'position',
  )
  await sql`
    insert into mission_crew_changes (hospital_id, event_id, staff_id, position, role, level)
    select ${hospitalId}, ${eventId}, n.staff_id, n.position, n.role, n.level from ${changes}`.execute(tx)
  await sql`
    update mission_crews set is_on = false, is_taken = false, left_at = ${at}
    where mission_id = ${missionId} and staff_id = any(${sqlArray('uuid', leaves)})`.execute(tx)
  await sql`
    insert into mission_crews (hospital_id, mission_id, staff_id, is_on, is_taken, position, role, level,
      certificate_number)
    select m.hospital_id, m.id, n.staff_id, true, takes_its_crew(m.state), n.position + coalesce((
        select max(c.position) from mission_crews c where c.hospital_id = m.hospital_id and c.mission_id = m.id), 0),
      n.role, n.level, (
        select max(t.certificate_number) from team_members t
        where t.hospital_id = m.hospital_id and t.staff_id = n.staff_id and t.level = n.level)
    from missions m cross join ${changes}
    where m.id = ${missionId} and n.role is not null
    order by n.staff_id
    on conflict (hospital_id, mission_id, staff_id) do update set is_on = true, is_taken = excluded.is_taken,
      left_at = null, position = case when mission_crews.is_on then mission_crews.position else excluded.position end,
      role = excluded.role, level = excluded.level, certificate_number = excluded.certificate_number`.execute(
    tx,
  )
}

/** Selects who left and who joined the crew by an event `e`; null if it does not change a crew. */
export const selectCrewChange = sql<MissionRecord['crew']>`case when e.step = 'CREW_CHANGED' then (
  select json_build_object(
    'left', coalesce(json_agg(${selectStaffLabel('cs')} order by n.position) filter (where n.role is null), '[]'::json),
    'joined', coalesce(json_agg(json_build_object('staff', ${selectStaffLabel('cs')}, 'role', n.role, 'level', n.level)
      order by n.position) filter (where n.role is not null), '[]'::json))
  from mission_crew_changes n join staff cs on cs.id = n.staff_id
  where n.hospital_id = e.hospital_id and n.event_id = e.id) end`

/** Whether a dispatcher has relieved somebody from the crew of a mission that lasts, and not before an instant. */
export async function wasRelievedLater(
  tx: Tx,
  { missionId, staffId, at }: { missionId: string; staffId: string; at: string },
): Promise<boolean> {
  const { rows } = await sql<{ left_at: string }>`
    select ${selectIsoText('c.left_at')} as left_at
    from mission_crews c join missions m on m.hospital_id = c.hospital_id and m.id = c.mission_id
    where c.mission_id = ${missionId} and c.staff_id = ${staffId} and c.left_at is not null and m.ended_at is null`.execute(
    tx,
  )
  const [relief] = rows
  return relief !== undefined && isBeforeRelief(relief.left_at, at)
}
