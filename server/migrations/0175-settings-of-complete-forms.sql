-- By which settings of the hospital a record was completed: a later change of the drug list does not change what the
-- record says about its doses. Null, also of all records from before, is by the forms and the drug list as released.
alter table form_records add column settings_version int;
alter table form_records add foreign key (hospital_id, settings_version) references form_settings (hospital_id, version);
