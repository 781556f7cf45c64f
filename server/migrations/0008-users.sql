-- ── an account ──────────────────────────────────────────────────────────────────────────────────────

-- `list` is the page of the users' list on which somebody stands: those who may sign in, and the others. `number` is
-- the order in which accounts were made; it has gaps.
alter table staff
  add column number int not null generated always as identity,
  add column version int not null default 1,
  add column country_code text check (country_code ~ '^[1-9]\d{0,3}$'),
  add column photo_id uuid,
  add column verified_at timestamptz,
  add column line_user_id text,
  add column app_version text,
  add column wallet numeric(12, 2) not null default 0,
  add column must_change_password boolean not null default false,
  add column password_changed_at timestamptz,
  add column registered_by uuid,
  add column decided_by uuid,
  add column decided_at timestamptz,
  add column list smallint generated always as (case status when 'approved' then 1 when 'deleted' then null else 2 end) stored,
  add column sort_name text collate "C" not null
    generated always as (thai_sort_key(first_name || ' ' || last_name)) stored,
  add constraint staff_number unique (hospital_id, number),
  add constraint staff_photo foreign key (hospital_id, photo_id) references photos (hospital_id, id),
  add constraint staff_registered_by foreign key (hospital_id, registered_by) references staff (hospital_id, id),
  add constraint staff_decided_by foreign key (hospital_id, decided_by) references staff (hospital_id, id);

create index staff_listed on staff (hospital_id, list, number desc) where list is not null;
create index staff_by_name on staff (hospital_id, list, sort_name, number desc) where list is not null;
create index staff_by_email on staff (hospital_id, list, email, number desc) where list is not null;
create index staff_by_type on staff (hospital_id, list, staff_type_id, number desc) where list is not null;
create index staff_by_status on staff (hospital_id, list, status, number desc) where list is not null;
create index staff_by_login on staff (hospital_id, list, last_login_at, number desc)
  where list is not null and last_login_at is not null;

grant select (number, version, country_code, photo_id, verified_at, line_user_id, app_version, wallet,
  must_change_password, password_changed_at, registered_by, decided_by, decided_at, list, sort_name) on staff to panel_app;

-- ── finding a user, and how many there are ──────────────────────────────────────────────────────────

