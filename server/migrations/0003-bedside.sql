create extension if not exists btree_gist;

-- Few lack a birthday, so a page of those, behind everybody who has one, would else read everybody again.
create index patients_without_birth on patients (hospital_id, number desc) where date_of_birth is null;

-- ── devices, and whose they were when ───────────────────────────────────────────────────────────────

create table devices (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  -- 12 hexadecimal digits, or the 15 digits of an IMEI.
  mac text not null check (mac ~ '^([0-9a-f]{12}|\d{15})$'),
  kind text not null check (kind in
    ('watch', 'cuff', 'oximeter', 'thermometer', 'glucometer', 'meter', 'scale', 'gateway', 'box')),
  name text not null,
  model text,
  status text check (status in ('connected', 'disconnected')),
  battery smallint check (battery between 0 and 100),
  signal smallint,
  last_seen_at timestamptz,
  lat double precision check (lat between -90 and 90),
  lang double precision check (lang between -180 and 180),
  located_at timestamptz,
  registered_at timestamptz not null,
  registered_by uuid,
  retired_at timestamptz,
  unique (hospital_id, id),
  foreign key (hospital_id, registered_by) references staff (hospital_id, id)
) with (fillfactor = 70);
create unique index devices_mac on devices (hospital_id, mac) where retired_at is null;

create table device_assignments (
  id uuid primary key,
  hospital_id uuid not null,
  device_id uuid not null,
  patient_id uuid not null,
  during tstzrange not null check (not isempty(during) and not lower_inf(during)),
  assigned_by uuid,
  taken_by uuid,
  foreign key (hospital_id, device_id) references devices (hospital_id, id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, assigned_by) references staff (hospital_id, id),
  foreign key (hospital_id, taken_by) references staff (hospital_id, id),
  -- A device is one patient's at a time.
  constraint device_assignments_one_wearer exclude using gist (device_id with =, during with &&)
);
create index on device_assignments (hospital_id, device_id, lower(during) desc);
create index on device_assignments (hospital_id, patient_id);
create index device_assignments_open on device_assignments (hospital_id, patient_id) where upper_inf(during);

-- The open assignments decide whether the list calls a patient's device connected.
create function copy_device_status(hospital uuid, patient uuid) returns void language sql as $$
  update patients p
    set device_status = s.status
    from (select case when bool_or(d.status = 'connected') then 'connected'
            when count(*) > 0 then 'disconnected' end as status
          from device_assignments a join devices d on d.id = a.device_id
          where a.hospital_id = hospital and a.patient_id = patient and upper_inf(a.during)) s
    where p.hospital_id = hospital and p.id = patient and p.device_status is distinct from s.status;
$$;
create function assignment_written() returns trigger language plpgsql as $$
begin
  perform copy_device_status(new.hospital_id, new.patient_id);
  return null;
end $$;
create trigger assignments_written after insert or update on device_assignments
  for each row execute function assignment_written();
create function device_status_written() returns trigger language plpgsql as $$
begin
  perform copy_device_status(a.hospital_id, a.patient_id) from device_assignments a
    where a.hospital_id = new.hospital_id and a.device_id = new.id and upper_inf(a.during);
  return null;
end $$;
create trigger device_status_written after update of status on devices
  for each row when (old.status is distinct from new.status) execute function device_status_written();

-- ── who may send ────────────────────────────────────────────────────────────────────────────────────

create table senders (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  name text not null,
  created_at timestamptz not null,
  unique (hospital_id, id)
);
create table sender_keys (
  id uuid primary key,
  hospital_id uuid not null,
  sender_id uuid not null,
  key_hash bytea not null unique,
  begins text not null,
  created_at timestamptz not null,
  created_by uuid,
  revoked_at timestamptz,
  last_used_at timestamptz,
  foreign key (hospital_id, sender_id) references senders (hospital_id, id),
  foreign key (hospital_id, created_by) references staff (hospital_id, id)
);
create index on sender_keys (hospital_id, sender_id);

-- ── readings ────────────────────────────────────────────────────────────────────────────────────────

