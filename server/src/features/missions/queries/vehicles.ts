import type { CrewLevel } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Writer } from './events.ts'
import { isOfCrew } from './missions.ts'

/** The levels of those in a team who care for the patient; undefined if there is no such team in use. */
export async function findTeamLevels(tx: Tx, teamId: string): Promise<CrewLevel[] | undefined> {
  const { rows } = await sql<{ levels: CrewLevel[] }>`
    select array(select c.level from team_members c where c.hospital_id = t.hospital_id and c.team_id = t.id
        and c.role <> 'DRIVER') as levels
    from teams t where t.id = ${teamId} and t.deactivated_at is null`.execute(tx)
  return rows[0]?.levels
}

export async function isOperationInUse(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`select from operations where id = ${id} and deactivated_at is null`.execute(tx)
  return rows.length > 0
}

type Place = { lat: number; lang: number; accuracy_m: number | null; at: string }

/** Stores where the vehicle of a mission is, if this member of staff is out on it; whether they are. */
export async function insertPosition(
  tx: Tx,
  { id, missionId, lat, lang, accuracy_m, at }: Place & { id: string; missionId: string },
  { hospitalId, staffId, now }: Writer,
): Promise<boolean> {
  const { rows } = await sql<{ vehicle_id: string }>`
    select m.vehicle_id from missions m where m.id = ${missionId} and m.is_out and ${isOfCrew(staffId)}`.execute(
    tx,
  )
  const [mission] = rows
  if (!mission) return false
  await sql`
    insert into vehicle_positions (hospital_id, id, vehicle_id, at, received_at, latitude, longitude, accuracy_m, source,
      staff_id)
    values (${hospitalId}, ${id}, ${mission.vehicle_id}, ${at}, ${now}, ${lat}, ${lang}, ${accuracy_m}, 'PHONE', ${staffId})
    on conflict do nothing`.execute(tx)
  return true
}
