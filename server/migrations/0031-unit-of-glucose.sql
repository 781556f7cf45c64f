-- The unit of a glucose belongs to the meter: most messages do not say it, and of many numbers it makes a hypoglycaemia
-- or a crisis of the other kind.
alter table devices
  add column glucose_unit text check (glucose_unit in ('mg/dL', 'mmol/L'));

-- As a meter told it, where nobody had said the unit of that meter.
alter table readings
  add column told_glucose double precision,
  drop constraint readings_waits_for_check,
  add constraint readings_waits_for_check
    check (waits_for in ('wearer', 'time', 'person', 'device', 'unit', 'nobody'));
