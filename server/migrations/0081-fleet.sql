-- Vehicles, teams and operations of the ambulance service. What is no longer used is deactivated and stays readable.
create table teams (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  name text not null,
  -- The shifts and days on which the team is on duty. Without days it is every day; without shifts nobody can tell.
  shifts text[] not null default '{}',
  weekdays text[] not null default '{}',
  base_name text,
  latitude double precision,
  longitude double precision,
  default_vehicle_id uuid,
  deactivated_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by uuid,
  unique (hospital_id, id),
  foreign key (hospital_id, updated_by) references staff (hospital_id, id),
  check ((latitude is null) = (longitude is null))
);
create unique index teams_name on teams (hospital_id, search_key(name)) where deactivated_at is null;

create table vehicles (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  plate text not null,
  province text not null references provinces,
  call_sign text not null,
  class text collate "C" not null check (class in ('FR', 'BLS', 'ALS', 'SPECIAL')),
  brand text,
  model text,
  -- Of the Common Era.
  year int,
  vin text,
  certificate_number text,
  certificate_expires_on date,
  act_expires_on date,
  tax_expires_on date,
  insurance_expires_on date,
  -- In kilometres.
  odometer int check (odometer >= 0),
  stretchers int not null default 1 check (stretchers >= 0),
  has_negative_pressure boolean not null default false,
  has_ventilator boolean not null default false,
  has_incubator boolean not null default false,
  base_name text,
  latitude double precision,
  longitude double precision,
  default_team_id uuid,
  -- The device that travels with the vehicle.
  device_id uuid,
  -- Why a person took it out of service; null while it is in service. The day is when they expect it back.
  out_reason text,
  out_until date,
  photo_id uuid,
  deactivated_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by uuid,
  unique (hospital_id, id),
  foreign key (hospital_id, default_team_id) references teams (hospital_id, id),
  foreign key (hospital_id, device_id) references devices (hospital_id, id),
  foreign key (hospital_id, photo_id) references photos (hospital_id, id),
  foreign key (hospital_id, updated_by) references staff (hospital_id, id),
  check ((latitude is null) = (longitude is null)),
  check (out_until is null or out_reason is not null)
);
create unique index vehicles_plate on vehicles (hospital_id, province, search_key(plate)) where deactivated_at is null;
create unique index vehicles_call_sign on vehicles (hospital_id, search_key(call_sign)) where deactivated_at is null;
alter table teams add foreign key (hospital_id, default_vehicle_id) references vehicles (hospital_id, id)
  deferrable initially deferred;

create function refuse_falling_odometer() returns trigger language plpgsql as $$
begin
  raise exception 'an odometer never falls' using errcode = 'check_violation', constraint = 'vehicles_odometer_rises';
end $$;
create trigger vehicles_odometer_rises before update on vehicles
  for each row when (old.odometer is not null and coalesce(new.odometer, -1) < old.odometer)
  execute function refuse_falling_odometer();

-- `duty`: the shifts of a week in which the member is on duty, numbered from 0 for the first of Monday; null while the
-- team is deactivated.
create table team_members (
  hospital_id uuid not null,
  team_id uuid not null,
  staff_id uuid not null,
  position int not null,
  role text collate "C" not null check (role in ('LEADER', 'CARE', 'DRIVER')),
  level text collate "C" not null check (
    level in ('EP', 'MD', 'ENP', 'RN', 'PARAMEDIC', 'AEMT', 'EMT', 'EMR', 'NA', 'DRIVER', 'OTHER')),
  certificate_number text,
  certificate_expires_on date,
  phone text,
  duty int4multirange,
  primary key (hospital_id, team_id, staff_id),
  foreign key (hospital_id, team_id) references teams (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  constraint team_members_one_duty exclude using gist (hospital_id with =, staff_id with =, duty with &&)
);

-- At the commit: members are replaced as a whole.
create function require_complete_team() returns trigger language plpgsql as $$
declare
  members int;
  drivers int;
  team uuid;
begin
  if tg_table_name = 'teams' then
    team := new.id;
  elsif tg_op = 'DELETE' then
    team := old.team_id;
  else
    team := new.team_id;
  end if;
  select count(*), count(*) filter (where role = 'DRIVER') into members, drivers from team_members where team_id = team;
  if (members < 2 or drivers < 1) and exists (select from teams where id = team and deactivated_at is null) then
    raise exception 'a team has two members, and one drives' using errcode = 'check_violation', constraint = 'teams_complete';
  end if;
  return null;
end $$;
create constraint trigger teams_complete after insert or update of deactivated_at on teams
  deferrable initially deferred for each row execute function require_complete_team();
create constraint trigger teams_complete after insert or update or delete on team_members
  deferrable initially deferred for each row execute function require_complete_team();

create table operations (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  code text not null check (code ~ '\S'),
  name text not null,
  unit_level text collate "C" not null check (unit_level in ('FR', 'BLS', 'ILS', 'ALS', 'SPECIAL')),
  fee_code text,
  -- In baht.
  price numeric(10, 2) check (price >= 0),
  km_rate numeric(10, 2) check (km_rate >= 0),
  -- Target times; null for the standard one.
  activation_minutes int check (activation_minutes > 0),
  red_minutes int check (red_minutes > 0),
  yellow_minutes int check (yellow_minutes > 0),
  protocols text,
  forms text[] not null default '{}',
  deactivated_at timestamptz,
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by uuid,
  unique (hospital_id, id),
  foreign key (hospital_id, updated_by) references staff (hospital_id, id)
);
create unique index operations_code on operations (hospital_id, search_key(code)) where deactivated_at is null;

-- `version` is that of the operation, which the change made.
create table operation_changes (
  id uuid primary key,
  hospital_id uuid not null,
  operation_id uuid not null,
  at timestamptz not null,
  by_staff_id uuid not null,
  version int not null,
  field text not null,
  from_value jsonb,
  to_value jsonb,
  foreign key (hospital_id, operation_id) references operations (hospital_id, id),
  foreign key (hospital_id, by_staff_id) references staff (hospital_id, id)
);
create index on operation_changes (hospital_id, operation_id, at desc, id desc);
create trigger operation_changes_append_only before update or delete on operation_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on operation_changes for each statement execute function refuse_change();

grant select, insert, update on vehicles, teams, operations to panel_app;
grant select, insert, update, delete on team_members to panel_app;
grant select, insert on operation_changes to panel_app;
do $$
declare t text;
begin
  foreach t in array array['vehicles', 'teams', 'team_members', 'operations', 'operation_changes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = (select current_hospital()))', t);
  end loop;
end $$;
