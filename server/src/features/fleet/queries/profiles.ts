import type { fleet, ProfileLabel, Result } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'

export type ProfileTable = 'vehicles' | 'teams' | 'operations'
/** The calendar date, and the time since which a vehicle must have been checked to be ready. */
export type Standing = { today: string; checkCutoff: RawBuilder<string | null> }

export type ProfileAuthor = { hospitalId: string; staffId: string; now: string }

/** The columns that say who changed a profile when. */
export function toStamp({ staffId, now }: ProfileAuthor) {
  return { updated_at: now, updated_by: staffId }
}

/** The profile's version, locked until the transaction ends; undefined if there is no such profile. */
export async function lockProfile(tx: Tx, table: ProfileTable, id: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom(table)
    .select('version')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.version
}

/** Takes a profile out of use, or back into it. */
export async function switchProfile(
  tx: Tx,
  { table, id }: { table: ProfileTable; id: string },
  isActive: boolean,
  by: ProfileAuthor,
): Promise<void> {
  await sql`update ${sql.table(table)}
    set deactivated_at = ${isActive ? null : by.now}::timestamptz, version = version + 1, updated_at = ${by.now},
      updated_by = ${by.staffId}
    where id = ${id}`.execute(tx)
}

/** The conditions of a search: each word is somewhere in one of these columns, in any spelling. */
export function matchWords(typed: string, columns: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool>[] {
  const text = sql`search_key(concat_ws(' ', ${sql.join(columns)}))`
  return typed
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => sql<SqlBool>`strpos(${text}, search_key(${word})) > 0`)
}

/** The profiles in use: vehicles by call sign, teams and operations by name. */
export async function listChoices(
  tx: Tx,
  { today, checkCutoff }: Standing,
): Promise<Result<typeof fleet.choices>> {
  const [vehicles, teams, operations] = await Promise.all([
    sql<Result<typeof fleet.choices>['vehicles'][number]>`
      select v.id as _id, v.call_sign as name, v.class, v.has_negative_pressure, v.has_ventilator, v.has_incubator,
        vehicle_status(v, ${today}, ${checkCutoff}) as status,
        (select count(*)::int from equipment_faults f where f.hospital_id = v.hospital_id and f.vehicle_id = v.id
          and f.closed_by is null) as faults
      from vehicles v where v.deactivated_at is null
      order by thai_sort_key(v.call_sign) collate "C"`.execute(tx),
    sql<ProfileLabel>`select id as _id, name from teams where deactivated_at is null
      order by thai_sort_key(name) collate "C"`.execute(tx),
    sql<Result<typeof fleet.choices>['operations'][number]>`
      select id as _id, name, unit_level from operations where deactivated_at is null
      order by thai_sort_key(name) collate "C"`.execute(tx),
  ])
  return { vehicles: vehicles.rows, teams: teams.rows, operations: operations.rows }
}

/** Which of these ids are a vehicle or a team in use, a device that serves everybody, or a user who may sign in. */
export async function findKnownIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const wanted = sqlArray('uuid', ids)
  const { rows } = await sql<{ id: string }>`
    select id from vehicles where id = any(${wanted}) and deactivated_at is null
    union all
    select id from teams where id = any(${wanted}) and deactivated_at is null
    union all
    select id from devices where id = any(${wanted}) and kind in ('gateway', 'box') and retired_at is null
    union all
    select id from staff where id = any(${wanted}) and status = 'approved'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
