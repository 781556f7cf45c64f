-- The people of a crew are changed while its mission goes on, which keeps its vehicle and its times: somebody is
-- relieved, or somebody else went than those of the team. `left_at`: since when somebody is in the crew no more to which
-- the mission was given. What they did before that is theirs.
alter table mission_crews add column left_at timestamptz,
  add constraint mission_crews_left check (not is_on or left_at is null);
grant update (left_at) on mission_crews to panel_app;

create or replace function note_crew_of_mission() returns trigger language plpgsql as $$
begin
  update mission_crews set is_on = false, is_taken = false, left_at = null
    where hospital_id = new.hospital_id and mission_id = new.id and (is_on or left_at is not null);
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

alter table mission_events drop constraint mission_events_step_check,
  add constraint mission_events_step_check check (step in ('ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE',
    'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'CLOSED', 'DECLINED', 'CANCELLED', 'STOOD_DOWN',
    'NO_TRANSPORT', 'REASSIGNED', 'DIVERTED', 'OPERATION_CHANGED', 'CREW_CHANGED', 'CALLED', 'WITHDRAWN')),
  add constraint mission_events_crew_changed check (step <> 'CREW_CHANGED' or note is not null);

-- Whom such an event is about: what they are in the crew from then on; without a role they leave it.
create table mission_crew_changes (
  hospital_id uuid not null,
  event_id uuid not null,
  staff_id uuid not null,
  position int not null,
  role text collate "C" check (role in ('LEADER', 'CARE', 'DRIVER')),
  level text collate "C" check (
    level in ('EP', 'MD', 'ENP', 'RN', 'PARAMEDIC', 'AEMT', 'EMT', 'EMR', 'NA', 'DRIVER', 'OTHER')),
  primary key (hospital_id, event_id, staff_id),
  foreign key (hospital_id, event_id) references mission_events (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  constraint mission_crew_changes_whole check ((role is null) = (level is null))
);
create trigger mission_crew_changes_append_only before update or delete on mission_crew_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on mission_crew_changes for each statement execute function refuse_change();
grant select, insert on mission_crew_changes to panel_app;
alter table mission_crew_changes enable row level security;
create policy own_hospital on mission_crew_changes to panel_app using (hospital_id = (select current_hospital()));
