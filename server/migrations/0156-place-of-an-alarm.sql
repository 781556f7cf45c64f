-- An open alarm is where its patient is. Where they were when it was raised, and when it was cleared, stays with it.
alter table alarms rename column ward_id to raised_ward_id;
alter table alarms rename column bed to raised_bed;
alter table alarms add column cleared_ward_id uuid, add column cleared_bed text;
update alarms set cleared_ward_id = raised_ward_id, cleared_bed = raised_bed where cleared_at is not null;

-- A discharge clears the alarms before its commit, at which the patient leaves the bed.
create function keep_place_of_alarm() returns trigger language plpgsql as $$
begin
  select p.ward_id, b.label into new.cleared_ward_id, new.cleared_bed
    from patients p left join beds b on b.id = p.bed_id
    where p.hospital_id = new.hospital_id and p.id = new.patient_id;
  return new;
end $$;
create trigger alarms_cleared before update of cleared_at on alarms for each row
  when (old.cleared_at is null and new.cleared_at is not null) execute function keep_place_of_alarm();
