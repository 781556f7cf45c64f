-- A visit that ended with a discharge did not end so if the admission was in error: it is open again. Whoever was
-- discharged a day before, came again or was admitted since is not there any more, nor is anybody in a merged record: how
-- that visit ended is not known then.
create function free_visit_of_void_stay() returns trigger language plpgsql as $$
declare
  ended visits;
  goes_on boolean;
begin
  select v.* into ended from visits v
    where v.hospital_id = new.hospital_id and v.patient_id = new.patient_id and not v.is_open and v.disposition = 2
      and v.left_at = greatest(v.visited_at, new.discharged_at)
      and not exists (
        select from stays s
        where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.id <> new.id and s.voided_at is null
          and s.discharged_at is not null and v.left_at = greatest(v.visited_at, s.discharged_at))
    order by v.visited_at desc
    limit 1;
  if not found then
    return null;
  end if;
  goes_on := new.discharged_at > new.voided_at - interval '24 hours'
    and not exists (
      select from visits n
      where n.hospital_id = ended.hospital_id and n.patient_id = ended.patient_id and n.id <> ended.id
        and (n.is_open or n.visited_at > ended.visited_at))
    and not exists (
      select from stays s
      where s.hospital_id = ended.hospital_id and s.patient_id = ended.patient_id and s.voided_at is null
        and s.admitted_at >= ended.visited_at)
    and not exists (
      select from patients p
      where p.hospital_id = ended.hospital_id and p.id = ended.patient_id and p.merged_into is not null);
  update visits v
    set is_open = goes_on, disposition = null, left_at = case when not goes_on then v.left_at end,
      bay = case when not goes_on or not exists (
        select from visits o
        where o.hospital_id = v.hospital_id and upper(o.bay) = upper(v.bay) and o.is_open and o.id <> v.id) then v.bay end
    where v.id = ended.id;
  return null;
end $$;
-- Its name comes before `stays_void`, which asks whether the visit of a request is open.
create trigger stays_unadmitted after update on stays
  for each row when (old.voided_at is null and new.voided_at is not null and new.discharged_at is not null)
  execute function free_visit_of_void_stay();

update visits v set disposition = null
  where not v.is_open and v.disposition = 2
    and exists (
      select from stays s
      where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is not null
        and s.discharged_at is not null and v.left_at = greatest(v.visited_at, s.discharged_at))
    and not exists (
      select from stays s
      where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is null
        and s.discharged_at is not null and v.left_at = greatest(v.visited_at, s.discharged_at));
