-- Weight, height and waist were kept twice: in the record, as somebody typed them, and among the readings, as they were
-- measured. The readings are the truth, with their history; the record shows the newest.
with typed as (
  select hospital_id, patient_id, field, at, staff_id, to_value as value
  from patient_changes
  where field in ('height', 'weight', 'waist_circumference')
  union all
  -- What stood there before the first change.
  (select distinct on (c.patient_id, c.field) c.hospital_id, c.patient_id, c.field, p.created_at, null, c.from_value
   from patient_changes c join patients p on p.id = c.patient_id
   where c.field in ('height', 'weight', 'waist_circumference')
   order by c.patient_id, c.field, c.version)
  union all
  select p.hospital_id, p.id, body.field, p.created_at, null, to_jsonb(body.value)
  from patients p, lateral (values ('height', p.height_cm), ('weight', p.weight_kg), ('waist_circumference', p.waist_cm))
    as body (field, value)
  where not exists (select from patient_changes c where c.patient_id = p.id and c.field = body.field)
), kept as (
  insert into readings (measured_at, id, hospital_id, patient_id, kind, source, received_at, entered_by, height, weight, waist)
  select at, gen_random_uuid(), hospital_id, patient_id, 'body', 'manual', at, staff_id,
    case field when 'height' then value::float8 end,
    case field when 'weight' then value::float8 end,
    case field when 'waist_circumference' then value::float8 end
  from typed where jsonb_typeof(value) = 'number'
  returning 1
)
select count(*) from kept;

insert into latest_values (hospital_id, patient_id, vital, value, measured_at, source)
select distinct on (r.patient_id, body.vital)
  r.hospital_id, r.patient_id, body.vital, body.value::numeric::float8, least(r.measured_at, r.received_at), r.source
from readings r, lateral (values ('height', r.height), ('weight', r.weight), ('waist', r.waist)) as body (vital, value)
where r.kind = 'body' and r.patient_id is not null and r.replaced_at is null and body.value is not null
order by r.patient_id, body.vital, r.measured_at desc
on conflict (hospital_id, patient_id, vital) do update
  set value = excluded.value, measured_at = excluded.measured_at, source = excluded.source
  where latest_values.measured_at < excluded.measured_at;

alter table patients drop column height_cm, drop column weight_kg, drop column waist_cm;
