import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { isWaiting } from './checks.ts'

/** Whether a photo of this item is in a check. */
export async function hasPhoto(tx: Tx, checkId: string, item: string): Promise<boolean> {
  const row = await tx
    .selectFrom('equipment_photos')
    .select('item')
    .where('check_id', '=', checkId)
    .where('item', '=', item)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a check of this member of staff found this item, and has no photo of it yet. */
export async function mayHavePhoto(tx: Tx, checkId: string, item: string, staffId: string): Promise<boolean> {
  const { rows } = await sql`
    select from equipment_rows r join equipment_checks c on c.hospital_id = r.hospital_id and c.id = r.check_id
    where r.check_id = ${checkId} and r.item = ${item} and c.checked_by = ${staffId}
      and not exists (select from equipment_photos p
        where p.hospital_id = r.hospital_id and p.check_id = r.check_id and p.item = r.item)`.execute(tx)
  return rows.length > 0
}

export async function insertPhoto(
  tx: Tx,
  photo: { hospital_id: string; check_id: string; item: string; photo_id: string },
): Promise<void> {
  await tx.insertInto('equipment_photos').values(photo).execute()
}

/** The photo of an item, and of whose check it is, which may wait for its second count. */
export async function findPhoto(
  tx: Tx,
  checkId: string,
  item: string,
): Promise<{ photo: Buffer; by: { _id: string }; is_waiting: boolean } | undefined> {
  const { rows } = await sql<{ photo: Buffer; by: { _id: string }; is_waiting: boolean }>`
    select o.large as photo, json_build_object('_id', c.checked_by) as by, ${isWaiting} as is_waiting
    from equipment_photos p
      join equipment_checks c on c.hospital_id = p.hospital_id and c.id = p.check_id
      left join equipment_seconds x on x.hospital_id = c.hospital_id and x.check_id = c.id
      join photos o on o.hospital_id = p.hospital_id and o.id = p.photo_id
    where p.check_id = ${checkId} and p.item = ${item}`.execute(tx)
  return rows[0]
}
