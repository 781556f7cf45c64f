-- A check that waits for its second count changes nothing until it has it: the newest one that counts says whether the
-- vehicle could go. What a check has found to be unfit counts at once. One that waited hid a newer failed check, and an
-- older one in time made the vehicle ready.
create or replace function vehicle_fitness(v vehicles, today date, due_since timestamptz) returns text language sql stable as $$
  select case
    when v.out_reason is not null then 'OUT_OF_SERVICE'
    when (select c.result from equipment_checks c where c.hospital_id = v.hospital_id and c.vehicle_id = v.id
      and (c.result = 'NOT_READY' or not c.needs_second or exists (select from equipment_seconds s
        where s.hospital_id = c.hospital_id and s.check_id = c.id))
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
