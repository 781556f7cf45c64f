-- The role every request runs under. It owns nothing, so row-level security binds it.
do $$
begin
  if not exists (select from pg_roles where rolname = 'panel_app') then
    create role panel_app nologin;
  end if;
exception when duplicate_object or unique_violation then
  null; -- another database of the same cluster was quicker
end $$;
do $$
begin
  if not pg_has_role(current_user, 'panel_app', 'member') then
    execute format('grant panel_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to panel_app;

-- Empty outside a request, so that a query without a scope sees no row.
create function current_hospital() returns uuid language sql stable parallel safe
  return nullif(current_setting('panel.hospital', true), '')::uuid;

create table installation (
  name text primary key,
  value text not null
);

-- ── reference lists, the same for every hospital ────────────────────────────────────────────────────

create table provinces (
  code text primary key,
  name_en text not null,
  name_th text not null
);
create table districts (
  code text primary key,
  province_code text not null references provinces,
  name_en text not null,
  name_th text not null,
  unique (code, province_code)
);
create index on districts (province_code);
create table sub_districts (
  code text primary key,
  district_code text not null references districts,
  name_en text not null,
  name_th text not null,
  zipcode text not null,
  unique (code, district_code)
);
create index on sub_districts (district_code);
create index on sub_districts (zipcode);

create table nations (code text primary key, name_en text not null, name_th text not null, position int not null);
create table skin_colors (code text primary key, name_en text not null, name_th text not null, position int not null);
create table blood_groups (code text primary key, name_en text not null, name_th text not null, position int not null);
create table underlying_diseases (code text primary key, name_en text not null, name_th text not null, position int not null);
create table diseases (code text primary key, name_en text not null, name_th text not null, position int not null);
create table countries (
  code text primary key,
  name_en text not null,
  name_th text not null,
  calling_code text,
  position int not null
);

-- ── hospitals, wards, staff ─────────────────────────────────────────────────────────────────────────

create table hospitals (
  id uuid primary key,
  code text not null unique,
  name_en text not null,
  name_th text not null,
  address_en text,
  address_th text,
  phone text,
  email text,
  line_account text,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  created_at timestamptz not null
);

create table staff_types (
  id uuid primary key,
  code text not null unique,
  name_en text not null,
  name_th text not null,
  position int not null
);

create table staff (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  staff_type_id uuid not null references staff_types,
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  status text not null check (status in ('pending', 'approved', 'declined', 'blocked', 'deleted')),
  is_form_user boolean not null default false,
  last_login_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (hospital_id, id)
);
create unique index staff_email on staff (email) where status <> 'deleted';

create table sessions (
  token_hash bytea primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  address inet,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  ended_at timestamptz,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on sessions (staff_id) where ended_at is null;

-- Each is one try at a password that has not succeeded; counted for the limits, kept for a day.
create table sign_in_attempts (
  id uuid primary key,
  at timestamptz not null,
  email text not null,
  address inet not null
);
create index on sign_in_attempts (email, at);
create index on sign_in_attempts (address, at);

create table wards (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  code text not null,
  name_en text not null,
  name_th text not null,
  position int not null,
  unique (hospital_id, code),
  unique (hospital_id, id)
);
create table beds (
  id uuid primary key,
  hospital_id uuid not null,
  ward_id uuid not null,
  label text not null,
  position int not null,
  foreign key (hospital_id, ward_id) references wards (hospital_id, id),
  unique (ward_id, label),
  unique (hospital_id, ward_id, id)
);

-- ── finding a patient, whatever the collation of the database ───────────────────────────────────────

-- What two spellings of the same thing have in common: case, spaces, punctuation, Thai digits and the two
-- ways to type sara am do not count.
create function search_key(value text) returns text language sql immutable parallel safe
  return replace(
    regexp_replace(
      lower(translate(normalize(value, nfc), '๐๑๒๓๔๕๖๗๘๙', '0123456789')),
      '[[:space:]​.,''’"()/_·-]', '', 'g'),
    U&'\0E4D\0E32', U&'\0E33');

-- +66 81 234 5678 and 081-234-5678 are one number; a foreign one loses its plus.
create function phone_key(value text) returns text language sql immutable parallel safe
  return ltrim(regexp_replace(
    regexp_replace(translate(value, '๐๑๒๓๔๕๖๗๘๙', '0123456789'), '[^0-9+]', '', 'g'),
    '^(\+66|0066)0?', '0'), '+');

-- Thai is sorted by the consonant before the vowel that is written in front of it; tone marks come last.
create function thai_sort_key(value text) returns text language sql immutable parallel safe
  return regexp_replace(
    regexp_replace(lower(value), '([เแโใไ])([ก-ฮ])', '\2\1', 'g'),
    '[็-๎]', '', 'g') || U&'\0001' || regexp_replace(value, '[^็-๎]', '', 'g');

-- ── patients ────────────────────────────────────────────────────────────────────────────────────────

-- Patients are numbered without a gap as they are registered: the count, and where a page begins, are known
-- without counting.
create table patient_counts (
  hospital_id uuid primary key references hospitals,
  patients int not null default 0
);

create table photos (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  small bytea not null,
  large bytea not null,
  created_at timestamptz not null,
  unique (hospital_id, id)
);

create table patients (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  number int not null,
  version int not null default 1,

  hn text not null,
  title text not null,
  name text not null,
  surname text not null,
  name_en text,
  surname_en text,
  gender text not null check (gender in ('male', 'female', 'other')),
  date_of_birth date,
  identity_kind text not null check (identity_kind in ('national_id', 'passport', 'none')),
  national_id text check (national_id ~ '^\d{13}$'),
  passport_no text,
  photo_id uuid,

  mobile text,
  contact_name text,
  contact_number text,
  relationship text,
  nationality text references nations,
  skin_color text references skin_colors,

  house_no text,
  village text,
  soi text,
  road text,
  province text references provinces,
  district text,
  sub_district text,
  zipcode text check (zipcode ~ '^\d{5}$'),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),

  blood_group text references blood_groups,
  height_cm numeric(5, 1) check (height_cm between 20 and 260),
  weight_kg numeric(5, 2) check (weight_kg between 0.2 and 635),
  waist_cm numeric(5, 1) check (waist_cm between 10 and 300),
  no_known_allergy boolean not null default false,
  risk_behavior text[] not null default '{}',

  triage_level smallint check (triage_level between 1 and 5),
  notify_status text not null default 'default' check (notify_status in ('default', 'disabled')),
  device_status text check (device_status in ('connected', 'disconnected')),

  -- The open stay, copied here by the trigger on stays so that the list can be sorted and filtered by it.
  an text,
  ward_id uuid,
  bed_id uuid,
  place text,
  admitted_at timestamptz,

  sort_name text collate "C" not null generated always as (thai_sort_key(name || ' ' || surname)) stored,

  created_at timestamptz not null,
  updated_at timestamptz not null,

  constraint patients_identity check (case identity_kind
    when 'national_id' then national_id is not null
    when 'passport' then passport_no is not null
    else national_id is null and passport_no is null end),
  constraint patients_hn unique (hospital_id, hn),
  constraint patients_number unique (hospital_id, number),
  constraint patients_hospital_id unique (hospital_id, id),
  constraint patients_district foreign key (district, province) references districts (code, province_code),
  constraint patients_sub_district foreign key (sub_district, district) references sub_districts (code, district_code),
  constraint patients_photo foreign key (hospital_id, photo_id) references photos (hospital_id, id)
);

-- One index a sortable column. What most patients lack is indexed for those who have it.
create index patients_by_name on patients (hospital_id, sort_name, number desc);
create index patients_by_birth on patients (hospital_id, date_of_birth, number desc) where date_of_birth is not null;
create index patients_by_gender on patients (hospital_id, gender, number desc);
create index patients_by_notify on patients (hospital_id, notify_status, number desc);
create index patients_by_an on patients (hospital_id, an, number desc) where an is not null;
create index patients_by_place on patients (hospital_id, place, number desc) where place is not null;
create index patients_by_ward on patients (hospital_id, ward_id, number desc) where ward_id is not null;
create index patients_by_triage on patients (hospital_id, triage_level, number desc) where triage_level is not null;
create index patients_by_device on patients (hospital_id, device_status, number desc) where device_status is not null;
create index patients_by_admission on patients (hospital_id, admitted_at, number desc) where admitted_at is not null;
create index patients_located on patients (hospital_id, number desc) where latitude is not null and longitude is not null;

-- Everything a patient can be found by, as a prefix; kept by triggers, so that it cannot drift.
create table patient_search (
  hospital_id uuid not null,
  kind text collate "C" not null check (kind in ('hn', 'vn', 'an', 'name', 'national_id', 'phone')),
  key text collate "C" not null,
  patient_id uuid not null,
  primary key (hospital_id, kind, key, patient_id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id)
);
create index on patient_search (hospital_id, patient_id);

create function index_patients() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from patient_search s using changed c
      where s.hospital_id = c.hospital_id and s.patient_id = c.id and s.kind not in ('vn', 'an');
  end if;
  insert into patient_search (hospital_id, kind, key, patient_id)
  select c.hospital_id, k.kind, k.key, c.id
  from changed c cross join lateral (values
    ('hn', search_key(c.hn)),
    ('hn', ltrim(search_key(regexp_replace(c.hn, '^.*[-/]', '')), '0')),
    ('name', search_key(c.title || c.name || c.surname)),
    ('name', search_key(c.name || c.surname)),
    ('name', search_key(c.surname || c.name)),
    ('name', search_key(c.name_en || coalesce(c.surname_en, ''))),
    ('name', search_key(c.surname_en || coalesce(c.name_en, ''))),
    ('national_id', search_key(c.national_id)),
    ('national_id', search_key(c.passport_no)),
    ('phone', phone_key(c.mobile)),
    ('phone', phone_key(c.contact_number))
  ) as k (kind, key)
  where k.key <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger patients_inserted after insert on patients
  referencing new table as changed for each statement execute function index_patients();
create trigger patients_updated after update on patients
  referencing new table as changed for each statement execute function index_patients();

create table visits (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  vn text not null,
  kind text not null check (kind in ('OPD', 'ER')),
  visited_at timestamptz not null,
  unique (hospital_id, vn),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id)
);
create index on visits (hospital_id, patient_id, visited_at desc);

