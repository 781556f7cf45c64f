-- The last who are told of an alarm are all who may act. How many were told, and how often, is counted with it.
alter table alarms drop constraint alarms_level_check,
  add constraint alarms_level_check check (level in ('ward', 'nurse_in_charge', 'doctor', 'everybody')),
  add column told int,
  add column tellings int not null default 0,
  add column told_at timestamptz;
alter table alarm_steps add column told int;
