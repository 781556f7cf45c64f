-- Where somebody is in the emergency room, who looks after them, what is awaited and what was decided.
alter table visits
  add column bay text check (bay ~ '\S'),
  add column doctor_id uuid,
  add column nurse_id uuid,
  add column pending text[] not null default '{}',
  -- A code of the disposition, before the patient has left.
  add column decided smallint check (decided between 1 and 3),
  add column decided_at timestamptz,
  add constraint visits_decided check ((decided is null) = (decided_at is null)),
  add constraint visits_doctor foreign key (hospital_id, doctor_id) references staff (hospital_id, id),
  add constraint visits_nurse foreign key (hospital_id, nurse_id) references staff (hospital_id, id);
create unique index visits_one_a_bay on visits (hospital_id, upper(bay)) where is_open and bay is not null;

-- What was done about a visit: the changed columns before and after, so that it can be undone. Only added to.
create table visit_acts (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  visit_id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  before jsonb not null,
  after jsonb not null,
  undoes uuid,
  unique (hospital_id, visit_id, id),
  foreign key (hospital_id, patient_id, visit_id) references visits (hospital_id, patient_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, visit_id, undoes) references visit_acts (hospital_id, visit_id, id)
);
create unique index visit_acts_undone_once on visit_acts (hospital_id, undoes) where undoes is not null;
create trigger visit_acts_append_only before update or delete on visit_acts
  for each row execute function refuse_change();
create trigger never_emptied before truncate on visit_acts for each statement execute function refuse_change();
grant select, insert on visit_acts to panel_app;
alter table visit_acts enable row level security;
create policy own_hospital on visit_acts to panel_app using (hospital_id = current_hospital());

-- Whoever gets a bed on a ward has left the emergency room: their bay is free.
create function free_bay() returns trigger language plpgsql as $$
begin
  update visits v set bay = null
    from stays s
    where s.hospital_id = new.hospital_id and s.id = new.stay_id
      and v.hospital_id = s.hospital_id and v.patient_id = s.patient_id and v.is_open and v.bay is not null;
  return null;
end $$;
create trigger stay_places_free_bay after insert on stay_places
  for each row when (new.kind = 'bed' and upper_inf(new.during)) execute function free_bay();
