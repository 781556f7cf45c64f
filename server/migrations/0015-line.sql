-- A LINE account is one person's in the whole panel. What she is told there needs her consent, which is kept as it was
-- given and taken back.
alter table staff
  add column line_linked_at timestamptz,
  add column line_choice text not null default 'none' check (line_choice in ('none', 'mine', 'wards', 'all')),
  add column line_least_severity text not null default 'high' check (line_least_severity in ('low', 'medium', 'high')),
  add column line_consent_at timestamptz,
  add constraint staff_line_linked check ((line_user_id is null) = (line_linked_at is null)),
  add constraint staff_line_told check (line_choice = 'none' or (line_user_id is not null and line_consent_at is not null));
create unique index staff_line on staff (line_user_id) where status <> 'deleted';
create index staff_told_by_line on staff (hospital_id) where line_choice <> 'none';
grant select (line_linked_at, line_choice, line_least_severity, line_consent_at) on staff to panel_app;

create table line_consents (
  id uuid primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  at timestamptz not null,
  purpose text not null check (purpose in ('alarms')),
  is_given boolean not null,
  version text not null,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger line_consents_append_only before update or delete on line_consents
  for each row execute function refuse_change();
create trigger never_emptied before truncate on line_consents for each statement execute function refuse_change();

-- Stands for somebody once, until it expires: whoever opens it at LINE links that LINE account with hers.
create table line_codes (
  code_hash bytea primary key,
  hospital_id uuid not null,
  staff_id uuid not null,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, created_by) references staff (hospital_id, id)
);
create index on line_codes (staff_id) where used_at is null;

-- Somebody on her way to LINE and back. `code_hash` is that of the code she came with; null where she signs in.
create table line_flows (
  state_hash bytea primary key,
  secret_hash bytea not null,
  nonce text not null,
  verifier text not null,
  code_hash bytea references line_codes,
  address inet not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index on line_flows (address, created_at);
create index on line_flows (expires_at);

grant select, insert on line_consents to panel_app;
grant insert, update (used_at), select on line_codes to panel_app;
do $$
declare t text;
begin
  foreach t in array array['line_consents', 'line_codes'] loop
    execute format('alter table %I enable row level security', t);
    execute format('create policy own_hospital on %I to panel_app using (hospital_id = current_hospital())', t);
  end loop;
end $$;

-- To whom a message goes, where it goes to one person.
alter table outbox add column to_staff uuid,
  add constraint outbox_to_staff foreign key (hospital_id, to_staff) references staff (hospital_id, id);
