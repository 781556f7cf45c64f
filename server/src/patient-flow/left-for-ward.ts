import { admittedDisposition, type Visit } from 'contract'
import { sql } from 'kysely'
import { sqlArray } from '../db/binary-array.ts'
import type { Tx } from '../db/database.ts'
import { hasComeSince } from '../db/in-visit.ts'
import { selectIsoText } from '../db/iso-text.ts'
import type { Context } from '../http/handler.ts'
import type { OpenRecord } from '../identity/record-access.ts'
import { changeVisit } from './visit-acts.ts'
import { findOpenVisit } from './visits.ts'

/**
 * The visit in which a patient still is who arrives at an instant. One that they left for a ward ends as admitted, at
 * the time at which they got their place there: an inpatient comes again. Ask with the patient locked.
 */
export async function endVisitLeftForWard(
  { tx, now, newId, actor, hospitalId, emit }: Context,
  patientId: OpenRecord,
  arrivedAt: string,
): Promise<Visit | undefined> {
  const visit = await findOpenVisit(tx, patientId)
  const leftAt = visit && (await findLeftForWard(tx, visit._id, arrivedAt))
  if (!visit || leftAt === null || leftAt === undefined) return visit
  await changeVisit(tx, {
    id: newId(),
    hospitalId,
    patientId,
    visitId: visit._id,
    at: now,
    staffId: actor._id,
    before: { is_open: true, left_at: null, disposition: null },
    after: { is_open: false, left_at: leftAt, disposition: admittedDisposition },
  })
  emit({ kind: 'visits-outdated', visit_kinds: [visit.kind], patient_ids: [patientId] })
  return undefined
}

/**
 * Selects when the patient of the visit `v` got their place on the ward, in the stay `s` that began from the visit or
 * went on since. A patient who has had no bed of a ward waits for it in the visit.
 */
const selectPlacedAt = sql`(
  select min(lower(c.during)) from stay_places c
  where c.hospital_id = s.hospital_id and c.stay_id = s.id and c.superseded_at is null
    and placed_at(c) >= v.visited_at
    and exists (
      select from stay_places d
      where d.hospital_id = c.hospital_id and d.stay_id = c.stay_id and d.superseded_at is null
        and d.kind <> 'waiting' and lower(d.during) <= lower(c.during)))`

/** When the patient of an open visit left it for a ward of the stay that lasts; null if not before this instant. */
async function findLeftForWard(tx: Tx, visitId: string, before: string): Promise<string | null> {
  const { rows } = await sql<{ left_at: string }>`
    select ${selectIsoText('placed.at')} as left_at
    from visits v
      join stays s on s.hospital_id = v.hospital_id and s.patient_id = v.patient_id
        and s.discharged_at is null and s.voided_at is null
      cross join lateral (select ${selectPlacedAt} as at) placed
    where v.id = ${visitId} and not ${hasComeSince} and placed.at < ${before}`.execute(tx)
  return rows[0]?.left_at ?? null
}

/**
 * Moves the ends of the visits that the patient of a stay left for the ward, after a correction of the places that
 * began at these instants. Whoever came again before that had left by then.
 */
export async function moveLeftForWard(tx: Tx, stayId: string, began: readonly string[]): Promise<void> {
  await sql`
    update visits v set left_at = moved.at
    from (
      select v.id, ${selectPlacedAt} as at
      from stays s join visits v on v.hospital_id = s.hospital_id and v.patient_id = s.patient_id
      where s.id = ${stayId} and not v.is_open and v.disposition = ${admittedDisposition}
        and v.left_at = any(${sqlArray('timestamptz', began)})) moved
    where v.id = moved.id and moved.at is distinct from v.left_at
      and moved.at < coalesce((
        select min(n.visited_at) from visits n
        where n.hospital_id = v.hospital_id and n.patient_id = v.patient_id and n.visited_at > v.visited_at), 'infinity')`.execute(
    tx,
  )
}
