-- A request that the end of a visit closed was closed then, also when a correction says that the patient left at another
-- time: whoever corrects a death finds by this time what it closed.
create function move_request_of_end() returns trigger language plpgsql as $$
begin
  update admission_requests
    set closed_at = greatest(requested_at, new.left_at)
    where hospital_id = new.hospital_id and patient_id = new.patient_id and state = 'left'
      and closed_at = greatest(requested_at, old.left_at);
  return null;
end $$;
create trigger visits_end_moved after update on visits
  for each row when (not old.is_open and not new.is_open and new.left_at is not null
    and new.left_at is distinct from old.left_at)
  execute function move_request_of_end();
