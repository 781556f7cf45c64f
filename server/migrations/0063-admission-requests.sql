-- A doctor or the emergency room asks a ward to admit a patient. Whatever closes a request stays readable.
create table admission_requests (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  -- The visit that was open then.
  visit_id uuid,
  ward_id uuid not null,
  department text collate "C" not null,
  urgency text collate "C" not null check (urgency in ('EMERGENCY', 'URGENT', 'ELECTIVE')),
  diagnosis text not null,
  isolation text[] not null,
  -- What the bed must have.
  features text[] not null,
  note text,
  requested_at timestamptz not null,
  requested_by uuid not null,
  state text collate "C" not null default 'open' check (state in ('open', 'admitted', 'declined', 'withdrawn', 'left')),
  closed_at timestamptz,
  -- Null if an admission or the end of the visit closed it.
  closed_by uuid,
  decline_reason text collate "C",
  close_note text,
  stay_id uuid,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, patient_id, visit_id) references visits (hospital_id, patient_id, id),
  foreign key (hospital_id, ward_id) references wards (hospital_id, id),
  foreign key (hospital_id, requested_by) references staff (hospital_id, id),
  foreign key (hospital_id, closed_by) references staff (hospital_id, id),
  foreign key (hospital_id, stay_id) references stays (hospital_id, id),
  constraint admission_requests_closed check ((state = 'open') = (closed_at is null)),
  constraint admission_requests_declined check ((state = 'declined') = (decline_reason is not null)),
  constraint admission_requests_admitted check ((state = 'admitted') = (stay_id is not null))
);
create unique index admission_requests_one_open_a_patient on admission_requests (hospital_id, patient_id)
  where state = 'open';
create index admission_requests_open on admission_requests (hospital_id, ward_id) where state = 'open';
create index on admission_requests (hospital_id, patient_id, requested_at desc);
create index on admission_requests (stay_id) where stay_id is not null;
grant select, insert, update on admission_requests to panel_app;
alter table admission_requests enable row level security;
create policy own_hospital on admission_requests to panel_app
  using (hospital_id = current_hospital()) with check (hospital_id = current_hospital());

create function close_request_of_stay() returns trigger language plpgsql as $$
begin
  update admission_requests
    set state = 'admitted', stay_id = new.id, closed_at = greatest(requested_at, new.admitted_at)
    where hospital_id = new.hospital_id and patient_id = new.patient_id and state = 'open';
  return null;
end $$;
create trigger stays_requested after insert on stays
  for each row when (new.discharged_at is null and new.voided_at is null) execute function close_request_of_stay();

-- An admission that was cancelled did not answer the request: it is open again, unless a newer one is or the visit is over.
create function reopen_request_of_stay() returns trigger language plpgsql as $$
begin
  update admission_requests r
    set state = 'open', stay_id = null, closed_at = null
    where r.stay_id = new.id
      and not exists (select from admission_requests o
        where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.state = 'open')
      and (r.visit_id is null or exists (select from visits v where v.id = r.visit_id and v.is_open));
  return null;
end $$;
create trigger stays_void after update on stays
  for each row when (old.voided_at is null and new.voided_at is not null) execute function reopen_request_of_stay();

create function close_request_of_visit() returns trigger language plpgsql as $$
begin
  update admission_requests
    set state = 'left', closed_at = greatest(requested_at, new.left_at)
    where hospital_id = new.hospital_id and patient_id = new.patient_id and state = 'open';
  return null;
end $$;
create trigger visits_left_unadmitted after update on visits
  for each row when (old.is_open and not new.is_open) execute function close_request_of_visit();
