-- A photo that came too late waits for a person as an answer does.
alter table form_reviews add column photo_id uuid;
alter table form_reviews add foreign key (hospital_id, photo_id) references photos (hospital_id, id);
