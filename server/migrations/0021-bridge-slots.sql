-- Who listens to the broker of a hospital: the nodes that are alive, and the sessions there that each has. A node that
-- is gone, for it said so or its lease ran out, leaves its slots free.
create table bridge_nodes (
  hospital_id uuid not null references hospitals,
  node uuid not null,
  alive_until timestamptz not null,
  primary key (hospital_id, node)
) with (fillfactor = 50);
create table bridge_slots (
  hospital_id uuid not null,
  slot int not null check (slot >= 0),
  node uuid not null,
  primary key (hospital_id, slot),
  foreign key (hospital_id, node) references bridge_nodes on delete cascade
);

-- No call has anything to do with them.
alter table bridge_nodes enable row level security;
alter table bridge_slots enable row level security;
