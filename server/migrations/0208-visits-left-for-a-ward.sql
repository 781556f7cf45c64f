-- A visit that a patient left for the ward ends when they come again while that stay lasts. Its end is not that of the
-- stay: a discharge and its undo leave it as it is. A visit that ended as it began is no visit of a stay that lasts.
create or replace function end_visit_of_stay() returns trigger language plpgsql as $$
begin
  update visits v
    set is_open = new.discharged_at is null, left_at = case when new.discharged_at is not null then greatest(v.visited_at, new.discharged_at) end,
        disposition = case when new.discharged_at is not null then 2 end,
        bay = case when new.discharged_at is not null or not exists (
          select from visits o
          where o.hospital_id = v.hospital_id and upper(o.bay) = upper(v.bay) and o.is_open and o.id <> v.id) then v.bay end
    where v.id = (
      select o.id from visits o
      where o.hospital_id = new.hospital_id and o.patient_id = new.patient_id
        and o.visited_at <= coalesce(new.discharged_at, 'infinity')
        and (o.is_open or (o.disposition = 2 and old.discharged_at is not null
          and o.left_at = greatest(o.visited_at, old.discharged_at)))
        and not (o.kind = 'ER' and exists (
          select from stay_places c
          where c.hospital_id = new.hospital_id and c.stay_id = new.id and c.superseded_at is null
            and upper(c.during) = new.discharged_at and placed_at(c) < o.visited_at))
      order by o.is_open desc, o.visited_at desc
      limit 1)
    and not (v.is_open and new.discharged_at is null);
  return null;
end $$;

-- Nobody left for a ward in a stay that is void, unless another one takes its place: how such a visit ended is not known.
create function unadmit_visits_of_void_stay() returns trigger language plpgsql as $$
begin
  update visits v
    set disposition = null
    where v.hospital_id = new.hospital_id and v.patient_id = new.patient_id and not v.is_open and v.disposition = 2
      and v.left_at >= new.admitted_at and v.left_at < coalesce(new.discharged_at, new.voided_at)
      and (find_stay_instead(new)).id is null
      and not exists (
        select from stays s
        where s.hospital_id = v.hospital_id and s.patient_id = v.patient_id and s.voided_at is null
          and s.admitted_at <= v.left_at and coalesce(s.discharged_at, 'infinity') >= v.left_at);
  return null;
end $$;
create trigger stays_left_for after update on stays
  for each row when (old.voided_at is null and new.voided_at is not null)
  execute function unadmit_visits_of_void_stay();
