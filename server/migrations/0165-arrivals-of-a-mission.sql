-- An ambulance can bring several patients: each of them arrives once.
drop index inbound_arrived_once;
create unique index inbound_arrived_once on inbound_acts (hospital_id, mission_id, patient_id) where act = 'ARRIVED';
-- Of an arrival: nobody else was known to come with this ambulance, so what its crew told is about whoever arrived.
alter table inbound_acts add column is_alone boolean not null default true;
