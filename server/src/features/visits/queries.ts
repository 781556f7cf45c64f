import { admittedDisposition, type RequestOfDeath } from 'contract'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'
import { selectPlaceLabel } from '../../db/labels.ts'
import type { OpenRecord } from '../../identity/record-access.ts'

export type VisitTimes = {
  visited_at: string
  er_since: string | null
  opd_seen_at: string | null
  first_triaged_at: string | null
  last_triaged_at: string | null
  first_seen_at: string | null
  left_at: string | null
  /** Whether somebody ended it: a visit that ended with a stay goes by the discharge. */
  is_ended: boolean
  /** When the patient came again, or was admitted since. */
  next_at: string | null
}

/** When the patient of a visit came, was triaged, was seen by a doctor, and left, and came again. */
export async function findTimes(tx: Tx, visitId: string): Promise<VisitTimes> {
  const { rows } = await sql<VisitTimes>`
    select ${selectIsoText('v.visited_at')} as visited_at, ${selectIsoText('v.er_since')} as er_since,
      ${selectIsoText('v.opd_seen_at')} as opd_seen_at, ${selectIsoText('v.first_seen_at')} as first_seen_at,
      ${selectIsoText('v.left_at')} as left_at, ${selectIsoText('done.first_at')} as first_triaged_at,
      ${selectIsoText('done.last_at')} as last_triaged_at,
      not v.is_open and v.disposition is distinct from ${admittedDisposition} as is_ended,
      ${selectIsoText('later.at')} as next_at
    from visits v cross join lateral (
      select min(t.at) as first_at, max(t.at) as last_at from triages t
      where t.visit_id = v.id and t.patient_id = v.patient_id and t.late_reason is null) done
    cross join lateral (
      select min(at) as at from (
        select n.visited_at as at from visits n
        where n.hospital_id = v.hospital_id and n.patient_id = v.patient_id and n.voided_at is null
          and n.visited_at > v.visited_at
        union all
        select s.admitted_at from stays s
        where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is null
          and s.admitted_at >= v.visited_at) begun) later
    where v.id = ${visitId}`.execute(tx)
  const [times] = rows
  if (!times) throw new Error('the visit was found before')
  return times
}

/** Whether a stay that is not void came of this visit. */
export async function hasLedToStay(tx: Tx, visitId: string): Promise<boolean> {
  const { rows } = await sql`
    select from visits v
    where v.id = ${visitId} and (v.disposition = ${admittedDisposition} or exists (
      select from stays s
      where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is null
        and s.admitted_at >= v.visited_at and (v.left_at is null or s.admitted_at < v.left_at)))`.execute(tx)
  return rows.length > 0
}

/** When somebody noted that a visit had ended; undefined if it ended with a stay, or another system told it. */
export async function findEndNotedAt(tx: Tx, visitId: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select ${selectIsoText('a.at')} as at from visit_acts a
    where a.visit_id = ${visitId} and a.after -> 'is_open' = 'false'
    order by a.at desc, a.id desc limit 1`.execute(tx)
  return rows[0]?.at
}

/** Opens the planned admissions again that the death with which a visit ended had closed, where that can be. */
export async function reopenRequestsOfDeath(
  tx: Tx,
  { patientId, visitId, today }: { patientId: OpenRecord; visitId: string; today: string },
): Promise<RequestOfDeath[]> {
  const mayBeOpen = sql<SqlBool>`(r.planned_on >= ${today}::date and w.closed_at is null and p.merged_into is null
    and not is_inpatient(r.hospital_id, r.patient_id)
    and not exists (select from admission_requests o
      where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.requested_at > r.requested_at))`
  const { rows } = await sql<RequestOfDeath>`
    with closed as (
      select r.id, r.planned_on, ${selectPlaceLabel('w')} as ward, ${mayBeOpen} as is_open
      from visits v
        join patients p on p.id = v.patient_id
        join admission_requests r on r.hospital_id = v.hospital_id and r.patient_id = v.patient_id
        join wards w on w.id = r.ward_id
      where v.id = ${visitId} and v.patient_id = ${patientId} and r.state = 'left'
        and r.closed_at = greatest(r.requested_at, v.left_at) and is_planned_after(r.planned_on, v.left_at)),
      reopened as (
        update admission_requests r set state = 'open', closed_at = null
        from closed c where c.id = r.id and c.is_open)
    select c.ward, c.planned_on, c.is_open from closed c order by c.planned_on`.execute(tx)
  return rows
}
