-- A bay is of the zone in which the patient was: whoever is triaged into another zone leaves it to the next patient.
create or replace function copy_triage() returns trigger language plpgsql as $$
begin
  update visits
    set triage_level = new.level, triaged_at = new.at, zone = new.zone, bay = case when zone = new.zone then bay end,
        fast_tracks = array_remove(new.fast_tracks, 'NONE')
    where id = new.visit_id;
  return null;
end $$;
