-- A check that found a vehicle not ready is none in time: a later one that nobody has counted yet would make it ready.
create or replace function vehicle_status(v vehicles, today date, due_since timestamptz) returns text language sql stable as $$
  select case
    when exists (select from missions m
      where m.hospital_id = v.hospital_id and m.vehicle_id = v.id and m.is_out) then 'ON_MISSION'
    when v.out_reason is not null then 'OUT_OF_SERVICE'
    when (select c.result from equipment_checks c where c.hospital_id = v.hospital_id and c.vehicle_id = v.id
      order by c.checked_at desc, c.id desc limit 1) = 'NOT_READY' then 'NOT_READY'
    when least(v.certificate_expires_on, v.act_expires_on, v.tax_expires_on, v.insurance_expires_on) < today
      then 'CHECK_DUE'
    when due_since is not null and not exists (select from equipment_checks c
      where c.hospital_id = v.hospital_id and c.vehicle_id = v.id and c.checked_at >= due_since and c.result <> 'NOT_READY'
        and (not c.needs_second or exists (select from equipment_seconds s
          where s.hospital_id = c.hospital_id and s.check_id = c.id)))
      then 'CHECK_DUE'
    else 'READY' end
$$;
