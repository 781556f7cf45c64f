-- What goes into a patient and what comes out. An entry is never changed: a wrong one is struck out, and the right one is
-- another entry.
create table fluid_entries (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  kind text collate "C" not null check (kind in ('oral', 'iv', 'tube', 'blood', 'other_in', 'urine', 'drain', 'vomit',
    'stool', 'blood_loss', 'other_out')),
  ml int not null check (ml between 1 and 10000),
  at timestamptz not null,
  note text,
  staff_id uuid not null,
  recorded_at timestamptz not null,
  unique (hospital_id, patient_id, id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on fluid_entries (hospital_id, patient_id, at desc, id desc);
create trigger fluid_entries_append_only before update or delete on fluid_entries
  for each row execute function refuse_change();
create trigger never_emptied before truncate on fluid_entries for each statement execute function refuse_change();

create table fluid_strikes (
  entry_id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  reason text not null,
  foreign key (hospital_id, patient_id, entry_id) references fluid_entries (hospital_id, patient_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger fluid_strikes_append_only before update or delete on fluid_strikes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on fluid_strikes for each statement execute function refuse_change();

grant select, insert on fluid_entries, fluid_strikes to panel_app;
alter table fluid_entries enable row level security;
create policy own_hospital on fluid_entries to panel_app using (hospital_id = current_hospital());
alter table fluid_strikes enable row level security;
create policy own_hospital on fluid_strikes to panel_app using (hospital_id = current_hospital());
