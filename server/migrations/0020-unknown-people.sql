-- A call for help that names somebody whom nobody knows, and no device, is an alarm by that number.
alter table alarms
  add column named text,
  drop constraint alarms_of_something,
  add constraint alarms_of_something
    check (patient_id is not null or device_id is not null or mac is not null or named is not null);
create unique index alarms_one_open_a_name on alarms (hospital_id, named, rule)
  where cleared_at is null and patient_id is null and device_id is null and mac is null;