create table stays (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  an text not null,
  ward_id uuid not null,
  bed_id uuid,
  disease text references diseases,
  admitted_at timestamptz not null,
  discharged_at timestamptz check (discharged_at >= admitted_at),
  unique (hospital_id, an),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, ward_id) references wards (hospital_id, id),
  foreign key (hospital_id, ward_id, bed_id) references beds (hospital_id, ward_id, id)
);
create index on stays (hospital_id, patient_id, admitted_at desc);
create unique index stays_one_open_a_patient on stays (hospital_id, patient_id) where discharged_at is null;
create unique index stays_one_open_a_bed on stays (hospital_id, bed_id) where discharged_at is null;

create function copy_open_stay() returns trigger language plpgsql as $$
begin
  update patients p
    set an = s.an, ward_id = s.ward_id, bed_id = s.bed_id, admitted_at = s.admitted_at,
        place = w.code || coalesce(' ' || b.label, '')
    from (select new.hospital_id, new.patient_id) of_stay (hospital_id, patient_id)
      left join stays s on s.hospital_id = of_stay.hospital_id and s.patient_id = of_stay.patient_id
        and s.discharged_at is null
      left join wards w on w.id = s.ward_id
      left join beds b on b.id = s.bed_id
    where p.hospital_id = of_stay.hospital_id and p.id = of_stay.patient_id;
  insert into patient_search (hospital_id, kind, key, patient_id)
    values (new.hospital_id, 'an', search_key(new.an), new.patient_id) on conflict do nothing;
  return null;
