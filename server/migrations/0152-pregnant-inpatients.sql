-- Whoever is admitted without a visit is asked about a pregnancy at the admission. Somebody is known to be pregnant as
-- the stay says; where it says nothing certain, as the open visit says.
alter table stays add column pregnancy text not null default 'not_asked'
  check (pregnancy in ('no', 'yes', 'unknown', 'not_asked'));

create function is_known_pregnant(patient uuid) returns boolean language sql stable as $$
  select coalesce(
    (select s.pregnancy = 'yes' from stays s
      where s.patient_id = patient and s.discharged_at is null and s.voided_at is null and s.pregnancy in ('yes', 'no')),
    (select v.pregnancy = 'yes' from visits v where v.patient_id = patient and v.is_open),
    false)
$$;

drop trigger visits_begun_pregnant on visits;
drop trigger visits_pregnancy_changed on visits;
drop function copy_visit_pregnancy();

create function copy_pregnancy() returns trigger language plpgsql as $$
declare
  is_known boolean := is_known_pregnant(new.patient_id);
begin
  update patients set is_pregnant = is_known where id = new.patient_id and is_pregnant <> is_known;
  if is_known then
    -- Whoever computes a score holds this lock: none is stored behind the deletion.
    perform from latest_values where patient_id = new.patient_id and vital = 'consciousness' for no key update;
    delete from latest_values where patient_id = new.patient_id and vital = 'news2';
  end if;
  return null;
end $$;
create trigger visits_begun_pregnant after insert on visits
  for each row when (new.is_open and new.pregnancy = 'yes') execute function copy_pregnancy();
create trigger visits_pregnancy_changed after update on visits
  for each row when ((old.is_open, old.pregnancy) is distinct from (new.is_open, new.pregnancy))
  execute function copy_pregnancy();
create trigger stays_begun_pregnant after insert on stays
  for each row when (new.pregnancy in ('yes', 'no')) execute function copy_pregnancy();
create trigger stays_pregnancy_changed after update on stays
  for each row when ((old.pregnancy, old.discharged_at is null, old.voided_at is null)
    is distinct from (new.pregnancy, new.discharged_at is null, new.voided_at is null))
  execute function copy_pregnancy();

-- After a change of the birth date there may be no score any more: its alarm ends because of the age.
alter table alarms drop constraint alarms_clearing_check,
  add constraint alarms_clearing_check check (clearing in ('recovered', 'person', 'moved', 'discharged', 'pregnant', 'age'));
