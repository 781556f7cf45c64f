import type { WardChoice } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/** No ward has this id. */
const noWard = '00000000-0000-0000-0000-000000000000'

/**
 * The ids of the chosen wards, with the wards of the user's groups in place of `mine`. Never empty if something was
 * chosen: for a user who follows no ward it contains an id that no ward has.
 */
export async function resolveChosenWards(
  tx: Tx,
  staffId: string,
  chosen: readonly WardChoice[],
): Promise<string[]> {
  const ids = chosen.filter((choice) => choice !== 'mine')
  if (ids.length === chosen.length) return ids
  const { rows } = await sql<{ ward_id: string }>`
    select distinct f.ward_id
    from group_members m
      join groups g on g.id = m.group_id and g.deleted_at is null
      join group_wards f on f.group_id = g.id
    where m.staff_id = ${staffId}`.execute(tx)
  const wards = [...ids, ...rows.map(({ ward_id }) => ward_id)]
  return wards.length > 0 ? wards : [noWard]
}
