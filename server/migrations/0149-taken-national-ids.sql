-- First, so that no node of the version before holds a row for which the next statements wait, and waits for them.
lock table patients in access exclusive mode;

-- A record that is kept takes over the national ID of the one that is merged into it, if it has none. What it was
-- identified by until then is kept with the merge, for when the records are separated.
alter table patient_merges
  add column replaced_identity jsonb,
  add constraint patient_merges_replaced check (jsonb_typeof(replaced_identity) = 'object');
drop trigger patient_merges_end_once on patient_merges;
create trigger patient_merges_end_once before update on patient_merges
  for each row when (old.separated_at is not null
    or (old.patient_id, old.into_id, old.merged_at, old.merged_by, old.reason, old.replaced_identity)
      is distinct from (new.patient_id, new.into_id, new.merged_at, new.merged_by, new.reason, new.replaced_identity))
  execute function refuse_change();

-- The first place of a national ID, 0 in `doubled`, is for a record in use. A merged one keeps its ID behind that, and so
-- can stay as it was when the used record takes the ID over.
update patients p set doubled = same.last + same.place
from (select m.id,
    row_number() over (partition by m.hospital_id, m.national_id order by m.number) as place,
    (select max(o.doubled) from patients o
      where o.hospital_id = m.hospital_id and o.national_id = m.national_id) as last
  from patients m where m.merged_into is not null and m.national_id is not null) same
where same.id = p.id;
update patients p set doubled = 0
where p.merged_into is null and p.doubled > 0 and not exists (select from patients o
  where o.hospital_id = p.hospital_id and o.national_id = p.national_id and o.merged_into is null
    and o.doubled < p.doubled);
alter table patients add constraint patients_first_is_used
  check (merged_into is null or national_id is null or doubled > 0);

create or replace function follow_as_first() returns trigger language plpgsql as $$
begin
  update patients set doubled = 0 where id = (
    select id from patients
    where hospital_id = old.hospital_id and national_id = old.national_id and merged_into is null
    order by doubled limit 1) and doubled > 0;
  return null;
end $$;
drop trigger patients_left on patients;
create trigger patients_left after update of national_id, merged_into on patients
  for each row when (old.doubled = 0 and (old.national_id is distinct from new.national_id
    or (old.merged_into is null and new.merged_into is not null)))
  execute function follow_as_first();

-- A record that is separated takes the first place again, unless another one in use has its national ID by now: then the
-- two are told apart as others who share one are, until one of them is corrected.
create or replace function copy_merged_into() returns trigger language plpgsql as $$
begin
  with recursive below (id) as (
    select new.patient_id
    union
    select m.patient_id from patient_merges m join below b on b.id = m.into_id
      where m.hospital_id = new.hospital_id and m.separated_at is null)
  update patients p
    set merged_into = case
      when new.separated_at is null then coalesce((select k.merged_into from patients k
        where k.hospital_id = new.hospital_id and k.id = new.into_id), new.into_id)
      when p.id <> new.patient_id then new.patient_id end,
    doubled = case
      when p.id <> new.patient_id or p.national_id is null then p.doubled
      when new.separated_at is null then (select max(o.doubled) + 1 from patients o
        where o.hospital_id = p.hospital_id and o.national_id = p.national_id)
      when exists (select from patients o
        where o.hospital_id = p.hospital_id and o.national_id = p.national_id and o.merged_into is null)
        then p.doubled
      else 0 end
    from below b where p.hospital_id = new.hospital_id and p.id = b.id;
  return null;
end $$;
