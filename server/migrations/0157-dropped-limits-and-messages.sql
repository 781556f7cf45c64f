-- The limits of the hospital in whose place a patient's own limits have none: beyond them no alarm is raised, as if the
-- vital sign were off.
alter table notify_settings add column off_bounds text[] not null default '{}';

-- What holds already counts by the hospital's limits for adults, which have every limit of any age.
with standard (vital, bounds) as (values
  ('spo2', '{critical_low,low}'::text[]),
  ('map', '{critical_low,low}'),
  ('diastolic', '{high,critical_high}'),
  ('etco2', '{low,high}'),
  ('systolic', '{critical_low,low,high,critical_high}'),
  ('pulse', '{critical_low,low,high,critical_high}'),
  ('temperature', '{critical_low,low,high,critical_high}'),
  ('respiration_rate', '{critical_low,low,high,critical_high}'),
  ('blood_glucose', '{critical_low,low,high,critical_high}')
), held as (
  select n.id, array(
    select b.bound
    from (values ('critical_low', n.critical_low), ('low', n.low), ('high', n.high), ('critical_high', n.critical_high))
      as b (bound, own)
    where b.own is null and case
      when changed.limits is null then b.bound = any(s.bounds)
      else changed.limits ->> b.bound is not null end) as off
  from notify_settings n
    left join standard s on s.vital = n.vital
    left join lateral (
      select v.thresholds -> 'limits' -> 'adult' -> n.vital as limits from threshold_versions v
      where v.hospital_id = n.hospital_id order by v.version desc limit 1) changed on true
  where n.is_current and n.mode = 'own'
)
update notify_settings n set off_bounds = held.off from held where held.id = n.id and held.off <> '{}';
update patients p set notify_status = 'disabled'
where p.notify_status <> 'disabled' and exists (select from notify_settings n
  where n.hospital_id = p.hospital_id and n.patient_id = p.id and n.is_current and n.off_bounds <> '{}'
    and (n.until is null or n.until > now()));

-- A message that waits is dropped if a later one of its alarm has taken its place. How many were dropped is shown.
create index outbox_of_alarm on outbox ((message ->> 'alarm'), created_at);
create index outbox_outdated on outbox (hospital_id, given_up_at) where last_error = 'outdated';
