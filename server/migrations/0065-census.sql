-- What a report of a span reads is found by its time, however long the past.
create index stay_places_by_time on stay_places using gist (hospital_id, during) where superseded_at is null;
create index visits_by_arrival on visits (hospital_id, visited_at);
