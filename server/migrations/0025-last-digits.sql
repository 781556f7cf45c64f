-- The last digits of an HN find its patient: a key that is written backwards begins with them.
alter table patient_search
  drop constraint patient_search_kind_check,
  add constraint patient_search_kind_check
    check (kind in ('hn', 'hn_end', 'vn', 'an', 'name', 'national_id', 'phone'));

-- Nothing where there are too few to tell anybody by.
create function hn_end_key(value text) returns text language sql immutable parallel safe
  return case when length(search_key(value)) >= 3 then reverse(search_key(value)) else '' end;

create or replace function index_patients() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from patient_search s using changed c
      where s.hospital_id = c.hospital_id and s.patient_id = c.id and s.kind not in ('vn', 'an');
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
  where k.key <> ''
  on conflict do nothing;
  return null;
end $$;

insert into patient_search (hospital_id, kind, key, patient_id)
select hospital_id, 'hn_end', hn_end_key(hn), id from patients where hn_end_key(hn) <> '';
