-- An odometer that was read wrong is corrected downwards, with a reason; it is the reason of the last change alone.
alter table vehicles add column odometer_reason text;
drop trigger vehicles_odometer_rises on vehicles;
create trigger vehicles_odometer_rises before update on vehicles
  for each row when (old.odometer is not null and coalesce(new.odometer, -1) < old.odometer and new.odometer_reason is null)
  execute function refuse_falling_odometer();
