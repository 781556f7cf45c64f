-- A mission begins with a complete request for an ambulance, whose id it has. Its state is that after its events, which are
-- only added to.
create table missions (
  hospital_id uuid not null,
  id uuid not null,
  number text collate "C" not null,
  called_at timestamptz not null,
  state text collate "C" not null default 'REQUESTED' check (state in ('REQUESTED', 'ACCEPTED', 'ASSIGNED', 'DISPATCHED',
    'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'CLOSED', 'DECLINED',
    'CANCELLED', 'STOOD_DOWN', 'NO_TRANSPORT')),
  vehicle_id uuid,
  team_id uuid,
  -- Another one than the request says.
  destination text,
  ended_at timestamptz,
  version int not null default 1,
  -- The vehicle and the team are taken.
  is_out boolean not null generated always as (state in ('ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE',
    'AT_DESTINATION', 'HANDED_OVER', 'STOOD_DOWN', 'NO_TRANSPORT')) stored,
  primary key (hospital_id, id),
  foreign key (hospital_id, id) references form_records (hospital_id, id),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, team_id) references teams (hospital_id, id),
  constraint missions_have_a_crew check (not is_out or (vehicle_id is not null and team_id is not null)),
  constraint missions_end check ((ended_at is not null) = (state in ('CLOSED', 'DECLINED', 'CANCELLED')))
);
create unique index missions_one_a_vehicle on missions (hospital_id, vehicle_id) where is_out;
create unique index missions_one_a_team on missions (hospital_id, team_id) where is_out;
create index missions_open on missions (hospital_id, called_at, id) where ended_at is null;
create index missions_ended on missions (hospital_id, ended_at) where ended_at is not null;

create table mission_events (
  hospital_id uuid not null,
  -- Made by the device: a step that is sent again changes nothing.
  id uuid not null,
  mission_id uuid not null,
  position int not null,
  step text collate "C" not null check (step in ('ACCEPTED', 'ASSIGNED', 'DISPATCHED', 'EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE',
    'AT_DESTINATION', 'HANDED_OVER', 'BACK_AT_BASE', 'CLOSED', 'DECLINED', 'CANCELLED', 'STOOD_DOWN', 'NO_TRANSPORT',
    'REASSIGNED', 'DIVERTED')),
  at timestamptz not null,
  recorded_at timestamptz not null,
  source text collate "C" not null check (source in ('BUTTON', 'GPS', 'DESK', 'LATER')),
  -- Null if the voiding of the request ended the mission.
  staff_id uuid,
  reason text collate "C",
  note text,
  vehicle_id uuid,
  team_id uuid,
  destination text,
  primary key (hospital_id, id),
  unique (hospital_id, mission_id, position),
  foreign key (hospital_id, mission_id) references missions (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, team_id) references teams (hospital_id, id)
);
create trigger mission_events_append_only before update or delete on mission_events
  for each row execute function refuse_change();
create trigger never_emptied before truncate on mission_events for each statement execute function refuse_change();

grant select, insert, update on missions to panel_app;
grant select, insert on mission_events to panel_app;
do $$
declare t text;
begin
  foreach t in array array['missions', 'mission_events'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = (select current_hospital()))', t);
  end loop;
end $$;

create function begin_mission_of_request() returns trigger language plpgsql as $$
begin
  insert into missions (hospital_id, id, number, called_at)
    values (new.hospital_id, new.id, new.number, (new.answers ->> 'received_at')::timestamptz);
  return null;
end $$;
create trigger form_records_begin_missions after update on form_records
  for each row when (new.form = 'ambulance-request' and old.state = 'draft' and new.state = 'complete')
  execute function begin_mission_of_request();

-- A request whose vehicle is assigned is not voided: the mission is called back first.
create function end_mission_of_request() returns trigger language plpgsql as $$
begin
  if exists (select from missions where hospital_id = new.hospital_id and id = new.id and is_out) then
    raise exception 'a vehicle is assigned to this request' using errcode = 'check_violation', constraint = 'missions_request_stays';
  end if;
  insert into mission_events (hospital_id, id, mission_id, position, step, at, recorded_at, source, staff_id)
    select m.hospital_id, gen_random_uuid(), m.id, m.version, 'CANCELLED', new.voided_at, new.voided_at, 'DESK', new.voided_by
    from missions m where m.hospital_id = new.hospital_id and m.id = new.id and m.ended_at is null;
  update missions set state = 'CANCELLED', ended_at = new.voided_at, version = version + 1
    where hospital_id = new.hospital_id and id = new.id and ended_at is null;
  return null;
end $$;
create trigger form_records_end_missions after update on form_records
  for each row when (new.form = 'ambulance-request' and old.state = 'complete' and new.state = 'void')
  execute function end_mission_of_request();
