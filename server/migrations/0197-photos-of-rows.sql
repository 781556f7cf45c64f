-- A photo may be of one row of a record: the film or the slip of an investigation. The row may arrive after it.
alter table form_photos add column row_id uuid;
alter table form_reviews add column row_id uuid;
