-- ── who may do what ─────────────────────────────────────────────────────────────────────────────────

-- Where a hospital's table differs from the product's standard. What is not here is as the standard says.
create table changed_permissions (
  hospital_id uuid not null references hospitals,
  staff_type_id uuid not null references staff_types,
  permission text not null,
  is_granted boolean not null,
  primary key (hospital_id, staff_type_id, permission)
);

create table permission_versions (
  hospital_id uuid not null references hospitals,
  version int not null,
  id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  reason text not null,
  changes jsonb not null,
  primary key (hospital_id, version),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger permission_versions_append_only before update or delete on permission_versions
  for each row execute function refuse_change();
create trigger never_emptied before truncate on permission_versions for each statement execute function refuse_change();

-- ── records that were opened by exception ───────────────────────────────────────────────────────────

-- `ward_id` is where the patient was then. Until `until` the record is open to `staff_id`.
create table broken_glass (
  id uuid primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  patient_id uuid not null,
  ward_id uuid not null,
  at timestamptz not null,
  until timestamptz not null check (until > at),
  reason text not null,
  seen_at timestamptz,
  seen_by uuid,
  check ((seen_at is null) = (seen_by is null)),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, ward_id) references wards (hospital_id, id),
  foreign key (hospital_id, seen_by) references staff (hospital_id, id)
);
create index on broken_glass (hospital_id, patient_id, staff_id, until desc);
create index on broken_glass (hospital_id, at desc, id desc);
create index broken_glass_unseen on broken_glass (hospital_id) where seen_at is null;

grant select, insert, update, delete on changed_permissions to panel_app;
grant select, insert on permission_versions to panel_app;
grant select, insert, update (seen_at, seen_by) on broken_glass to panel_app;
do $$
declare t text;
begin
  foreach t in array array['changed_permissions', 'permission_versions', 'broken_glass'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
