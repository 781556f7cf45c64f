import { admittedDisposition } from 'contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * For a referral `f`: whether its patient, whose records are given, can still be admitted with it. It does not lead
 * out, nobody said that they do not come, and no stay and no visit of theirs has used it: whoever left the emergency
 * room to be admitted has not come and gone, nor has whoever went home until the day for which their admission is
 * planned.
 */
export const isAdmissible = (records: RawBuilder<string[]>) => sql<SqlBool>`(
  f.form = 'ambulance-referral' and f.state <> 'void' and f.answers ->> 'direction' in ('IN', 'BACK')
  and not exists (select from stays s
    where s.hospital_id = f.hospital_id and s.patient_id = any(${records}) and s.voided_at is null
      and (coalesce(s.discharged_at, 'infinity') >= f.created_at
        or s.referral_number = nullif(f.answers ->> 'letter_number', '')))
  and (exists (select from admission_requests q
      where q.hospital_id = f.hospital_id and q.patient_id = any(${records}) and q.state = 'open'
        and q.planned_on is not null)
    or not exists (select from visits v
      where v.hospital_id = f.hospital_id and v.patient_id = any(${records}) and not v.is_open
        and v.disposition is distinct from ${admittedDisposition} and v.left_at >= f.created_at))
  and coalesce((select a.act from referral_acts a
    where a.hospital_id = f.hospital_id and a.record_id = f.id
      and a.act in ('ACCEPTED', 'DECLINED', 'ARRIVED', 'NOT_ARRIVED')
    order by a.position desc limit 1) not in ('DECLINED', 'NOT_ARRIVED'), true))`
