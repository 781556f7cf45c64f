import { arrivalFacts } from 'contract'
import { type RawBuilder, sql } from 'kysely'
import { sqlWords } from '../db/binary-array.ts'
import { selectIsoText } from '../db/iso-text.ts'
import { selectStaffLabel } from '../db/labels.ts'
import { selectReferralOfVisit } from './arriving-referral.ts'

/** Whether an act changed what was told at the arrival, or is a correction: only those have a reason. */
export const changesArrival = (act: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(act)}.reason is not null or ${sql.ref(act)}.after ?| ${sqlWords(arrivalFacts)})`

/** The columns of a `Visit`, of the visit `v` of the query. */
export function selectVisit(): RawBuilder<unknown> {
  return sql`v.id as _id, v.vn, v.kind, ${selectIsoText('v.visited_at')} as visited_at, v.source, v.mode,
    v.referring_hospital, v.referral_number, v.complaint, v.symptom_groups, ${selectIsoText('v.onset_at')} as onset_at, v.is_accident, v.accident, v.pregnancy, v.pregnancy_weeks,
    v.infection_signs, ${selectIsoText('v.er_since')} as er_since, ${selectIsoText('v.opd_seen_at')} as opd_seen_at,
    ${selectIsoText('v.first_seen_at')} as first_seen_at, v.is_open,
    ${selectIsoText('v.left_at')} as left_at, v.disposition, ${selectReferralOfVisit()} as referral,
    (select a.id from visit_acts a
      where a.hospital_id = v.hospital_id and a.visit_id = v.id and ${changesArrival('a')}
      order by a.at desc, a.id desc limit 1) as last_correction,
    (select json_build_object('mission_id', m.id, 'number', m.number, 'is_alone', a.is_alone, 'told', (
        select coalesce(json_agg(json_build_object('values', t.told, 'measured_at', ${selectIsoText('t.measured_at')})
          order by t.position desc), '[]'::json)
        from pre_alerts t where t.hospital_id = m.hospital_id and t.mission_id = m.id and t.told <> '{}' and a.is_alone))
      from inbound_acts a join missions m on m.hospital_id = a.hospital_id and m.id = a.mission_id
      where a.hospital_id = v.hospital_id and a.visit_id = v.id and a.act = 'ARRIVED') as brought,
    case when v.voided_at is not null then (
      select json_build_object('at', ${selectIsoText('v.voided_at')}, 'by', ${selectStaffLabel('voider')}, 'reason', v.void_reason,
        'note', v.void_note)
      from staff voider where voider.id = v.voided_by) end as voided`
}
