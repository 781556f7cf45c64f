-- ── the hospital's own data ─────────────────────────────────────────────────────────────────────────

-- `help_phone` is of whoever helps with signing in; null: the hospital's own.
alter table hospitals
  add column version int not null default 1,
  add column logo_id uuid,
  add column help_phone text,
  add constraint hospitals_logo foreign key (id, logo_id) references photos (hospital_id, id);
alter table hospitals rename constraint hospitals_code_key to hospitals_code;

-- ── wards and beds: what closes keeps its row, for those who lay there ──────────────────────────────

alter table wards
  add column version int not null default 1,
  add column closed_at timestamptz;
alter table wards rename constraint wards_hospital_id_code_key to wards_code;
-- Deferrable, so that two beds can change labels in one statement.
alter table beds
  add column closed_at timestamptz,
  drop constraint beds_ward_id_label_key,
  add constraint beds_label unique (ward_id, label) deferrable;

-- What closes is empty.
create function refuse_closing_occupied() returns trigger language plpgsql as $$
begin
  if exists (
    select from stays s
    where s.hospital_id = new.hospital_id and s.discharged_at is null
      and case tg_table_name when 'wards' then s.ward_id = new.id else s.bed_id = new.id end
  ) then
    raise exception using errcode = 'check_violation', constraint = 'closed_is_empty',
      message = 'somebody is there';
  end if;
  return new;
end $$;
create trigger wards_closed before update of closed_at on wards
  for each row when (new.closed_at is not null and old.closed_at is null) execute function refuse_closing_occupied();
create trigger beds_closed before update of closed_at on beds
  for each row when (new.closed_at is not null and old.closed_at is null) execute function refuse_closing_occupied();

-- And what is closed takes nobody in: the lock makes an admission and a closing take turns.
create function refuse_stay_in_closed() returns trigger language plpgsql as $$
declare closed timestamptz;
begin
  select closed_at into closed from wards where id = new.ward_id for share;
  if closed is null and new.bed_id is not null then
    select closed_at into closed from beds where id = new.bed_id for share;
  end if;
  if closed is not null then
    raise exception using errcode = 'check_violation', constraint = 'stays_in_open_places', message = 'it is closed';
  end if;
  return new;
end $$;
create trigger stays_begun before insert or update of ward_id, bed_id on stays
  for each row when (new.discharged_at is null) execute function refuse_stay_in_closed();

-- Where a patient is stands in her row; it follows the names.
create function rename_place() returns trigger language plpgsql as $$
begin
  update patients p set place = w.code || coalesce(' ' || (select label from beds where id = p.bed_id), '')
  from wards w
  where p.hospital_id = new.hospital_id and w.id = p.ward_id
    and case tg_table_name when 'wards' then p.ward_id = new.id else p.bed_id = new.id end;
  return null;
end $$;
create trigger wards_renamed after update of code on wards
  for each row when (new.code <> old.code) execute function rename_place();
create trigger beds_renamed after update of label on beds
  for each row when (new.label <> old.label) execute function rename_place();

-- ── who changed what of the hospital ────────────────────────────────────────────────────────────────

-- `version` is that of the hospital, or of its ward, which the change made.
create table hospital_changes (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  at timestamptz not null,
  by_staff_id uuid not null,
  ward_id uuid,
  bed_id uuid,
  version int not null,
  field text not null,
  from_value jsonb,
  to_value jsonb,
  foreign key (hospital_id, by_staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, ward_id) references wards (hospital_id, id),
  foreign key (hospital_id, ward_id, bed_id) references beds (hospital_id, ward_id, id)
);
create index on hospital_changes (hospital_id, at desc, id desc);
create trigger hospital_changes_append_only before update or delete on hospital_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on hospital_changes for each statement execute function refuse_change();

-- ── those who look after the panel and not after one hospital ───────────────────────────────────────

-- Written by a command of whoever runs the panel. No call can: a hole in one makes nobody a system admin.
create table system_admins (
  staff_id uuid primary key,
  hospital_id uuid not null,
  since timestamptz not null,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);

grant select, insert on hospital_changes to panel_app;
grant select on system_admins to panel_app;
do $$
declare t text;
begin
  foreach t in array array['hospital_changes', 'system_admins'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
