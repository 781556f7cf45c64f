import type { BoardWard, WardChoice } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'

/**
 * The ids of the wards that the user's groups follow. As an array, the database computes it once for each statement and
 * not for each row.
 */
export const selectFollowedWards = (staffId: string | null | RawBuilder<string>) => sql<string[]>`array(
  select f.ward_id from group_members m
    join groups g on g.id = m.group_id and g.deleted_at is null
    join group_wards f on f.group_id = g.id
  where m.staff_id = ${staffId})`

/**
 * For a column with the id of a ward: whether it is the chosen one. Without a choice it is one of those that the user's
 * groups follow, or any if they follow none.
 */
export function isOnChosenWard(
  column: string,
  { ward, staffId }: { ward: BoardWard | undefined; staffId: string },
): RawBuilder<SqlBool> {
  const wardId = sql.ref(column)
  const followed = selectFollowedWards(staffId)
  if (ward === 'every') return sql`${wardId} is not null`
  if (ward === 'mine') return sql`${wardId} = any(${followed})`
  if (ward !== undefined) return sql`${wardId} = ${ward}`
  // An array in both cases, so that the index of the wards serves it.
  return sql`${wardId} = any(case when cardinality(${followed}) > 0 then ${followed} else array(select id from wards) end)`
}

export async function listFollowedWards(tx: Tx, staffId: string): Promise<string[]> {
  const { rows } = await sql<{ wards: string[] }>`select ${selectFollowedWards(staffId)} as wards`.execute(tx)
  return [...new Set(rows[0]?.wards)]
}

/** The ids of the chosen wards, with the wards of the user's groups in place of `mine`. */
export function selectChosenWards(staffId: string, chosen: readonly WardChoice[]): RawBuilder<string[]> {
  const ids = sqlArray(
    'uuid',
    chosen.filter((choice) => choice !== 'mine'),
  )
  return chosen.includes('mine') ? sql`(${ids} || ${selectFollowedWards(staffId)})` : sql`${ids}`
}
