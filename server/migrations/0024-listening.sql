-- Since when some node has listened without a break: a silence of the panel is none of the devices.
create table listening (
  is_only boolean primary key default true check (is_only),
  since timestamptz not null,
  heard_at timestamptz not null
);
grant select on listening to panel_app;
