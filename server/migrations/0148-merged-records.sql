-- Two records of one person. One is used from then on; the other stays readable, and nothing begins in it any more. No row
-- of a record is moved: a merge is taken back by ending its row here.
create table patient_merges (
  hospital_id uuid not null,
  id uuid not null,
  patient_id uuid not null,
  into_id uuid not null,
  merged_at timestamptz not null,
  merged_by uuid not null,
  reason text not null,
  separated_at timestamptz,
  separated_by uuid,
  separation_reason text,
  primary key (hospital_id, id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, into_id) references patients (hospital_id, id),
  foreign key (hospital_id, merged_by) references staff (hospital_id, id),
  foreign key (hospital_id, separated_by) references staff (hospital_id, id),
  constraint patient_merges_two_records check (patient_id <> into_id),
  constraint patient_merges_separated check ((separated_at is null) = (separated_by is null)
    and (separated_at is null) = (separation_reason is null))
);
create unique index patient_merges_one_a_record on patient_merges (hospital_id, patient_id) where separated_at is null;
create index patient_merges_of on patient_merges (hospital_id, into_id) where separated_at is null;

create trigger patient_merges_kept before delete on patient_merges for each row execute function refuse_change();
create trigger never_emptied before truncate on patient_merges for each statement execute function refuse_change();
create trigger patient_merges_end_once before update on patient_merges
  for each row when (old.separated_at is not null
    or (old.patient_id, old.into_id, old.merged_at, old.merged_by, old.reason)
      is distinct from (new.patient_id, new.into_id, new.merged_at, new.merged_by, new.reason))
  execute function refuse_change();

grant select, insert, update on patient_merges to panel_app;
alter table patient_merges enable row level security;
create policy own_hospital on patient_merges to panel_app using (hospital_id = (select current_hospital()));

-- The record that is used instead, also if that of a merge was itself merged later: copied from `patient_merges`.
alter table patients
  add column merged_into uuid,
  add foreign key (hospital_id, merged_into) references patients (hospital_id, id),
  add constraint patients_not_merged check (merged_into is null or (ward_id is null and bed_id is null and an is null));
create index patients_merged on patients (hospital_id, merged_into) where merged_into is not null;

create function copy_merged_into() returns trigger language plpgsql as $$
begin
  with recursive below (id) as (
    select new.patient_id
    union
    select m.patient_id from patient_merges m join below b on b.id = m.into_id
      where m.hospital_id = new.hospital_id and m.separated_at is null)
  update patients p
    set merged_into = case
      when new.separated_at is null then coalesce((select k.merged_into from patients k
        where k.hospital_id = new.hospital_id and k.id = new.into_id), new.into_id)
      when p.id <> new.patient_id then new.patient_id end
    from below b where p.hospital_id = new.hospital_id and p.id = b.id;
  return null;
end $$;
create trigger patient_merges_copied after insert or update of separated_at on patient_merges
  for each row execute function copy_merged_into();

-- Whoever writes about a patient holds the row of `patients` by the foreign key, which is checked before: a merge is either
-- seen here, or waits for the writer and finds what was begun.
create function refuse_merged_patient() returns trigger language plpgsql as $$
begin
  if exists (select from patients p
    where p.hospital_id = new.hospital_id and p.id = new.patient_id and p.merged_into is not null) then
    raise exception 'nothing begins in a record that was merged'
      using errcode = 'check_violation', constraint = 'patients_not_merged';
  end if;
  return null;
end $$;
create trigger z_not_of_merged after insert on visits for each row execute function refuse_merged_patient();
create trigger z_not_of_merged_again after update of is_open on visits
  for each row when (new.is_open and not old.is_open) execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on stays for each row execute function refuse_merged_patient();
create trigger z_not_of_merged_again after update of discharged_at on stays
  for each row when (new.discharged_at is null and old.discharged_at is not null) execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on device_assignments for each row execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on admission_requests for each row execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on bed_reservations for each row execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on observation_orders for each row execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on shift_notes for each row execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on spo2_scales for each row execute function refuse_merged_patient();
create trigger z_not_of_merged after insert on fluid_entries for each row execute function refuse_merged_patient();
