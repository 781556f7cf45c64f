-- A sheet hangs on the mission that it is about.
alter table form_records add column mission_id uuid;
alter table form_records add foreign key (hospital_id, mission_id) references missions (hospital_id, id);
create index form_records_of_mission on form_records (hospital_id, mission_id) where mission_id is not null;

-- What is written after the record is complete, such as the appraisal by the emergency room.
alter table form_records add column later_answers jsonb not null default '{}';
drop trigger form_records_frozen on form_records;
create trigger form_records_frozen before update on form_records
  for each row when (old.state <> 'draft'
    and to_jsonb(old) - '{state,version,voided_at,voided_by,void_reason,later_answers,changed_at,changed_by}'::text[]
      is distinct from
        to_jsonb(new) - '{state,version,voided_at,voided_by,void_reason,later_answers,changed_at,changed_by}'::text[])
  execute function refuse_change();

-- Which readings stand in the record of the patient for a row of vital signs, as the row is written now.
create table form_readings (
  hospital_id uuid not null,
  record_id uuid not null,
  row_id uuid not null,
  kind text collate "C" not null,
  patient_id uuid not null,
  reading_id uuid not null,
  measured_at timestamptz not null,
  measured_values jsonb not null,
  primary key (hospital_id, record_id, row_id, kind),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id)
);
grant select, insert, delete on form_readings to panel_app;
alter table form_readings enable row level security;
create policy own_hospital on form_readings to panel_app using (hospital_id = (select current_hospital()));
