-- A vehicle and a team whose patient is handed over, who brought nobody, or who were called back can go to the next call
-- from where they are: their way back takes them from nobody.
drop index missions_one_a_vehicle;
drop index missions_one_a_team;
create unique index missions_one_a_vehicle on missions (hospital_id, vehicle_id)
  where state in ('ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION');
create unique index missions_one_a_team on missions (hospital_id, team_id)
  where state in ('ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION');
create index missions_out on missions (hospital_id, vehicle_id) where is_out;

-- Whether a vehicle could go, wherever it is: as a person decided; else as its newest check found; else a check is due once
-- a paper has run out, or if none that counts was made since an instant.
create function vehicle_fitness(v vehicles, today date, due_since timestamptz) returns text language sql stable as $$
  select case
    when v.out_reason is not null then 'OUT_OF_SERVICE'
    when (select c.result from equipment_checks c where c.hospital_id = v.hospital_id and c.vehicle_id = v.id
      order by c.checked_at desc, c.id desc limit 1) = 'NOT_READY' then 'NOT_READY'
    when least(v.certificate_expires_on, v.act_expires_on, v.tax_expires_on, v.insurance_expires_on) < today
      then 'CHECK_DUE'
    when due_since is not null and not exists (select from equipment_checks c
      where c.hospital_id = v.hospital_id and c.vehicle_id = v.id and c.checked_at >= due_since and c.result <> 'NOT_READY'
        and (not c.needs_second or exists (select from equipment_seconds s
          where s.hospital_id = c.hospital_id and s.check_id = c.id)))
      then 'CHECK_DUE'
    else 'READY' end
$$;

create or replace function vehicle_status(v vehicles, today date, due_since timestamptz) returns text language sql stable as $$
  select case
    when exists (select from missions m
      where m.hospital_id = v.hospital_id and m.vehicle_id = v.id and m.is_out) then 'ON_MISSION'
    else vehicle_fitness(v, today, due_since) end
$$;
