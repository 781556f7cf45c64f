-- Where vehicles are. Only added to; what is a month old is deleted.
create table vehicle_positions (
  hospital_id uuid not null,
  id uuid not null,
  vehicle_id uuid not null,
  -- By the clock of the phone or of the tracker.
  at timestamptz not null,
  received_at timestamptz not null,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy_m double precision,
  source text collate "C" not null check (source in ('PHONE', 'TRACKER')),
  -- Whose phone.
  staff_id uuid,
  primary key (hospital_id, id),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  constraint vehicle_positions_source check ((source = 'PHONE') = (staff_id is not null))
);
create unique index vehicle_positions_newest on vehicle_positions (hospital_id, vehicle_id, at desc, source);
create index vehicle_positions_by_arrival on vehicle_positions (received_at);
create trigger vehicle_positions_never_changed before update on vehicle_positions
  for each row execute function refuse_change();
create trigger never_emptied before truncate on vehicle_positions for each statement execute function refuse_change();
grant select, insert on vehicle_positions to panel_app;
alter table vehicle_positions enable row level security;
create policy own_hospital on vehicle_positions to panel_app using (hospital_id = (select current_hospital()));
