import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import { selectIsoText } from '../../db/iso-text.ts'

export type VisitTimes = {
  visited_at: string
  first_triaged_at: string | null
  last_triaged_at: string | null
  first_seen_at: string | null
  left_at: string | null
}

/** When the patient of a visit came, was triaged, was seen by a doctor, and left. */
export async function findTimes(tx: Tx, visitId: string): Promise<VisitTimes> {
  const { rows } = await sql<VisitTimes>`
    select ${selectIsoText('v.visited_at')} as visited_at, ${selectIsoText('v.first_seen_at')} as first_seen_at,
      ${selectIsoText('v.left_at')} as left_at, ${selectIsoText('done.first_at')} as first_triaged_at,
      ${selectIsoText('done.last_at')} as last_triaged_at
    from visits v cross join lateral (
      select min(t.at) as first_at, max(t.at) as last_at from triages t
      where t.visit_id = v.id and t.patient_id = v.patient_id) done
    where v.id = ${visitId}`.execute(tx)
  const [times] = rows
  if (!times) throw new Error('the visit was found before')
  return times
}
