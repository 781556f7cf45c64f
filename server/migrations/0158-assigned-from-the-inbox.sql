-- Who gave a waiting reading to its patient, when, and for what it had waited until then: it can be taken back, and
-- waits for the same again. The columns are new, so no row needs to be checked while all intake waits.
alter table readings
  add column assigned_by uuid,
  add column assigned_at timestamptz,
  add column waited_for text collate "C",
  add constraint readings_assigned
    check (num_nulls(assigned_by, assigned_at, waited_for) in (0, 3)) not valid;
create index readings_assigned on readings (hospital_id, patient_id, assigned_at) where assigned_at is not null;
