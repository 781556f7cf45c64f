-- A triage that is corrected when its visit is over: it says how the patient was then, not at the time of its row.
alter table triages
  add column late_reason text,
  add constraint triages_late check (late_reason is null or (corrects is not null and not completes));

-- What is corrected of a visit that is over changes no level of a patient who has come again.
drop trigger visits_triaged on visits;
create trigger visits_triaged after update on visits
  for each row when (old.is_open is distinct from new.is_open
    or (new.is_open and old.triage_level is distinct from new.triage_level))
  execute function copy_visit_level();
