-- Whoever has died is not admitted later, also if only a correction of how the visit ended says so.
drop trigger visits_left_unadmitted on visits;
create trigger visits_left_unadmitted after update on visits
  for each row when (not new.is_open and (old.is_open
    or (new.disposition in (4, 5, 6) and new.disposition is distinct from old.disposition)))
  execute function close_request_of_visit();

-- Whoever a correction said had died before this.
update admission_requests r
  set state = 'left', closed_at = greatest(r.requested_at, v.left_at)
  from visits v
  where v.hospital_id = r.hospital_id and v.patient_id = r.patient_id and not v.is_open and v.disposition in (4, 5, 6)
    and r.state = 'open'
    and not exists (
      select from visits n
      where n.hospital_id = v.hospital_id and n.patient_id = v.patient_id and n.visited_at > v.visited_at);
