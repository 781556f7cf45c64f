-- A Bluetooth meter numbers its tests: two of the same time and value are told apart by it, and the meal of a test comes
-- in a message of its own that names the number.
alter table readings add column sequence_number integer;
create index readings_numbered on readings (hospital_id, mac, sequence_number) where sequence_number is not null;
