-- Since when a patient is where this place says, or on leave: while they are away their bed may be moved, which is another
-- place of the same leave.
create function placed_at(place stay_places) returns timestamptz language sql stable
  return case when place.kind <> 'leave' then lower(place.during) else (
    select min(lower(l.during)) from stay_places l
    where l.hospital_id = place.hospital_id and l.stay_id = place.stay_id and l.superseded_at is null
      and l.kind = 'leave' and lower(l.during) <= lower(place.during)
      and not exists (
        select from stay_places o
        where o.hospital_id = l.hospital_id and o.stay_id = l.stay_id and o.superseded_at is null and o.kind <> 'leave'
          and lower(o.during) >= lower(l.during) and lower(o.during) < lower(place.during))) end;

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
        and (o.is_open or (o.disposition = 2 and o.left_at = greatest(o.visited_at, old.discharged_at)))
        and not (o.kind = 'ER' and exists (
          select from stay_places c
          where c.hospital_id = new.hospital_id and c.stay_id = new.id and c.superseded_at is null
            and upper(c.during) = new.discharged_at and placed_at(c) < o.visited_at))
      order by o.is_open desc, o.visited_at desc
      limit 1)
    and not (v.is_open and new.discharged_at is null);
  return null;
end $$;
