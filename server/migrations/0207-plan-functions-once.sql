-- PostgreSQL plans a function in SQL anew at each call from a trigger, and keeps the plans of one in PL/pgSQL. Whoever
-- takes a device back or ends a stay waited for the plan longer than for the change.
create or replace function copy_device_status(hospital uuid, patient uuid) returns void language plpgsql as $$
begin
  update patients p
    set device_status = s.status
    from (select case when bool_or(d.status = 'connected') then 'connected'
            when count(*) > 0 then 'disconnected' end as status
          from device_assignments a join devices d on d.id = a.device_id
          where a.hospital_id = hospital and a.patient_id = patient and upper_inf(a.during)) s
    where p.hospital_id = hospital and p.id = patient and p.device_status is distinct from s.status;
end $$;

create or replace function is_known_pregnant(patient uuid) returns boolean language plpgsql stable as $$
begin
  return coalesce(
    (select s.pregnancy = 'yes' from stays s
      where s.patient_id = patient and s.discharged_at is null and s.voided_at is null and s.pregnancy in ('yes', 'no')),
    (select v.pregnancy = 'yes' from visits v where v.patient_id = patient and v.is_open),
    false);
end $$;
