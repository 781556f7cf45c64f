-- Where patients were in a span. Range operators are not leakproof, so under row-level security PostgreSQL would read
-- all that a bed or the hospital ever had, and then compare times. This view limits to the hospital by itself, and its
-- indexes find the span.
create view own_places as
  select stay_id, kind, ward_id, bed_id, during from stay_places
  where hospital_id = (select current_hospital()) and superseded_at is null;
grant select on own_places to panel_app;

-- What else an act writes to a stay, such as its next version, moves nobody.
drop trigger stays_copied on stays;
create constraint trigger stays_copied
  after insert or update of patient_id, an, admitted_at, discharged_at, voided_at on stays
  deferrable initially deferred for each row execute function copy_open_place('id');
