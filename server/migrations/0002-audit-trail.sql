-- The audit is read newest first: whole, of one person, of one kind of call, or what was refused.
create index audit_by_staff on audit (hospital_id, staff_id, at desc);
create index audit_by_action on audit (hospital_id, action, at desc);
create index audit_refused on audit (hospital_id, at desc) where outcome <> 'ok';

-- "Who opened this record?" is a search in patient_ids. Under row-level security it could not use the index on
-- them: array operators are not leakproof, so every row of the hospital would be read first. This view is the
-- same wall, put where the planner may look behind it. A table with a row for each patient of each entry would
-- be the other way; with half a million entries it was 751 MB beside 17 MB of index, and a list call took three
-- times as long to write down.
create view own_audit as
  select id, at, staff_id, action, patient_ids, outcome from audit where hospital_id = current_hospital();
grant select on own_audit to panel_app;
