-- A request for admission can be for a later day, and a decline stays marked until it was seen.
alter table admission_requests
  add column planned_on date,
  add column decline_seen_at timestamptz;
-- What was declined before nobody waits to hear of.
update admission_requests set decline_seen_at = closed_at where state = 'declined';
alter table admission_requests
  add constraint admission_requests_planned check (planned_on is null or urgency = 'ELECTIVE'),
  add constraint admission_requests_decline_seen check (decline_seen_at is null or state = 'declined');
create index admission_requests_unseen on admission_requests (hospital_id, requested_by)
  where state = 'declined' and decline_seen_at is null;

-- Whether a request is for a day after this instant: it outlives the visit in which it was made.
create function is_planned_after(planned_on date, at timestamptz) returns boolean language sql stable
  return coalesce(planned_on > (at at time zone 'Asia/Bangkok')::date, false);

-- Whoever has died is not admitted later.
create or replace function close_request_of_visit() returns trigger language plpgsql as $$
begin
  update admission_requests
    set state = 'left', closed_at = greatest(requested_at, new.left_at)
    where hospital_id = new.hospital_id and patient_id = new.patient_id and state = 'open'
      and (coalesce(new.disposition in (4, 5, 6), false)
        or not is_planned_after(planned_on, coalesce(new.left_at, now())));
  return null;
end $$;

create or replace function reopen_request_of_stay() returns trigger language plpgsql as $$
begin
  update admission_requests r
    set state = 'open', stay_id = null, closed_at = null
    where r.stay_id = new.id
      and not exists (select from admission_requests o
        where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.state = 'open')
      and (r.visit_id is null or is_planned_after(r.planned_on, new.voided_at)
        or exists (select from visits v where v.id = r.visit_id and v.is_open));
  return null;
end $$;

-- Whoever was sent home by mistake still needs the bed: a visit that is open again opens the request that its end closed.
create function reopen_request_of_visit() returns trigger language plpgsql as $$
begin
  update admission_requests r
    set state = 'open', closed_at = null
    where r.hospital_id = new.hospital_id and r.patient_id = new.patient_id and r.state = 'left'
      and r.closed_at = greatest(r.requested_at, old.left_at)
      and not exists (select from admission_requests o
        where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.requested_at > r.requested_at);
  return null;
end $$;
create trigger visits_open_again after update on visits
  for each row when (not old.is_open and new.is_open) execute function reopen_request_of_visit();

-- When a patient on leave is due back can be said anew.
alter table stay_acts drop constraint stay_acts_act_check;
alter table stay_acts add constraint stay_acts_act_check check (act in ('admitted', 'moved', 'swapped', 'left',
  'leave-changed', 'returned', 'discharged', 'discharge-undone', 'voided', 'corrected', 'changed'));