-- A reading's id is made of its content: what is sent again meets itself. The time comes first in the key, so that
-- new readings go to the end of the index however many there are. Whose it is comes from an assignment or a look-up,
-- which are held by keys; the same keys here would cost a third of the time of taking readings in.
create table readings (
  measured_at timestamptz not null,
  id uuid not null,
  hospital_id uuid not null,
  -- Null while nobody knows whose it is.
  patient_id uuid,
  kind text collate "C" not null,
  source text collate "C" not null check (source in ('gateway', 'watch', 'box', 'system', 'manual')),
  device_id uuid,
  device_type smallint,
  timing text collate "C" not null default 'told' check (timing in ('told', 'corrected', 'uncertain')),
  received_at timestamptz not null,
  -- As the device and the gateway told them.
  device_time timestamptz,
  gateway_scan_time timestamptz,
  entered_by uuid,
  corrects uuid,
  replaced_at timestamptz,
  waits_for text collate "C" check (waits_for in ('wearer', 'time', 'person', 'device', 'nobody')),
  note text,
  -- What was told to whom it belongs, before anybody knew: the address of the device.
  mac text,

  systolic smallint,
  diastolic smallint,
  map smallint,
  pulse smallint,
  spo2 smallint,
  pi real,
  temperature real,
  respiration_rate smallint,
  blood_glucose real,
  marker text collate "C",
  consciousness text collate "C",
  oxygen boolean,
  weight real,
  height real,
  waist real,
  impedance real,
  steps integer,
  awake smallint,
  light smallint,
  deep smallint,
  creatinine real,
  bun real,
  uric_acid real,
  cholesterol real,
  ldl real,
  hdl real,
  triglyceride real,
  lat double precision,
  lang double precision,

  primary key (measured_at, id),
  constraint readings_whose check ((patient_id is null) = (waits_for is not null))
) partition by range (measured_at);
create index readings_of_patient on readings (hospital_id, patient_id, kind, measured_at desc);
create index readings_waiting on readings (hospital_id, received_at desc)
  where patient_id is null and waits_for <> 'nobody';
-- Whatever is of no month that has a partition yet; moved when it has one.
create table readings_else partition of readings default;
alter table readings_else enable row level security;

-- A partition for each month from `first` to `last`, both included. Owned by whoever owns the table.
create function make_reading_partitions(first date, last date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', first);
  name text;
begin
  while month <= last loop
    name := 'readings_' || to_char(month, 'YYYYMM');
    if to_regclass(name) is null then
      execute format('create table %I (like readings including defaults including constraints)', name);
      execute format(
        'with moved as (delete from readings_else where measured_at >= %L and measured_at < %L returning *)
         insert into %I select * from moved',
        month::timestamptz, (month + interval '1 month')::timestamptz, name);
      execute format('alter table %I enable row level security', name);
      execute format('alter table readings attach partition %I for values from (%L) to (%L)',
        name, month::timestamptz, (month + interval '1 month')::timestamptz);
    end if;
    month := month + interval '1 month';
  end loop;
end $$;

-- When a clock was ahead, the time of a reading is that of its arrival: kept, so that sent again it has the same.
create table corrected_times (
  hospital_id uuid not null,
  id uuid not null,
  measured_at timestamptz not null,
  primary key (hospital_id, id)
);

create table latest_values (
  hospital_id uuid not null,
  patient_id uuid not null,
  vital text collate "C" not null,
  value double precision,
  second double precision,
  note text,
  measured_at timestamptz not null,
  source text not null,
  device_id uuid,
  is_derived boolean not null default false,
  primary key (hospital_id, patient_id, vital),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id)
) with (fillfactor = 50);

-- ── alarms ──────────────────────────────────────────────────────────────────────────────────────────

-- One row a change; the newest of a hospital holds.
create table threshold_versions (
  hospital_id uuid not null references hospitals,
  version int not null,
  id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  reason text not null,
  thresholds jsonb not null,
  changes jsonb not null,
  primary key (hospital_id, version),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);

-- One row a change; the newest of a patient and vital holds.
create table notify_settings (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  vital text collate "C" not null,
  at timestamptz not null,
  staff_id uuid not null,
  mode text not null check (mode in ('default', 'disabled', 'own')),
  critical_low real,
  low real,
  high real,
  critical_high real,
  reason text,
  until timestamptz,
  is_current boolean not null,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create unique index notify_settings_current on notify_settings (hospital_id, patient_id, vital) where is_current;
create index on notify_settings (hospital_id, patient_id, at desc);

-- A value that is out of its limits and not yet an alarm: how often in a row, and since when.
create table breaches (
  hospital_id uuid not null,
  patient_id uuid not null,
  rule text collate "C" not null,
  times int not null,
  since timestamptz not null,
  primary key (hospital_id, patient_id, rule)
);

create table alarms (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  patient_id uuid,
  device_id uuid,
  -- Where the patient was when it was raised: an alarm stays a ward's.
  ward_id uuid,
  bed text,
  rule text collate "C" not null,
  severity text not null check (severity in ('high', 'medium', 'low')),
  value double precision,
  second double precision,
  limit_value double precision,
  last_value double precision,
  last_at timestamptz,
  raised_at timestamptz not null,
  ended_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by uuid,
  assigned_to uuid,
  level text not null default 'ward' check (level in ('ward', 'nurse_in_charge', 'doctor')),
  escalates_at timestamptz,
  snoozed_until timestamptz,
  snoozes smallint not null default 0,
  cleared_at timestamptz,
  cleared_by uuid,
  clearing text check (clearing in ('recovered', 'person', 'moved')),
  outcome text,
  note text,
  lat double precision,
  lang double precision,
  constraint alarms_of_something check (patient_id is not null or device_id is not null),
  constraint alarms_cleared check ((cleared_at is null) = (clearing is null)),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, device_id) references devices (hospital_id, id),
  foreign key (hospital_id, acknowledged_by) references staff (hospital_id, id),
  foreign key (hospital_id, assigned_to) references staff (hospital_id, id),
  foreign key (hospital_id, cleared_by) references staff (hospital_id, id)
);
-- Never doubled, however many messages arrive at once.
create unique index alarms_one_open_a_patient on alarms (hospital_id, patient_id, rule)
  where cleared_at is null and patient_id is not null;
