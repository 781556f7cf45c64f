-- What a patient says of the pain, from 0 to 10.
alter table readings add column pain_score smallint;
