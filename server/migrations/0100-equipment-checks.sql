-- Items are codes of the contract. `levels`: by item, the least numbers by class where the hospital has its own.
create table equipment_settings (
  hospital_id uuid primary key references hospitals,
  check_rule text collate "C" not null check (check_rule in ('SHIFT', 'DAY', 'NEVER')),
  levels jsonb not null default '{}',
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by uuid,
  foreign key (hospital_id, updated_by) references staff (hospital_id, id)
);

-- A check is of now: `day` and `shift` are those that its sheet names.
create table equipment_checks (
  hospital_id uuid not null,
  -- Made by the device: a check that is sent again changes nothing.
  id uuid not null,
  vehicle_id uuid not null,
  day date not null,
  shift text collate "C" not null check (shift in ('night', 'morning', 'evening')),
  kind text collate "C" not null check (kind in ('SHIFT', 'AFTER_MISSION', 'WEEKLY', 'MONTHLY')),
  odometer int check (odometer >= 0),
  result text collate "C" not null check (result in ('READY', 'READY_WITH_FAULTS', 'NOT_READY')),
  -- It has controlled drugs, and counts only once a second person has counted them.
  needs_second boolean not null,
  note text,
  checked_by uuid not null,
  checked_at timestamptz not null,
  primary key (hospital_id, id),
  unique (hospital_id, id, checked_by),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, checked_by) references staff (hospital_id, id)
);
create index equipment_checks_newest on equipment_checks (hospital_id, vehicle_id, checked_at desc, id desc);

create table equipment_rows (
  hospital_id uuid not null,
  check_id uuid not null,
  item text collate "C" not null,
  needed int not null check (needed > 0),
  found int not null check (found >= 0),
  status text collate "C" not null check (status in ('READY', 'LOW', 'BROKEN', 'EXPIRED', 'MISSING')),
  lot text,
  expires_on date,
  charge int,
  pressure int,
  note text,
  primary key (hospital_id, check_id, item),
  foreign key (hospital_id, check_id) references equipment_checks (hospital_id, id)
);

-- The second person is never the first.
create table equipment_seconds (
  hospital_id uuid not null,
  check_id uuid not null,
  checked_by uuid not null,
  staff_id uuid not null,
  at timestamptz not null,
  primary key (hospital_id, check_id),
  foreign key (hospital_id, check_id, checked_by) references equipment_checks (hospital_id, id, checked_by),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  constraint equipment_seconds_are_others check (staff_id <> checked_by)
);

create table equipment_photos (
  hospital_id uuid not null,
  check_id uuid not null,
  item text collate "C" not null,
  photo_id uuid not null,
  primary key (hospital_id, check_id, item),
  foreign key (hospital_id, check_id, item) references equipment_rows (hospital_id, check_id, item),
  foreign key (hospital_id, photo_id) references photos (hospital_id, id)
);

-- A fault is open from the check that finds it until one that finds the item ready, or not needed any more.
create table equipment_faults (
  hospital_id uuid not null,
  vehicle_id uuid not null,
  item text collate "C" not null,
  opened_by uuid not null,
  closed_by uuid,
  primary key (hospital_id, opened_by, item),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, opened_by, item) references equipment_rows (hospital_id, check_id, item),
  foreign key (hospital_id, closed_by) references equipment_checks (hospital_id, id)
);
create unique index equipment_faults_one_open on equipment_faults (hospital_id, vehicle_id, item) where closed_by is null;
create index on equipment_faults (hospital_id, closed_by) where closed_by is not null;
create trigger equipment_faults_close_once before update on equipment_faults
  for each row when (old.closed_by is not null) execute function refuse_change();
create trigger equipment_faults_never_deleted before delete on equipment_faults
  for each row execute function refuse_change();
create trigger never_emptied before truncate on equipment_faults for each statement execute function refuse_change();

grant select, insert, update on equipment_settings to panel_app;
grant select, insert on equipment_checks, equipment_rows, equipment_seconds, equipment_photos, equipment_faults to panel_app;
grant update (closed_by) on equipment_faults to panel_app;
do $$
declare t text;
begin
  foreach t in array array['equipment_checks', 'equipment_rows', 'equipment_seconds', 'equipment_photos'] loop
    execute format('create trigger %I before update or delete on %I for each row execute function refuse_change()',
      t || '_append_only', t);
    execute format('create trigger never_emptied before truncate on %I for each statement execute function refuse_change()', t);
  end loop;
  foreach t in array array['equipment_settings', 'equipment_checks', 'equipment_rows', 'equipment_seconds',
    'equipment_photos', 'equipment_faults'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = (select current_hospital()))', t);
  end loop;
end $$;

-- Whether a vehicle can go: it is on its mission; else as a person decided; else as its newest check found; else a check is
-- due once a paper has run out, or if none that counts was made since an instant.
create function vehicle_status(v vehicles, today date, due_since timestamptz) returns text language sql stable as $$
  select case
    when exists (select from missions m
      where m.hospital_id = v.hospital_id and m.vehicle_id = v.id and m.is_out) then 'ON_MISSION'
    when v.out_reason is not null then 'OUT_OF_SERVICE'
    when (select c.result from equipment_checks c where c.hospital_id = v.hospital_id and c.vehicle_id = v.id
      order by c.checked_at desc, c.id desc limit 1) = 'NOT_READY' then 'NOT_READY'
    when least(v.certificate_expires_on, v.act_expires_on, v.tax_expires_on, v.insurance_expires_on) < today
      then 'CHECK_DUE'
    when due_since is not null and not exists (select from equipment_checks c
      where c.hospital_id = v.hospital_id and c.vehicle_id = v.id and c.checked_at >= due_since
        and (not c.needs_second or exists (select from equipment_seconds s
          where s.hospital_id = c.hospital_id and s.check_id = c.id)))
      then 'CHECK_DUE'
    else 'READY' end
$$;
