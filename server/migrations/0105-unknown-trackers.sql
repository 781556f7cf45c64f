-- Trackers that tell positions and belong to no vehicle: how often, and when last. Their positions are not kept.
create table unknown_trackers (
  hospital_id uuid not null references hospitals,
  mac text collate "C" not null,
  positions bigint not null check (positions > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  primary key (hospital_id, mac)
);
create index unknown_trackers_by_last on unknown_trackers (last_at);
grant select, insert, update on unknown_trackers to panel_app;
alter table unknown_trackers enable row level security;
create policy own_hospital on unknown_trackers to panel_app using (hospital_id = (select current_hospital()));
