-- The Glasgow Coma Scale: its total, and its parts. A part that could not be tested is null, and so is the total then.
alter table readings
  add column gcs smallint,
  add column gcs_eye smallint,
  add column gcs_verbal smallint,
  add column gcs_motor smallint;
