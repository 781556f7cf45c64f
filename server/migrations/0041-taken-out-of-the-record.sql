-- A weight, height or waist that somebody had taken out of the record came among the readings with the others (0038), and
-- was shown as the newest. It is taken back as of when it was taken out; what was measured besides stays.
create temporary table taken_out on commit drop as
select r.hospital_id, r.patient_id, r.id, r.measured_at, c.at as replaced_at,
  case c.field when 'waist_circumference' then 'waist' else c.field end as vital
from patient_changes c cross join lateral (
  select r.hospital_id, r.patient_id, r.id, r.measured_at from readings r
  where r.hospital_id = c.hospital_id and r.patient_id = c.patient_id and r.kind = 'body' and r.source = 'manual'
    and r.received_at = r.measured_at and r.measured_at <= c.at and r.replaced_at is null
    and case c.field when 'height' then r.height when 'weight' then r.weight else r.waist end = c.from_value::float8
  order by r.measured_at desc limit 1) r
where c.field in ('height', 'weight', 'waist_circumference')
  and coalesce(jsonb_typeof(c.to_value), 'null') = 'null' and jsonb_typeof(c.from_value) = 'number'
  and c.at < (select at from migrations where name = '0038-one-body.sql');

update readings r set replaced_at = t.replaced_at from taken_out t
where r.measured_at = t.measured_at and r.id = t.id;

delete from latest_values l using taken_out t
where l.hospital_id = t.hospital_id and l.patient_id = t.patient_id and l.vital = t.vital
  and l.measured_at = t.measured_at;

insert into latest_values (hospital_id, patient_id, vital, value, measured_at, source)
select distinct on (t.patient_id, t.vital)
  r.hospital_id, r.patient_id, t.vital, body.value, least(r.measured_at, r.received_at), r.source
from taken_out t
  join readings r on r.hospital_id = t.hospital_id and r.patient_id = t.patient_id and r.kind = 'body'
    and r.replaced_at is null
  cross join lateral (values ('height', r.height), ('weight', r.weight), ('waist', r.waist)) as body (vital, value)
where body.vital = t.vital and body.value is not null
order by t.patient_id, t.vital, r.measured_at desc
on conflict do nothing;
