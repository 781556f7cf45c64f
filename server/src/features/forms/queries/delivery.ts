import type {
  DeliveryOutcome,
  FormName,
  FormOperation,
  FormReview,
  PageRequest,
  ReviewReason,
} from 'contract'
import { type SqlBool, sql } from 'kysely'
import type { SealingKey } from '../../../ambulance/sealed-parts.ts'
import { sqlArray, sqlRows, toIdsCell, toJsonCell } from '../../../db/binary-array.ts'
import type { Tx } from '../../../db/database.ts'
import { selectIsoText } from '../../../db/iso-text.ts'
import { selectPatientLabel, selectStaffLabel } from '../../../db/labels.ts'
import { buildLimit, countRows, type Page, readPage } from '../../../db/listing/pages.ts'
import { isRecordOpen, type Viewer } from '../../../identity/record-access.ts'

export async function findSealingKey(tx: Tx): Promise<SealingKey | undefined> {
  return tx
    .selectFrom('sealing_keys')
    .select(['id', 'public_key', 'private_key'])
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
}

/** Stores the first key of a hospital. If two nodes make one at once, the key of one of them is stored. */
export async function insertSealingKey(
  tx: Tx,
  { id, public_key, private_key }: SealingKey,
  { hospitalId, now }: { hospitalId: string; now: string },
): Promise<void> {
  await sql`
    insert into sealing_keys (hospital_id, id, public_key, private_key, created_at)
    values (${hospitalId}, ${id}, ${public_key}, ${private_key}, ${now})
    on conflict do nothing`.execute(tx)
}

export async function replaceSealingKey(tx: Tx, id: string, now: string): Promise<void> {
  await tx.updateTable('sealing_keys').set({ replaced_at: now }).where('id', '=', id).execute()
}

