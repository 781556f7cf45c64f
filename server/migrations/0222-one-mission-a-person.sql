-- One person was out on two missions at once, in two teams. Like a vehicle, a person is taken until the patient
-- is handed over, or nobody is brought: their way back takes them from nobody.
create function takes_its_crew(state text) returns boolean language sql immutable as $$
  select state in ('ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION')
$$;

-- Of somebody who is on two already, the mission that was called last takes them.
alter table mission_crews add column is_taken boolean not null default false;
update mission_crews c set is_taken = true
  from (
    select distinct on (o.hospital_id, o.staff_id) o.hospital_id, o.mission_id, o.staff_id
    from mission_crews o join missions m on m.hospital_id = o.hospital_id and m.id = o.mission_id
    where o.is_on and takes_its_crew(m.state)
    order by o.hospital_id, o.staff_id, m.called_at desc, m.id desc) newest
  where newest.hospital_id = c.hospital_id and newest.mission_id = c.mission_id and newest.staff_id = c.staff_id;
create unique index mission_crews_one_a_person on mission_crews (hospital_id, staff_id) where is_taken;
grant update (is_taken) on mission_crews to panel_app;

-- In one order, so that two missions with the same people do not wait for each other.
create or replace function note_crew_of_mission() returns trigger language plpgsql as $$
begin
  update mission_crews set is_on = false, is_taken = false
    where hospital_id = new.hospital_id and mission_id = new.id and is_on;
  insert into mission_crews (hospital_id, mission_id, staff_id, is_on, is_taken, position, role, level,
      certificate_number)
    select new.hospital_id, new.id, c.staff_id, true, takes_its_crew(new.state), c.position, c.role, c.level,
      c.certificate_number
    from team_members c where c.hospital_id = new.hospital_id and c.team_id = new.team_id
    order by c.staff_id
    on conflict (hospital_id, mission_id, staff_id) do update set is_on = true, is_taken = excluded.is_taken,
      position = excluded.position, role = excluded.role, level = excluded.level,
      certificate_number = excluded.certificate_number;
  return null;
end $$;

-- A step between two states that both take the crew changes nothing: a crew on the road is never refused its next step.
create function take_crew_of_mission() returns trigger language plpgsql as $$
begin
  update mission_crews set is_taken = takes_its_crew(new.state)
    where hospital_id = new.hospital_id and mission_id = new.id and is_on;
  return null;
end $$;
create trigger missions_take_crew after update of state on missions
  for each row when (takes_its_crew(old.state) <> takes_its_crew(new.state)
    and old.team_id is not distinct from new.team_id)
  execute function take_crew_of_mission();
