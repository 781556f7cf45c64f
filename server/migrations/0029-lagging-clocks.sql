-- Up to when a device's clock was seen to be right, by that clock.
alter table devices add column clock_right_at timestamptz;

-- Clocks whose messages lag, or are from the future: by how much, in how many messages in a row. A row that is older than
-- `clock_right_at` of the device says nothing any more.
create table lagging_clocks (
  hospital_id uuid not null references hospitals,
  mac text collate "C" not null,
  behind_ms double precision not null,
  since timestamptz not null,
  messages int not null,
  received_at timestamptz not null,
  is_steady boolean not null,
  is_in_doubt boolean not null,
  primary key (hospital_id, mac)
);
alter table lagging_clocks enable row level security;
create policy own_hospital on lagging_clocks to panel_app using (hospital_id = current_hospital());
grant select, insert, update on lagging_clocks to panel_app;
