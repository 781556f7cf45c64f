-- A chart draws each reading that was charted by hand; among a device's thousands they are few.
create index readings_charted on readings (hospital_id, patient_id, kind, measured_at desc) where source = 'manual';
