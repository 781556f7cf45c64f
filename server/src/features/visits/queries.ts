import { admittedDisposition } from 'contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'

export type VisitTimes = {
  visited_at: string
  er_since: string | null
  opd_seen_at: string | null
  first_triaged_at: string | null
  last_triaged_at: string | null
  first_seen_at: string | null
  left_at: string | null
  /** Whether somebody ended it: a visit that ended with a stay follows the discharge. */
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
      where t.visit_id = v.id and t.patient_id = v.patient_id) done
    cross join lateral (
      select min(at) as at from (
        select n.visited_at as at from visits n
        where n.hospital_id = v.hospital_id and n.patient_id = v.patient_id and n.visited_at > v.visited_at
        union all
        select s.admitted_at from stays s
        where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is null
          and s.admitted_at >= v.visited_at) begun) later
    where v.id = ${visitId}`.execute(tx)
  const [times] = rows
  if (!times) throw new Error('the visit was found before')
  return times
}