/** What became of those of these operations that arrived before, with the record in which they are. */
export async function findDelivered(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, { record_id: string; outcome: DeliveryOutcome }>> {
  const { rows } = await sql<{ id: string; record_id: string; outcome: DeliveryOutcome }>`
    select id, record_id, 'waiting' as outcome from form_reviews where id = any(${sqlArray('uuid', ids)})
    union all
    select id, record_id, outcome from form_operations where id = any(${sqlArray('uuid', ids)})`.execute(tx)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}

/** What became of a photo or a signature that arrived before. */
export async function findDeliveredPart(
  tx: Tx,
  id: string,
): Promise<{ record_id: string; outcome: 'applied' | 'waiting' } | undefined> {
  const { rows } = await sql<{ record_id: string; outcome: 'applied' | 'waiting' }>`
    select record_id, 'applied' as outcome from form_photos where id = ${id}
    union all select record_id, 'applied' from form_signatures where id = ${id}
    union all select record_id, 'waiting' from form_reviews where id = ${id}`.execute(tx)
  return rows[0]
}

/**
 * Locks these records until the transaction ends and returns the ids of those that exist. It locks in the order of
 * their ids, so that two transactions cannot wait for each other.
 */
export async function lockRecords(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from form_records where id = any(${sqlArray('uuid', ids)}) order by id for no key update`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Where something is written: in the mission of a record that there is, else in that which it would have. */
export type Place = { op_id: string; record_id: string; mission_id: string | null; by: string }

/** When the authors of these were relieved from the crews of their missions, if those last, by what they wrote. */
export async function findReliefs(tx: Tx, written: readonly Place[]): Promise<Map<string, string>> {
  if (written.length === 0) return new Map()
  const { rows } = await sql<{ op_id: string; left_at: string }>`
    select o.op_id, ${selectIsoText('c.left_at')} as left_at
    from ${sqlRows('o', written, {
      op_id: ['uuid', ({ op_id }) => op_id],
      record_id: ['uuid', ({ record_id }) => record_id],
      mission_id: ['uuid', ({ mission_id }) => mission_id],
      staff_id: ['uuid', ({ by }) => by],
    })}
      left join form_records r on r.id = o.record_id
      join mission_crews c on c.staff_id = o.staff_id
        and c.mission_id = case when r.id is null then o.mission_id else r.mission_id end
      join missions m on m.hospital_id = c.hospital_id and m.id = c.mission_id
    where not c.is_on and c.left_at is not null and m.ended_at is null`.execute(tx)
  return new Map(rows.map(({ op_id, left_at }) => [op_id, left_at]))
}

export type Reviewed = FormOperation & {
  record_id: string
  form: FormName
  form_version: number
  mission_id: string | null
  by: string
  reason: ReviewReason
  photo_id: string | null
  row_id: string | null
}

/** An operation that was sent again waits once. */
export async function insertReviews(
  tx: Tx,
  reviewed: readonly Reviewed[],
  { hospitalId, staffId, now }: { hospitalId: string; staffId: string; now: string },
): Promise<void> {
  if (reviewed.length === 0) return
  await sql`
    insert into form_reviews (hospital_id, id, record_id, form, form_version, mission_id, reason, path, answer, base, settles, made_at,
      clock_offset_ms, device, staff_id, received_at, delivered_by, photo_id, row_id)
    select ${hospitalId}, o.op_id, o.record_id, o.form, o.form_version,
      (select m.id from missions m where m.id = o.mission_id), o.reason, o.path, o.answer::jsonb,
      o.base::jsonb, o.settles::uuid[], o.at, o.clock_offset_ms, o.device,
      o.by, ${now}, ${staffId}, o.photo_id, o.row_id
    from ${sqlRows('o', reviewed, {
      op_id: ['uuid', ({ op_id }) => op_id],
      record_id: ['uuid', ({ record_id }) => record_id],
      form: ['text', ({ form }) => form],
      form_version: ['integer', ({ form_version }) => form_version],
      mission_id: ['uuid', ({ mission_id }) => mission_id],
      reason: ['text', ({ reason }) => reason],
      path: ['text', ({ path }) => path],
      answer: ['text', ({ answer }) => toJsonCell(answer)],
      base: ['text', ({ base }) => toJsonCell(base)],
      settles: ['text', ({ settles }) => toIdsCell(settles)],
      at: ['timestamptz', ({ at }) => at],
      clock_offset_ms: ['bigint', ({ clock_offset_ms }) => clock_offset_ms],
      device: ['text', ({ device }) => device],
      by: ['uuid', ({ by }) => by],
      photo_id: ['uuid', ({ photo_id }) => photo_id],
      row_id: ['uuid', ({ row_id }) => row_id],
    })}
    on conflict (hospital_id, id) do nothing`.execute(tx)
}

const fromReviews = sql`form_reviews v
  left join form_records r on r.hospital_id = v.hospital_id and r.id = v.record_id
  left join patients p on p.hospital_id = r.hospital_id and p.id = r.patient_id
  left join wards w on w.id = p.ward_id
  left join beds b on b.id = p.bed_id
  join staff author on author.id = v.staff_id
  join staff bringer on bringer.id = v.delivered_by`
const isWaiting = sql<SqlBool>`v.decided_at is null`

export function listReviews(tx: Tx, viewer: Viewer, asked: PageRequest): Promise<Page<FormReview>> {
  const isHidden = sql<SqlBool>`(p.id is not null and not ${isRecordOpen(viewer, 'p')})`
  const reviews = sql<FormReview>`
    select v.id as _id, v.record_id, v.form, v.form_version, r.state as record_state, r.number, v.reason, v.path, ${isHidden} as is_hidden,
      case when ${isHidden} then null else v.answer end as answer,
      case when v.photo_id is not null and not ${isHidden} then v.id end as photo_id,
      case when p.id is not null then ${selectPatientLabel()} end as patient,
      v.made_at - v.clock_offset_ms * interval '1 millisecond' as written_at,
      ${selectStaffLabel('author')} as written_by, v.received_at, ${selectStaffLabel('bringer')} as delivered_by
    from ${fromReviews} where ${isWaiting} order by v.received_at, v.id ${buildLimit(asked)}`
  return readPage(
    reviews.execute(tx).then(({ rows }) => rows),
    countRows(tx, sql`form_reviews v where ${isWaiting}`, 1_000),
  )
}

export type LockedReview = {
  record_id: string
  form: FormName
  form_version: number
  mission_id: string | null
  path: string
  answer: unknown
  base: unknown
  settles: string[]
  made_at: string
  clock_offset_ms: number
  device: string
  staff_id: string
  photo_id: string | null
  row_id: string | null
  decided_at: string | null
  /** The patient of the record, if the record exists and names one. */
  patient_id: string | null
}

export async function lockReview(tx: Tx, id: string): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    select record_id, form, form_version, mission_id, path, answer, base, settles, made_at, clock_offset_ms::float8 as clock_offset_ms,
      device, staff_id, photo_id, row_id, decided_at,
      (select r.patient_id from form_records r where r.hospital_id = v.hospital_id and r.id = v.record_id) as patient_id
    from form_reviews v where id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export async function decideReview(
  tx: Tx,
  id: string,
  { isAccepted, reason }: { isAccepted: boolean; reason: string },
  { staffId, now }: { staffId: string; now: string },
): Promise<void> {
  await tx
    .updateTable('form_reviews')
    .set({ decided_at: now, decided_by: staffId, is_accepted: isAccepted, decision_reason: reason })
    .where('id', '=', id)
    .execute()
}
