-- What is given on the ward, a dose of adrenaline or a bag of saline, is no regular drug. It stands in a list of its own,
-- so that nobody who writes the list of regular drugs touches it. Which of the drugs that are kept is which nothing says:
-- they stay where they are until a person moves them.
create table patient_ward_medications (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  name text not null,
  dose text,
  route text,
  frequency text,
  since date,
  recorded_at timestamptz not null,
  recorded_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, recorded_by) references staff (hospital_id, id),
  foreign key (hospital_id, ended_by) references staff (hospital_id, id)
);
create index on patient_ward_medications (hospital_id, patient_id, recorded_at);
alter table patient_ward_medications enable row level security;
create policy own_hospital on patient_ward_medications to panel_app using (hospital_id = current_hospital());
grant select, insert, update on patient_ward_medications to panel_app;
