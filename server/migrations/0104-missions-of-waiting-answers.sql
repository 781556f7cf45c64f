-- What waits for a person may begin a sheet of a mission.
alter table form_reviews add column mission_id uuid;
alter table form_reviews add foreign key (hospital_id, mission_id) references missions (hospital_id, id);
