import { type RawBuilder, sql } from 'kysely'
import { selectIsoText } from './iso-text.ts'

/** The columns of a `Visit`, of the visit `v` of the query. */
export function selectVisit(): RawBuilder<unknown> {
  return sql`v.id as _id, v.vn, v.kind, ${selectIsoText('v.visited_at')} as visited_at, v.source, v.mode, v.complaint,
    v.symptom_groups, ${selectIsoText('v.onset_at')} as onset_at, v.accident, v.pregnancy, v.pregnancy_weeks,
    v.infection_signs, ${selectIsoText('v.first_seen_at')} as first_seen_at`
}