end $$;
create trigger stays_written after insert or update on stays for each row execute function copy_open_stay();

create function index_visit() returns trigger language plpgsql as $$
begin
  insert into patient_search (hospital_id, kind, key, patient_id)
    values (new.hospital_id, 'vn', search_key(new.vn), new.patient_id) on conflict do nothing;
  return null;
end $$;
create trigger visits_written after insert or update on visits for each row execute function index_visit();

-- ── clinical lists: an entry is never changed, it is ended and a new one begun ──────────────────────

create table patient_underlying_diseases (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  underlying_disease text not null references underlying_diseases,
  since date,
  note text,
  recorded_at timestamptz not null,
  recorded_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, recorded_by) references staff (hospital_id, id),
  foreign key (hospital_id, ended_by) references staff (hospital_id, id)
);
create index on patient_underlying_diseases (hospital_id, patient_id, recorded_at);

create table patient_allergies (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  kind text not null check (kind in ('drug', 'food', 'environment', 'other')),
  substance text not null,
  severity text not null check (severity in ('mild', 'moderate', 'severe', 'life_threatening')),
  reaction text,
  certainty text not null check (certainty in ('certain', 'probable', 'possible', 'unlikely', 'unclassified')),
  since date,
  recorded_at timestamptz not null,
  recorded_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, recorded_by) references staff (hospital_id, id),
  foreign key (hospital_id, ended_by) references staff (hospital_id, id)
);
create index on patient_allergies (hospital_id, patient_id, recorded_at);

