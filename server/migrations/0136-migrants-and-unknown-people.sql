-- A migrant worker is identified by a card of their own, of some kind and with a number; a person whom nobody knows by how
-- they look, under an assumed name. The sex of a person can be unknown.
alter table patients
  add column migrant_kind text,
  add column migrant_no text,
  add column appearance text,
  drop constraint patients_identity_kind_check,
  drop constraint patients_gender_check,
  drop constraint patients_identity;
alter table patients
  add constraint patients_identity_kind_check
    check (identity_kind in ('national_id', 'passport', 'migrant', 'unknown', 'none')),
  add constraint patients_gender_check check (gender in ('male', 'female', 'other', 'unknown')),
  add constraint patients_identity check (
    case identity_kind
      when 'national_id' then national_id is not null
      when 'passport' then passport_no is not null
      when 'migrant' then migrant_no is not null
      else national_id is null and passport_no is null end
    and (identity_kind = 'migrant' or (migrant_no is null and migrant_kind is null))
    and (identity_kind = 'unknown') = (appearance is not null));

create or replace function index_patients() returns trigger language plpgsql as $$
declare
  renamed uuid[];
begin
  if tg_op = 'UPDATE' then
    renamed := array(
      select c.id from changed c join former f on f.id = c.id
      where (c.hn, c.title, c.name, c.surname, c.name_en, c.surname_en, c.national_id, c.passport_no, c.migrant_no,
          c.mobile, c.contact_number)
        is distinct from (f.hn, f.title, f.name, f.surname, f.name_en, f.surname_en, f.national_id, f.passport_no,
          f.migrant_no, f.mobile, f.contact_number));
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
    ('national_id', search_key(c.migrant_no)),
    ('phone', phone_key(c.mobile)),
    ('phone', phone_key(c.contact_number))
  ) as k (kind, key)
  where k.key <> '' and (renamed is null or c.id = any(renamed))
  on conflict do nothing;
  return null;
end $$;
