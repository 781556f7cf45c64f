-- What a vehicle of a special unit is for: newborns, or a way other than the road.
alter table vehicles
  add column special_kind text collate "C" check (special_kind in ('NEONATAL', 'AIR', 'WATER')),
  add constraint vehicles_special check (special_kind is null or class = 'SPECIAL');
