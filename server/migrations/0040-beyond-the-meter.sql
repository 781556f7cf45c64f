-- A meter that says "HI" or "LO" measured that a glucose is above or below what it can measure, and no number.
alter table readings
  add column beyond text check (beyond in ('above', 'below')),
  add constraint readings_beyond check (beyond is null or (kind = 'glucose' and blood_glucose is null));
