-- Where another system gives the VN, it is typed at each arrival, as the AN is at an admission.
alter table hospitals add column types_vn boolean not null default false;

-- After a patient in airborne isolation a bed is cleaned more thoroughly; who cleans it has to know.
alter table beds
  add column needs_terminal_cleaning boolean not null default false,
  add constraint beds_terminal_while_cleaning check (state = 'cleaning' or not needs_terminal_cleaning);
