-- People who look after the same wards. One that is taken away keeps its row, and its name is free again.
create table groups (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  name text not null,
  note text,
  -- The level at which an alarm of their wards that nobody acts on is theirs.
  escalation text check (escalation in ('nurse_in_charge', 'doctor')),
  version int not null default 1,
  updated_at timestamptz not null,
  updated_by uuid,
  deleted_at timestamptz,
  unique (hospital_id, id),
  foreign key (hospital_id, updated_by) references staff (hospital_id, id)
);
create unique index groups_name on groups (hospital_id, search_key(name)) where deleted_at is null;

create table group_members (
  hospital_id uuid not null,
  group_id uuid not null,
  staff_id uuid not null,
  primary key (hospital_id, group_id, staff_id),
  foreign key (hospital_id, group_id) references groups (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on group_members (hospital_id, staff_id);

create table group_wards (
  hospital_id uuid not null,
  group_id uuid not null,
  ward_id uuid not null,
  primary key (hospital_id, group_id, ward_id),
  foreign key (hospital_id, group_id) references groups (hospital_id, id),
  foreign key (hospital_id, ward_id) references wards (hospital_id, id)
);

grant select, insert, update on groups to panel_app;
grant select, insert, delete on group_members, group_wards to panel_app;
do $$
declare t text;
begin
  foreach t in array array['groups', 'group_members', 'group_wards'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