create table patient_medications (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  name text not null,
  dose text,
  route text,
  frequency text,
  since date,
  recorded_at timestamptz not null,
  recorded_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, recorded_by) references staff (hospital_id, id),
  foreign key (hospital_id, ended_by) references staff (hospital_id, id)
);
create index on patient_medications (hospital_id, patient_id, recorded_at);

create table patient_chronic_diseases (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  disease text not null references diseases,
  since date,
  note text,
  recorded_at timestamptz not null,
  recorded_by uuid,
  ended_at timestamptz,
  ended_by uuid,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, recorded_by) references staff (hospital_id, id),
  foreign key (hospital_id, ended_by) references staff (hospital_id, id)
);
create index on patient_chronic_diseases (hospital_id, patient_id, recorded_at);

create table patient_changes (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  version int not null,
  at timestamptz not null,
  staff_id uuid not null,
  section text not null check (section in ('information', 'profile', 'address', 'clinical', 'photo')),
  field text not null,
  from_value jsonb,
  to_value jsonb,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on patient_changes (hospital_id, patient_id, at desc, id desc);

-- ── audit: added to, never changed ──────────────────────────────────────────────────────────────────

create table audit (
  id uuid primary key,
  at timestamptz not null,
  hospital_id uuid references hospitals,
  staff_id uuid,
  action text not null,
  patient_ids uuid[],
  -- 'ok', or the name of the failure the caller was told of.
  outcome text not null,
  detail jsonb,
  address inet,
  request_id text
);
create index on audit (hospital_id, at desc);
create index on audit using gin (patient_ids) with (fastupdate = on);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete on audit for each row execute function refuse_change();
create trigger changes_append_only before update or delete on patient_changes for each row execute function refuse_change();

-- ── what a request may touch, and of which hospital ─────────────────────────────────────────────────

grant select on provinces, districts, sub_districts, nations, skin_colors, blood_groups,
  underlying_diseases, diseases, countries, staff_types to panel_app;
grant select, update on hospitals, sessions to panel_app;
grant select, insert, update on staff, wards, beds, patient_counts, patients, visits, stays,
  patient_underlying_diseases, patient_allergies, patient_medications, patient_chronic_diseases to panel_app;
grant select, insert, delete on patient_search, photos to panel_app;
grant select, insert on patient_changes, audit to panel_app;

do $$
declare t text;
begin
  execute 'alter table hospitals enable row level security';
  execute 'create policy own_hospital on hospitals to panel_app using (id = current_hospital())';
  foreach t in array array['staff', 'sessions', 'wards', 'beds', 'patient_counts', 'photos', 'patients',
    'patient_search', 'visits', 'stays', 'patient_underlying_diseases', 'patient_allergies',
    'patient_medications', 'patient_chronic_diseases', 'patient_changes', 'audit'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
