-- What a crew measured on the way stands in the record as of the ambulance: it was obtained before the arrival.
alter table readings drop constraint readings_source_check;
alter table readings add constraint readings_source_check
  check (source in ('gateway', 'watch', 'box', 'system', 'manual', 'ambulance'));

update readings r set source = 'ambulance'
  from form_readings f
  where r.measured_at = f.measured_at and r.id = f.reading_id and r.source = 'manual';
update latest_values l set source = 'ambulance'
  from form_readings f
  where l.patient_id = f.patient_id and l.measured_at = f.measured_at and l.source = 'manual';

-- Both are charted by hand; among a device's thousands they are few.
drop index readings_charted;
create index readings_charted on readings (hospital_id, patient_id, kind, measured_at desc)
  where source in ('manual', 'ambulance');
drop index readings_charted_by_time;
create index readings_charted_by_time on readings (hospital_id, patient_id, measured_at desc)
  where source in ('manual', 'ambulance');
