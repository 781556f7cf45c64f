-- What a hospital asks beyond the forms of the product, and which options it does not offer. One row a change; the newest
-- applies, and without one the forms are as released.
create table form_settings (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  version int not null check (version > 0),
  at timestamptz not null,
  staff_id uuid not null,
  reason text not null,
  settings jsonb not null,
  unique (hospital_id, version),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger form_settings_append_only before update or delete on form_settings
  for each row execute function refuse_change();
create trigger never_emptied before truncate on form_settings for each statement execute function refuse_change();

grant select, insert on form_settings to panel_app;
alter table form_settings enable row level security;
create policy own_hospital on form_settings to panel_app using (hospital_id = (select current_hospital()));