create unique index alarms_one_open_a_device on alarms (hospital_id, device_id, rule)
  where cleared_at is null and patient_id is null;
create index alarms_by_time on alarms (hospital_id, raised_at desc, id desc);
create index alarms_of_patient on alarms (hospital_id, patient_id, raised_at desc);
create index alarms_to_escalate on alarms (escalates_at) where cleared_at is null and escalates_at is not null;
create index alarms_snoozed on alarms (snoozed_until) where cleared_at is null and snoozed_until is not null;

create table alarm_steps (
  id uuid primary key,
  hospital_id uuid not null,
  alarm_id uuid not null references alarms,
  at timestamptz not null,
  step text not null,
  staff_id uuid,
  to_staff_id uuid,
  level text,
  severity text,
  value double precision,
  note text,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, to_staff_id) references staff (hospital_id, id)
);
create index on alarm_steps (hospital_id, alarm_id, at, id);
create trigger steps_append_only before update or delete on alarm_steps
  for each row execute function refuse_change();

alter table wards add column nurse_in_charge uuid, add column doctor uuid,
  add foreign key (hospital_id, nurse_in_charge) references staff (hospital_id, id),
  add foreign key (hospital_id, doctor) references staff (hospital_id, id);

-- ── messages that could not be read, and those of vital-sign boxes as they came ─────────────────────

create table quarantine (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  received_at timestamptz not null,
  topic text not null,
  sender text,
  reason text not null,
  field text,
  payload bytea not null,
  tries int not null default 1,
  resolved_at timestamptz,
  resolved_by uuid,
  resolution text check (resolution in ('replayed', 'dismissed')),
  note text,
  foreign key (hospital_id, resolved_by) references staff (hospital_id, id)
);
create index on quarantine (hospital_id, received_at desc, id desc);
create index quarantine_open on quarantine (hospital_id, received_at desc) where resolved_at is null;

-- hash = SHA-256 (previous hash, number, time of arrival, address, payload); the newest is the head of the chain.
create table box_transactions (
  hospital_id uuid not null references hospitals,
  number bigint not null,
  hash bytea not null,
  previous_hash bytea,
  received_at timestamptz not null,
  mac text not null,
  patient_id uuid,
  payload bytea not null,
  -- Of address and message: one that is sent again is known by it.
  content_hash bytea not null,
  primary key (hospital_id, number),
  unique (hospital_id, hash),
  unique (hospital_id, content_hash),
  check ((number = 1) = (previous_hash is null)),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id)
);
create trigger box_transactions_append_only before update or delete on box_transactions
  for each row execute function refuse_change();

-- ── what happened, for those who watch ──────────────────────────────────────────────────────────────

-- Numbered without a gap in the order of commit: the counter is taken last in a transaction and held to its end.
create table event_counts (
  hospital_id uuid primary key references hospitals,
  last bigint not null
) with (fillfactor = 50);
create table events (
  hospital_id uuid not null,
  number bigint not null,
  at timestamptz not null,
  kind text not null,
  data jsonb not null,
  primary key (hospital_id, number)
);
create index on events (at);

-- ── what is to be told outside, and was not yet ─────────────────────────────────────────────────────

create table outbox (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  channel text not null,
  message jsonb not null,
  created_at timestamptz not null,
  tries int not null default 0,
  next_at timestamptz not null,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
create index outbox_due on outbox (next_at) where sent_at is null and given_up_at is null;

-- ── what a request may touch, and of which hospital ─────────────────────────────────────────────────

grant select, insert, update on devices, device_assignments, senders, sender_keys, readings,
  alarms, notify_settings, quarantine, wards, event_counts to panel_app;
grant select, insert, update, delete on breaches, latest_values to panel_app;
grant select, insert on corrected_times, threshold_versions, alarm_steps, box_transactions, events, outbox to panel_app;

do $$
declare t text;
begin
  foreach t in array array['devices', 'device_assignments', 'senders', 'sender_keys', 'readings', 'corrected_times',
    'latest_values', 'threshold_versions', 'notify_settings', 'breaches', 'alarms', 'alarm_steps', 'quarantine',
    'box_transactions', 'event_counts', 'events', 'outbox'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
