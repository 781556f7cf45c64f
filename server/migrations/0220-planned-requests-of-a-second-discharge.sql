-- A planned admission that was asked for between a discharge and its undo waits again when the patient goes home. Whoever
-- has died is not admitted later.
create function reopen_request_of_discharge() returns trigger language plpgsql as $$
begin
  update admission_requests r
    set state = 'open', stay_id = null, closed_at = null
    where r.id = (
        select n.id from admission_requests n
        where n.stay_id = new.id and is_planned_after(n.planned_on, new.discharged_at)
          and n.requested_at >= (
            select min(a.recorded_at) from stay_acts a
            where a.hospital_id = new.hospital_id and a.stay_id = new.id and a.act = 'discharged')
        order by n.requested_at desc, n.id desc limit 1)
      and new.discharge_type not in (8, 9)
      and not exists (select from admission_requests o
        where o.hospital_id = r.hospital_id and o.patient_id = r.patient_id and o.state = 'open');
  return null;
end $$;
create trigger stays_left_again after update on stays
  for each row when (old.discharged_at is null and new.discharged_at is not null and new.voided_at is null)
  execute function reopen_request_of_discharge();
