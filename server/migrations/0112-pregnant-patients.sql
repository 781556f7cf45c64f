-- Whether the open visit of the patient says that they are pregnant: NEWS2 is not for them. A visit stays open while the
-- patient is admitted from it.
alter table patients add column is_pregnant boolean not null default false;

create function copy_visit_pregnancy() returns trigger language plpgsql as $$
declare
  is_known boolean := new.is_open and new.pregnancy = 'yes';
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
  for each row when (new.is_open and new.pregnancy = 'yes') execute function copy_visit_pregnancy();
create trigger visits_pregnancy_changed after update on visits
  for each row when ((old.is_open, old.pregnancy) is distinct from (new.is_open, new.pregnancy))
  execute function copy_visit_pregnancy();

update patients p set is_pregnant = true
  where exists (select from visits v where v.patient_id = p.id and v.is_open and v.pregnancy = 'yes');
delete from latest_values l using patients p where p.id = l.patient_id and p.is_pregnant and l.vital = 'news2';

alter table alarms drop constraint alarms_clearing_check,
  add constraint alarms_clearing_check check (clearing in ('recovered', 'person', 'moved', 'discharged', 'pregnant'));
