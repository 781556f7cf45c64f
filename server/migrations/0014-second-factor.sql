-- ── what a hospital asks for ────────────────────────────────────────────────────────────────────────

-- Staff types that need a second factor, and after how many idle minutes a screen locks (0: never). The demonstration
-- hospital lets everybody in as it always did.
alter table hospitals
  add column second_factor_for text[] not null default '{admin}',
  add column idle_lock_minutes smallint not null default 5 check (idle_lock_minutes between 0 and 120);
update hospitals set second_factor_for = '{}', idle_lock_minutes = 0
  where exists (select from installation where name = 'demo');

-- ── what somebody shows besides her password ────────────────────────────────────────────────────────

-- The secret of an authenticator app is sealed with the panel's key, and `last_step` is the newest time step of which a
-- code was taken. A passkey belongs to the name of the panel (`rp_id`) under which it was made.
create table staff_factors (
  id uuid primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  kind text not null check (kind in ('totp', 'passkey')),
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  secret bytea,
  last_step bigint,
  credential_id text,
  public_key bytea,
  counter bigint,
  transports text[],
  rp_id text,
  constraint staff_factors_whole check (case kind
    when 'totp' then secret is not null and last_step is not null and credential_id is null
    else secret is null and credential_id is not null and public_key is not null and counter is not null
      and transports is not null and rp_id is not null end),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on staff_factors (staff_id);
create unique index staff_factors_credential on staff_factors (credential_id);

create table recovery_codes (
  code_hash bytea primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  created_at timestamptz not null,
  used_at timestamptz,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on recovery_codes (staff_id);

-- Each is answered once. `secret` is that of an authenticator app whose owner has not shown yet that she has it, sealed.
-- Who signs in with a passkey alone is nobody until she has answered.
create table sign_in_challenges (
  token_hash bytea primary key,
  hospital_id uuid,
  staff_id uuid,
  purpose text not null check (purpose in ('second-step', 'passkey', 'totp-added', 'passkey-added', 'unlock', 'proof')),
  secret bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  tries smallint not null default 0,
  check ((purpose = 'passkey') = (staff_id is null)),
  check ((staff_id is null) = (hospital_id is null)),
  check ((purpose = 'totp-added') = (secret is not null)),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on sign_in_challenges (expires_at);

-- A second step that failed is counted as a password is, and beside it: the right password forgives none.
alter table sign_in_attempts
  add column kind text not null default 'password' check (kind in ('password', 'second-step'));

-- ── sessions ────────────────────────────────────────────────────────────────────────────────────────

-- `must_add_factor`: until there is one, the session does nothing but add it.
alter table sessions
  add column must_add_factor boolean not null default false,
  add column locked_at timestamptz;

-- ── what a call may touch ───────────────────────────────────────────────────────────────────────────

-- No call reads the secret of an authenticator app, sealed as it is, or the digest of a recovery code; who signs in
-- does so before there is a call of hers. A public key is no secret.
grant select (id, hospital_id, staff_id, kind, name, created_at, last_used_at, credential_id, public_key, counter,
    transports, rp_id), insert, update (name, counter, last_used_at), delete on staff_factors to panel_app;
grant select (hospital_id, staff_id, created_at, used_at), insert, delete on recovery_codes to panel_app;
grant select, insert, update (used_at) on sign_in_challenges to panel_app;
grant select (must_add_factor, locked_at), update (locked_at) on sessions to panel_app;
do $$
declare t text;
begin
  foreach t in array array['staff_factors', 'recovery_codes', 'sign_in_challenges'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;
