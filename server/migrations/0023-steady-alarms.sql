-- The worst value since an alarm was raised, and what an early-warning score that alarms was made of.
alter table alarms
  add column worst_value double precision,
  add column worst_second double precision,
  add column worst_at timestamptz,
  add column score jsonb;

-- What is known of alarms that were there before.
update alarms set worst_value = value, worst_second = second, worst_at = raised_at where value is not null;

-- A value that is out of its limits again within minutes continues the alarm that had just recovered.
create index alarms_recovered on alarms (hospital_id, patient_id, cleared_at) where clearing = 'recovered';
