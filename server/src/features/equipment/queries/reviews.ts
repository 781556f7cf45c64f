import type { CheckReviewReason, EquipmentReview, PageRequest } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { selectStaffLabel, selectVehicleLabel } from '../../../db/labels.ts'
import { buildLimit, countRows, type Page, readPage } from '../../../db/listing/pages.ts'
import type { Author } from './checks.ts'

type StoredReview = Omit<EquipmentReview, 'found'> & { content: unknown; photos: string[] }

/** What waits for a person, the oldest first, with what it says as it arrived. */
export async function listReviews(tx: Tx, request: PageRequest): Promise<Page<StoredReview>> {
  const found = sql<StoredReview>`
    select q.id as _id, ${selectVehicleLabel('v')} as vehicle, q.content, q.because, q.checked_at, ${selectStaffLabel('s')} as by,
      q.received_at, ${selectStaffLabel('d')} as delivered_by, array(select p.item from equipment_review_photos p
        where p.hospital_id = q.hospital_id and p.review_id = q.id) as photos
    from equipment_reviews q
      join vehicles v on v.hospital_id = q.hospital_id and v.id = q.vehicle_id
      join staff s on s.id = q.checked_by
      join staff d on d.id = q.delivered_by
    where q.decided_at is null
    order by q.received_at, q.id ${buildLimit(request)}`.execute(tx)
  const total = countRows(tx, sql`equipment_reviews where decided_at is null`)
  return readPage(
    found.then(({ rows }) => rows),
    total,
  )
}

export type KnownReview = { checked_by: string; content: unknown; is_accepted: boolean | null }

/** A check that waits, or about which somebody has decided; nobody decides before the transaction ends. */
export async function findReview(tx: Tx, id: string): Promise<KnownReview | undefined> {
  return tx
    .selectFrom('equipment_reviews')
    .select(['checked_by', 'content', 'is_accepted'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

export async function insertReview(
  tx: Tx,
  review: {
    id: string
    vehicleId: string
    content: unknown
    checkedAt: string
    because: CheckReviewReason
    by: string
  },
  { hospitalId, staffId, now }: Author,
): Promise<void> {
  await tx
    .insertInto('equipment_reviews')
    .values({
      hospital_id: hospitalId,
      id: review.id,
      vehicle_id: review.vehicleId,
      content: JSON.stringify(review.content),
      checked_at: review.checkedAt,
      because: review.because,
      checked_by: review.by,
      received_at: now,
      delivered_by: staffId,
    })
    .execute()
}

export async function hasReviewPhoto(tx: Tx, reviewId: string, item: string): Promise<boolean> {
  const { rows } = await sql`
    select from equipment_review_photos where review_id = ${reviewId} and item = ${item}`.execute(tx)
  return rows.length > 0
}

export async function insertReviewPhoto(
  tx: Tx,
  photo: { hospital_id: string; review_id: string; item: string; photo_id: string },
): Promise<void> {
  await tx
    .insertInto('equipment_review_photos')
    .values(photo)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The photo of an item that waits with its check: nobody has decided about it yet. */
export async function findReviewPhoto(tx: Tx, reviewId: string, item: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ photo: Buffer }>`
    select o.large as photo from equipment_review_photos p
      join equipment_reviews q on q.hospital_id = p.hospital_id and q.id = p.review_id
      join photos o on o.hospital_id = p.hospital_id and o.id = p.photo_id
    where p.review_id = ${reviewId} and p.item = ${item} and q.decided_at is null`.execute(tx)
  return rows[0]?.photo
}

type LockedReview = {
  vehicle_id: string
  content: unknown
  checked_at: string
  checked_by: string
  received_at: string
  decided_at: string | null
}

export async function lockReview(tx: Tx, id: string): Promise<LockedReview | undefined> {
  return tx
    .selectFrom('equipment_reviews')
    .select(['vehicle_id', 'content', 'checked_at', 'checked_by', 'received_at', 'decided_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function decideReview(
  tx: Tx,
  id: string,
  { isAccepted, note }: { isAccepted: boolean; note: string | null },
  { staffId, now }: Pick<Author, 'staffId' | 'now'>,
): Promise<void> {
  await tx
    .updateTable('equipment_reviews')
    .set({ decided_at: now, decided_by: staffId, is_accepted: isAccepted, decision_note: note })
    .where('id', '=', id)
    .execute()
}

/** Hands the photos of a check that was accepted over to it, of the items that it has. */
export async function moveReviewPhotos(tx: Tx, id: string): Promise<void> {
  await sql`
    insert into equipment_photos (hospital_id, check_id, item, photo_id)
    select p.hospital_id, p.review_id, p.item, p.photo_id
    from equipment_review_photos p
      join equipment_rows r on r.hospital_id = p.hospital_id and r.check_id = p.review_id and r.item = p.item
    where p.review_id = ${id}
    on conflict do nothing`.execute(tx)
}
