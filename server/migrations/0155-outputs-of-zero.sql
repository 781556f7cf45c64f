-- Nothing came out is something else than nobody measured: of what comes out, 0 mL can be written down.
alter table fluid_entries drop constraint fluid_entries_ml_check;
alter table fluid_entries add constraint fluid_entries_ml_check check (
  ml between 0 and 10000 and (ml > 0 or kind in ('urine', 'drain', 'vomit', 'stool', 'blood_loss', 'other_out')));
