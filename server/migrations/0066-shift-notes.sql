-- What the next shift must know of a patient. A note is never changed: what is wrong in it is said by another one.
create table shift_notes (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  text text not null,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on shift_notes (hospital_id, patient_id, at desc, id desc);
create trigger shift_notes_append_only before update or delete on shift_notes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on shift_notes for each statement execute function refuse_change();

grant select, insert on shift_notes to panel_app;
alter table shift_notes enable row level security;
create policy own_hospital on shift_notes to panel_app using (hospital_id = current_hospital());