-- As patients are found; a user by her page of the list too, so that what is read is what is shown.
create table staff_search (
  hospital_id uuid not null,
  list smallint not null,
  kind text collate "C" not null check (kind in ('name', 'email', 'phone')),
  key text collate "C" not null,
  staff_id uuid not null,
  primary key (hospital_id, list, kind, key, staff_id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on staff_search (hospital_id, staff_id);

create table staff_counts (
  hospital_id uuid not null references hospitals,
  status text not null,
  members int not null,
  primary key (hospital_id, status)
);

-- A phone is found with its country and without.
create function staff_keys(email text, first_name text, last_name text, country_code text, phone text)
  returns table (kind text, key text) language sql immutable parallel safe as $$
  select k.kind, k.key from (values
    ('name', search_key(first_name || last_name)),
    ('name', search_key(last_name || first_name)),
    ('email', search_key(email)),
    ('phone', phone_key(phone)),
    ('phone', phone_key('+' || country_code || ltrim(phone, '0')))
  ) as k (kind, key) where k.key <> ''
$$;

create function index_new_staff() returns trigger language plpgsql as $$
begin
  insert into staff_search (hospital_id, list, kind, key, staff_id)
  select c.hospital_id, c.list, k.kind, k.key, c.id
  from changed c cross join lateral staff_keys(c.email, c.first_name, c.last_name, c.country_code, c.phone) as k
  where c.list is not null
  on conflict do nothing;
  insert into staff_counts as counted (hospital_id, status, members)
  select hospital_id, status, count(*) from changed group by hospital_id, status
  on conflict (hospital_id, status) do update set members = counted.members + excluded.members;
  return null;
end $$;
create trigger staff_inserted after insert on staff
  referencing new table as changed for each statement execute function index_new_staff();

-- Row by row, unlike the patients': a sign-in writes its time into this table and changes nothing of what is found.
create function index_changed_staff() returns trigger language plpgsql as $$
begin
  delete from staff_search where hospital_id = new.hospital_id and staff_id = new.id;
  if new.list is not null then
    insert into staff_search (hospital_id, list, kind, key, staff_id)
    select new.hospital_id, new.list, k.kind, k.key, new.id
    from staff_keys(new.email, new.first_name, new.last_name, new.country_code, new.phone) as k
    on conflict do nothing;
  end if;
  if old.status <> new.status then
    update staff_counts set members = members - 1 where hospital_id = new.hospital_id and status = old.status;
    insert into staff_counts as counted (hospital_id, status, members) values (new.hospital_id, new.status, 1)
    on conflict (hospital_id, status) do update set members = counted.members + 1;
  end if;
  return null;
end $$;
create trigger staff_updated after update of status, email, first_name, last_name, country_code, phone on staff
  for each row when (
    (old.status, old.email, old.first_name, old.last_name, old.country_code, old.phone)
    is distinct from (new.status, new.email, new.first_name, new.last_name, new.country_code, new.phone))
  execute function index_changed_staff();

insert into staff_search (hospital_id, list, kind, key, staff_id)
select s.hospital_id, s.list, k.kind, k.key, s.id
from staff s cross join lateral staff_keys(s.email, s.first_name, s.last_name, s.country_code, s.phone) as k
where s.list is not null
on conflict do nothing;
insert into staff_counts (hospital_id, status, members)
select hospital_id, status, count(*) from staff group by hospital_id, status;

-- An e-mail opens one account of the whole panel, and row-level security hides those of other hospitals. Whoever adds
-- users is told which e-mails she cannot have, and not whose they are.
create function taken_emails(emails text[]) returns setof text language sql stable security definer
  set search_path = public, pg_temp as $$
  select email from staff where email = any(emails) and status <> 'deleted'
$$;
revoke execute on function taken_emails(text[]) from public;
grant execute on function taken_emails(text[]) to panel_app;

-- ── who changed what of an account ──────────────────────────────────────────────────────────────────

-- `by_staff_id` changed `field` of `staff_id`; `reason` is what was said of it.
create table staff_changes (
  id uuid primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  version int not null,
  at timestamptz not null,
  by_staff_id uuid not null,
  field text not null,
  from_value jsonb,
  to_value jsonb,
  reason text,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, by_staff_id) references staff (hospital_id, id)
);
create index on staff_changes (hospital_id, staff_id, at desc, id desc);
create trigger staff_changes_append_only before update or delete on staff_changes
  for each row execute function refuse_change();
create trigger never_emptied before truncate on staff_changes for each statement execute function refuse_change();

-- ── sessions that are shown, and links that stand for a password once ───────────────────────────────

-- The id names a session where its token's digest has no business.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column user_agent text,
  add column ended_by uuid,
  add constraint sessions_ended_by foreign key (hospital_id, ended_by) references staff (hospital_id, id);
grant select (id, address, user_agent, created_at, last_seen_at, ended_by), update (ended_by) on sessions to panel_app;

create table password_links (
  token_hash bytea primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- Null where she asked for it herself.
  created_by uuid,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, created_by) references staff (hospital_id, id)
);
create index on password_links (hospital_id, staff_id) where used_at is null;

-- Each is one who wrote herself down; counted for the limit, kept for a day.
create table registration_attempts (
  id uuid primary key,
  at timestamptz not null,
  address inet not null
);
create index on registration_attempts (address, at);

grant select, insert, delete on staff_search to panel_app;
grant select, insert, update on staff_counts to panel_app;
grant select, insert on staff_changes to panel_app;
grant select, insert, update (used_at) on password_links to panel_app;
do $$
declare t text;
begin
  foreach t in array array['staff_search', 'staff_counts', 'staff_changes', 'password_links'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
