-- Which operation of the ambulance service a mission is: its targets and its fee are those of the mission.
alter table missions add column operation_id uuid,
  add foreign key (hospital_id, operation_id) references operations (hospital_id, id);
alter table mission_events add column operation_id uuid,
  add foreign key (hospital_id, operation_id) references operations (hospital_id, id);
