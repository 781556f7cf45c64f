-- Who was in the crew of a mission, whoever its team has today: the members of the team to which it was given, and those who
-- joined it while the mission lasted.
create table mission_crews (
  hospital_id uuid not null,
  mission_id uuid not null,
  staff_id uuid not null,
  primary key (hospital_id, mission_id, staff_id),
  foreign key (hospital_id, mission_id) references missions (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger mission_crews_append_only before update or delete on mission_crews
  for each row execute function refuse_change();
create trigger never_emptied before truncate on mission_crews for each statement execute function refuse_change();

grant select, insert on mission_crews to panel_app;
alter table mission_crews enable row level security;
create policy own_hospital on mission_crews to panel_app using (hospital_id = (select current_hospital()));

create function note_crew_of_mission() returns trigger language plpgsql as $$
begin
  insert into mission_crews (hospital_id, mission_id, staff_id)
    select new.hospital_id, new.id, c.staff_id from team_members c
    where c.hospital_id = new.hospital_id and c.team_id = new.team_id
    on conflict do nothing;
  return null;
end $$;
create trigger missions_note_crew after insert or update of team_id on missions
  for each row when (new.team_id is not null) execute function note_crew_of_mission();

create function note_member_of_crew() returns trigger language plpgsql as $$
begin
  insert into mission_crews (hospital_id, mission_id, staff_id)
    select m.hospital_id, m.id, new.staff_id from missions m
    where m.hospital_id = new.hospital_id and m.team_id = new.team_id and m.is_out
    on conflict do nothing;
  return null;
end $$;
create trigger team_members_note_crew after insert on team_members
  for each row execute function note_member_of_crew();

-- Of missions until now only the present members of their teams are known.
insert into mission_crews (hospital_id, mission_id, staff_id)
  select distinct e.hospital_id, e.mission_id, c.staff_id
  from mission_events e join team_members c on c.hospital_id = e.hospital_id and c.team_id = e.team_id
  union
  select m.hospital_id, m.id, c.staff_id
  from missions m join team_members c on c.hospital_id = m.hospital_id and c.team_id = m.team_id;
