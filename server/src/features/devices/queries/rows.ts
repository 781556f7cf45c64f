import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { selectPatientLabel } from '../../../db/labels.ts'

export const wearerLabel = sql`case when p.id is not null then ${selectPatientLabel()} end`

export const patientJoins = sql`
  left join patients p on p.id = a.patient_id
  left join wards w on w.id = p.ward_id
  left join beds b on b.id = p.bed_id`

export const wrongClock = sql`(
  select json_build_object('behind_seconds', round(c.behind_ms / 1000)::int, 'since', c.since,
    'is_corrected', c.is_steady)
  from lagging_clocks c
  where d.retired_at is null and c.mac = d.mac and (c.is_steady or c.is_in_doubt)
    and (d.clock_right_at is null or c.received_at > d.clock_right_at))`

export const devicesWithWearer = sql`devices d
  left join device_assignments a on a.device_id = d.id and upper_inf(a.during)`

/**
 * By the device's name, model or MAC address in any spelling, or by the beginning of the HN or name of the patient who
 * has it.
 */
export function buildSearchConditions(text: string): RawBuilder<SqlBool>[] {
  const typed = text.trim().toLowerCase()
  if (typed === '') return []
  const digits = typed.replace(/[\s:.-]/g, '')
  return [
    sql`position(${typed} in lower(d.name)) > 0 or position(${typed} in lower(coalesce(d.model, ''))) > 0
      ${/^[0-9a-f]+$/.test(digits) ? sql`or position(${digits} in d.mac) > 0` : sql``}
      or exists (select from patient_search s where s.patient_id = a.patient_id and s.kind in ('hn', 'name')
        and search_key(${typed}) <> '' and starts_with(s.key, search_key(${typed})))`,
  ]
}
