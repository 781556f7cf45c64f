import type { Answers, Body, formRecords } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Writer } from './record-changes.ts'

/** What a signature is about; of one that an older version of the app made, only the hash is known. */
export type Signed = { hash: Buffer; answers: Answers | null }

/** Adds a signature; false if another record has one with this id. */
export async function insertSignature(
  tx: Tx,
  { _id, new_id, role, signer_name, relation, strokes }: Omit<Body<typeof formRecords.sign>, 'version'>,
  { hash, answers }: Signed,
  { hospitalId, staffId, now }: Writer,
): Promise<boolean> {
  const { rows } = await sql`
    insert into form_signatures (hospital_id, id, record_id, role, signer_name, relation, strokes, content_hash, signed_answers, at,
      staff_id)
    values (${hospitalId}, ${new_id}, ${_id}, ${role}, ${signer_name}, ${relation}, ${strokes}, ${hash},
      ${answers && JSON.stringify(answers)}::jsonb, ${now}, ${staffId})
    on conflict (hospital_id, id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** How many photos a record has, those that were struck out included, and whether one has this id. */
export async function countPhotos(
  tx: Tx,
  recordId: string,
  id: string,
): Promise<{ count: number; isKnown: boolean }> {
  const { rows } = await sql<{ count: number; is_known: boolean }>`
    select count(*)::int as count, coalesce(bool_or(id = ${id}), false) as is_known
    from form_photos where record_id = ${recordId}`.execute(tx)
  const [{ count, is_known } = { count: 0, is_known: false }] = rows
  return { count, isKnown: is_known }
}

/** Adds a photo; false if another record has one with this id. */
export async function insertPhoto(
  tx: Tx,
  photo: { id: string; recordId: string; rowId: string | null; photoId: string; caption: string | null },
  { hospitalId, staffId, now }: Writer,
): Promise<boolean> {
  const { id, recordId, rowId, photoId, caption } = photo
  const { rows } = await sql`
    insert into form_photos (hospital_id, id, record_id, row_id, photo_id, caption, at, staff_id)
    values (${hospitalId}, ${id}, ${recordId}, ${rowId}, ${photoId}, ${caption}, ${now}, ${staffId})
    on conflict (hospital_id, id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Strikes out a photo of a record; false if it has none that counts with this id. */
export async function strikePhoto(
  tx: Tx,
  recordId: string,
  id: string,
  { staffId, now }: Writer,
): Promise<boolean> {
  const { rows } = await sql`
    update form_photos set struck_out_at = ${now}, struck_out_by = ${staffId}
    where record_id = ${recordId} and id = ${id} and struck_out_at is null returning id`.execute(tx)
  return rows.length > 0
}

/** Selects the id of the record of a photo. */
export const selectPhotoRecord = (id: string) => sql<string>`(
  select record_id from form_photos where id = ${id} union all select record_id from form_reviews where id = ${id})`

/** Selects the id of the patient whom the record of a photo names. */
export const selectPhotoPatient = (id: string) =>
  sql<string | null>`select patient_id from form_records where id in ${selectPhotoRecord(id)}`

/** A photo that counts or waits for a person, and whose record it is of. */
export async function findPhoto(
  tx: Tx,
  id: string,
  size: 'small' | 'large',
): Promise<{ record_id: string; is_waiting: boolean; photo: Buffer } | undefined> {
  const { rows } = await sql<{ record_id: string; is_waiting: boolean; photo: Buffer }>`
    select f.record_id, f.is_waiting, p.${sql.ref(size)} as photo from (
      select hospital_id, record_id, photo_id, false as is_waiting from form_photos where id = ${id} and struck_out_at is null
      union all
      select hospital_id, record_id, photo_id, true from form_reviews where id = ${id} and decided_at is null
    ) f join photos p on p.hospital_id = f.hospital_id and p.id = f.photo_id`.execute(tx)
  return rows[0]
}
