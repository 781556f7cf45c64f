-- When the clock of a panel was moved, and by how much: whoever looks after the devices learns why times are odd.
create table clock_jumps (
  number bigint generated always as identity primary key,
  at timestamptz not null,
  by_ms double precision not null
);
grant select on clock_jumps to panel_app;
