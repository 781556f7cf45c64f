-- What a crew tells the emergency room of whom it brings. The newest of a mission counts; none is changed.
create table pre_alerts (
  hospital_id uuid not null,
  -- Made by the device: a pre-alert that is sent again changes nothing.
  id uuid not null,
  mission_id uuid not null,
  position int not null,
  -- That of the mission when it was told: a diversion after it is of this version or later.
  mission_version int not null,
  at timestamptz not null,
  staff_id uuid not null,
  colour text collate "C" not null check (colour in ('RED', 'YELLOW', 'GREEN', 'WHITE')),
  scheme text collate "C" not null check (scheme in ('ATMIST', 'ISBAR')),
  story jsonb not null,
  -- When the crew will arrive, by its own word.
  eta_at timestamptz,
  isolation text[] not null,
  fast_tracks text[] not null,
  told jsonb not null,
  measured_at timestamptz not null,
  -- The alarm that it raised.
  alarm_id uuid references alarms,
  primary key (hospital_id, id),
  unique (hospital_id, mission_id, position),
  foreign key (hospital_id, mission_id) references missions (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger pre_alerts_append_only before update or delete on pre_alerts
  for each row execute function refuse_change();
create trigger never_emptied before truncate on pre_alerts for each statement execute function refuse_change();

-- What the emergency room does about somebody whom an ambulance brings.
create table inbound_acts (
  hospital_id uuid not null,
  id uuid not null,
  mission_id uuid not null,
  act text collate "C" not null check (act in ('ACKNOWLEDGED', 'PREPARED', 'ARRIVED')),
  at timestamptz not null,
  staff_id uuid not null,
  pre_alert_id uuid,
  zone text collate "C",
  bay text,
  patient_id uuid,
  visit_id uuid,
  primary key (hospital_id, id),
  foreign key (hospital_id, mission_id) references missions (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, pre_alert_id) references pre_alerts (hospital_id, id),
  foreign key (hospital_id, patient_id, visit_id) references visits (hospital_id, patient_id, id),
  constraint inbound_acts_of_something check (case act when 'ACKNOWLEDGED' then pre_alert_id is not null
    when 'PREPARED' then zone is not null else visit_id is not null and patient_id is not null end)
);
create index inbound_acts_of_mission on inbound_acts (hospital_id, mission_id, at);
create unique index inbound_acknowledged_once on inbound_acts (hospital_id, pre_alert_id) where act = 'ACKNOWLEDGED';
create unique index inbound_arrived_once on inbound_acts (hospital_id, mission_id) where act = 'ARRIVED';
create unique index inbound_of_visit on inbound_acts (hospital_id, visit_id) where act = 'ARRIVED';
create trigger inbound_acts_append_only before update or delete on inbound_acts
  for each row execute function refuse_change();
create trigger never_emptied before truncate on inbound_acts for each statement execute function refuse_change();

grant select, insert on pre_alerts, inbound_acts to panel_app;
do $$
declare t text;
begin
  foreach t in array array['pre_alerts', 'inbound_acts'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = (select current_hospital()))', t);
  end loop;
end $$;
