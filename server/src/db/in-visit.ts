import { standardZones, type VisitPlace } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether the patient of an open stay `s` has waited for a bed since the admission, and so has not left for the ward.
 */
const isWithoutBedSoFar = sql<SqlBool>`s.discharged_at is null and s.voided_at is null and not exists (
  select from stay_places c
  where c.hospital_id = s.hospital_id and c.stay_id = s.id and c.superseded_at is null and c.kind <> 'waiting')`

/**
 * For a row of `patients`: whether they are admitted, wait for the first bed of a ward, and so are still where their
 * open visit is. The visit and the stay are read for patients without a bed alone, by their indexes.
 */
export function isBoarding(patients: string): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${patients}.${name}`)
  return sql`(${column('an')} is not null and ${column('bed_id')} is null and exists (
    select from visits v join stays s on s.hospital_id = v.hospital_id and s.patient_id = v.patient_id
    where v.hospital_id = ${column('hospital_id')} and v.patient_id = ${column('id')} and v.is_open
      and ${isWithoutBedSoFar}))`
}

/**
 * For an open visit `v` of a patient `p` who may be admitted: whether they came to the emergency room after they were
 * put where their stay says they are, or after their leave began, in which their bed may have been moved. So they are
 * here, whatever the stay says. `placed_at` is called of a leave alone: the boards ask this of every inpatient.
 */
export const hasComeSince = sql<SqlBool>`(v.kind = 'ER' and exists (
  select from stays s join stay_places c on c.hospital_id = s.hospital_id and c.stay_id = s.id
  where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.discharged_at is null
    and s.voided_at is null and upper_inf(c.during) and c.superseded_at is null
    and (lower(c.during) < v.visited_at or (c.kind = 'leave' and placed_at(c) < v.visited_at))))`

/** Selects, for an open visit `v` of a patient `p`, whether they are there, and not in a bed of a ward. */
export const isInVisit = sql<SqlBool>`(p.an is null or ${isBoarding('p')} or ${hasComeSince})`

/** Joins the visit `v` in which the patient `p` is, if they are in one and not in a bed of a ward. */
export const joinPresentVisit = sql`
  left join visits v on v.hospital_id = p.hospital_id and v.patient_id = p.id and v.is_open and ${isInVisit}`

/** Where the patient of a visit `v` is, in the words of the hospital; null without a visit. */
export const selectVisitPlace = sql<VisitPlace | null>`case when v.id is not null then json_build_object(
  'kind', v.kind, 'bay', v.bay, 'zone', (
    select json_build_object('name_en', zone.value ->> 'name_en', 'name_th', zone.value ->> 'name_th')
    from jsonb_array_elements(coalesce(
      (select t.settings -> 'zones' -> 'list' from triage_settings t where t.hospital_id = v.hospital_id
        order by t.version desc limit 1), ${JSON.stringify(standardZones.list)}::text::jsonb)) zone
    where zone.value ->> 'code' = v.zone)) end`
