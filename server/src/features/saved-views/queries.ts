import type { SavedView, SavedViewList } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

export function listSavedViews(tx: Tx, staffId: string, list: SavedViewList): Promise<SavedView[]> {
  return tx
    .selectFrom('saved_views')
    .select(['id as _id', 'name', 'query'])
    .where('staff_id', '=', staffId)
    .where('list', '=', list)
    .orderBy(sql`thai_sort_key(name) collate "C"`)
    .orderBy('id')
    .execute()
}

type NewView = SavedView & { list: SavedViewList; hospitalId: string; staffId: string; now: string }

export async function insertSavedView(
  tx: Tx,
  { _id, list, name, query, hospitalId, staffId, now }: NewView,
): Promise<void> {
  await tx
    .insertInto('saved_views')
    .values({ id: _id, hospital_id: hospitalId, staff_id: staffId, list, name, query, created_at: now })
    .execute()
}

/** Whether the user has such a view. */
export async function renameSavedView(tx: Tx, staffId: string, id: string, name: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('saved_views')
    .set({ name })
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the user had such a view. */
export async function deleteSavedView(tx: Tx, staffId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
