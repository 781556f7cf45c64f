-- Nobody who is admitted waits for a bed: neither the end of another stay that is cancelled nor the end of a visit that
-- is undone opens a request then.
create function is_inpatient(hospital uuid, patient uuid) returns boolean language sql stable
  return exists (select from stays s
    where s.hospital_id = hospital and s.patient_id = patient and s.discharged_at is null and s.voided_at is null);

-- Of several requests that one stay answered, the newest is open again.
create or replace function reopen_request_of_stay() returns trigger language plpgsql as $$
begin
  update admission_requests r
    set state = 'open', stay_id = null, closed_at = null
    where r.id = (select n.id from admission_requests n where n.stay_id = new.id order by n.requested_at desc, n.id desc limit 1)
      and not is_inpatient(r.hospital_id, r.patient_id)
      and not exists (select from admission_requests o
        where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.state = 'open')
      and (r.visit_id is null or is_planned_after(r.planned_on, new.voided_at)
        or exists (select from visits v where v.id = r.visit_id and v.is_open));
  return null;
end $$;

create or replace function reopen_request_of_visit() returns trigger language plpgsql as $$
begin
  update admission_requests r
    set state = 'open', closed_at = null
    where r.hospital_id = new.hospital_id and r.patient_id = new.patient_id and r.state = 'left'
      and r.closed_at = greatest(r.requested_at, old.left_at)
      and not is_inpatient(r.hospital_id, r.patient_id)
      and not exists (select from admission_requests o
        where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.requested_at > r.requested_at);
  return null;
end $$;

-- Whoever was discharged by mistake has the bed that was asked for meanwhile.
create trigger stays_resumed after update on stays
  for each row when (old.discharged_at is not null and new.discharged_at is null and new.voided_at is null)
  execute function close_request_of_stay();

update admission_requests r
  set state = 'admitted', stay_id = s.id, closed_at = greatest(r.requested_at, s.admitted_at)
  from stays s
  where s.hospital_id = r.hospital_id and s.patient_id = r.patient_id and s.discharged_at is null and s.voided_at is null
    and r.state = 'open';
