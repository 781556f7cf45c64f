-- A patient is numbered as the registration commits. The number has no gap, so whoever takes the next one locks the
-- hospital's row of patient_counts until the commit: taken earlier, each registration would wait for the whole of the one
-- before. Until then the patient has a negative number, which no other transaction sees.
create sequence patient_places as int increment -1 minvalue -2147483648 maxvalue -1 start -1 cycle;
grant usage on sequence patient_places to panel_app;
alter table patients alter column number set default nextval('patient_places');

create function number_patient() returns trigger language plpgsql as $$
declare
  next_number int;
begin
  insert into patient_counts as counted (hospital_id, patients) values (new.hospital_id, 1)
    on conflict (hospital_id) do update set patients = counted.patients + 1
    returning patients into next_number;
  update patients set number = next_number where id = new.id;
  return null;
end $$;
create constraint trigger patients_numbered after insert on patients deferrable initially deferred
  for each row when (new.number < 0) execute function number_patient();

-- Only patients who are found by something else than before are indexed again: their place, devices and triage change far
-- more often than their names.
create or replace function index_patients() returns trigger language plpgsql as $$
declare
  renamed uuid[];
begin
  if tg_op = 'UPDATE' then
    renamed := array(
      select c.id from changed c join former f on f.id = c.id
      where (c.hn, c.title, c.name, c.surname, c.name_en, c.surname_en, c.national_id, c.passport_no, c.mobile,
          c.contact_number)
        is distinct from (f.hn, f.title, f.name, f.surname, f.name_en, f.surname_en, f.national_id, f.passport_no,
          f.mobile, f.contact_number));
    if renamed = '{}' then return null; end if;
    delete from patient_search s using changed c
      where s.hospital_id = c.hospital_id and s.patient_id = c.id and c.id = any(renamed)
        and s.kind not in ('vn', 'an');
  end if;
  insert into patient_search (hospital_id, kind, key, patient_id)
  select c.hospital_id, k.kind, k.key, c.id
  from changed c cross join lateral (values
    ('hn', search_key(c.hn)),
    ('hn', ltrim(search_key(regexp_replace(c.hn, '^.*[-/]', '')), '0')),
    ('hn_end', hn_end_key(c.hn)),
    ('name', search_key(c.title || c.name || c.surname)),
    ('name', search_key(c.name || c.surname)),
    ('name', search_key(c.surname || c.name)),
    ('name', search_key(c.name_en || coalesce(c.surname_en, ''))),
    ('name', search_key(c.surname_en || coalesce(c.name_en, ''))),
    ('national_id', search_key(c.national_id)),
    ('national_id', search_key(c.passport_no)),
    ('phone', phone_key(c.mobile)),
    ('phone', phone_key(c.contact_number))
  ) as k (kind, key)
  where k.key <> '' and (renamed is null or c.id = any(renamed))
  on conflict do nothing;
  return null;
end $$;
drop trigger patients_updated on patients;
create trigger patients_updated after update on patients
  referencing old table as former new table as changed for each statement execute function index_patients();
