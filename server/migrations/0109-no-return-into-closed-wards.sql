-- A place that lasts again, such as after an undone discharge, is begun as much as a new one: what was closed meanwhile
-- takes nobody in.
create trigger stay_places_reopened before update of during on stay_places
  for each row when (upper_inf(new.during) and not upper_inf(old.during)) execute function refuse_stay_in_closed();
