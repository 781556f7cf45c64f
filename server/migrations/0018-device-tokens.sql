-- Each is an account in a browser in which it has signed in. Whoever fails at the account on purpose is not there: tries
-- from there are counted by themselves.
create table device_tokens (
  token_hash bytea primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on device_tokens (staff_id, last_used_at);

-- Of a try: the token that counts it alone; null where it is a stranger's.
alter table sign_in_attempts add column device_hash bytea;
create index on sign_in_attempts (device_hash, at) where device_hash is not null;

-- Of a session: the token of its browser, which may be forgotten since.
alter table sessions add column device_hash bytea;

-- A call forgets tokens and gives none: who signs in does so before there is a call of hers.
grant select (token_hash, hospital_id, staff_id), delete on device_tokens to panel_app;
grant select (device_hash) on sessions to panel_app;
alter table device_tokens enable row level security;
create policy own_hospital on device_tokens to panel_app using (hospital_id = current_hospital());
