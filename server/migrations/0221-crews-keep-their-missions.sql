-- Who has a mission was told by who is in its team today: a new shift in the team took it from those on the road. Now
-- those have it who were in the team when it was given to it (`is_on`), with what they were in it, until it is given to
-- others. Who joins the team later has its next missions.
drop trigger team_members_note_crew on team_members;
drop function note_member_of_crew();
drop trigger mission_crews_append_only on mission_crews;
drop trigger missions_note_crew on missions;

-- Of those who had left the team before this migration, nobody knows what they were in it.
alter table mission_crews add column is_on boolean not null default false,
  add column position int,
  add column role text collate "C" check (role in ('LEADER', 'CARE', 'DRIVER')),
  add column level text collate "C" check (
    level in ('EP', 'MD', 'ENP', 'RN', 'PARAMEDIC', 'AEMT', 'EMT', 'EMR', 'NA', 'DRIVER', 'OTHER')),
  add column certificate_number text;

-- Missions until now: who is in the team today has it, and so has whoever was in it, if it was never another team's.
insert into mission_crews (hospital_id, mission_id, staff_id)
  select m.hospital_id, m.id, c.staff_id
  from missions m join team_members c on c.hospital_id = m.hospital_id and c.team_id = m.team_id
  where m.ended_at is null
  on conflict do nothing;
update mission_crews c set is_on = true
  from missions m
  where m.hospital_id = c.hospital_id and m.id = c.mission_id and m.team_id is not null
    and (not exists (select from mission_events e where e.hospital_id = m.hospital_id and e.mission_id = m.id
        and e.step = 'REASSIGNED')
      or exists (select from team_members t where t.hospital_id = m.hospital_id and t.team_id = m.team_id
        and t.staff_id = c.staff_id));
update mission_crews c
  set position = t.position, role = t.role, level = t.level, certificate_number = t.certificate_number
  from missions m join team_members t on t.hospital_id = m.hospital_id and t.team_id = m.team_id
  where m.hospital_id = c.hospital_id and m.id = c.mission_id and t.staff_id = c.staff_id;

create trigger mission_crews_append_only before update of hospital_id, mission_id, staff_id or delete on mission_crews
  for each row execute function refuse_change();
grant update (is_on, position, role, level, certificate_number) on mission_crews to panel_app;

create or replace function note_crew_of_mission() returns trigger language plpgsql as $$
begin
  update mission_crews set is_on = false
    where hospital_id = new.hospital_id and mission_id = new.id and is_on;
  insert into mission_crews (hospital_id, mission_id, staff_id, is_on, position, role, level, certificate_number)
    select new.hospital_id, new.id, c.staff_id, true, c.position, c.role, c.level, c.certificate_number
    from team_members c where c.hospital_id = new.hospital_id and c.team_id = new.team_id
    on conflict (hospital_id, mission_id, staff_id) do update set is_on = true, position = excluded.position,
      role = excluded.role, level = excluded.level, certificate_number = excluded.certificate_number;
  return null;
end $$;
create trigger missions_note_crew after insert or update of team_id on missions
  for each row execute function note_crew_of_mission();
