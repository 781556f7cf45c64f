-- One node at a time listens to the broker of a hospital, with all sessions there, until its lease ends.
create table mqtt_leases (
  hospital_id uuid primary key references hospitals,
  node uuid not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- No call has anything to do with it.
alter table mqtt_leases enable row level security;

-- Nodes no longer share the sessions.
drop table bridge_slots;
drop table bridge_nodes;
