-- A sheet that was begun without a mission can be given to one later: since when it hangs on it.
alter table form_records add column given_at timestamptz;
create index mission_crews_of_member on mission_crews (hospital_id, staff_id, mission_id);
