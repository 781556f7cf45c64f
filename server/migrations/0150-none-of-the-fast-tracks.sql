-- A triage can say that no fast track is needed (NONE); a visit has only those that run.
create or replace function copy_triage() returns trigger language plpgsql as $$
begin
  update visits
    set triage_level = new.level, triaged_at = new.at, zone = new.zone, fast_tracks = array_remove(new.fast_tracks, 'NONE')
    where id = new.visit_id;
  return null;
end $$;
