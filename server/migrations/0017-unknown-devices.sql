-- Whom a message named whom nobody knows: without it a person could not say whose the reading is.
alter table readings
  add column told_hn text,
  add column told_national_id text;

-- A call for help of a device that nobody has registered is an alarm by its address.
alter table alarms
  add column mac text,
  drop constraint alarms_of_something,
  add constraint alarms_of_something check (patient_id is not null or device_id is not null or mac is not null);
create unique index alarms_one_open_an_address on alarms (hospital_id, mac, rule)
  where cleared_at is null and patient_id is null and device_id is null;
