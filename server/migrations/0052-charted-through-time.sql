-- A patient's timeline reads the newest that was charted by hand, of whatever kind.
create index readings_charted_by_time on readings (hospital_id, patient_id, measured_at desc) where source = 'manual';
