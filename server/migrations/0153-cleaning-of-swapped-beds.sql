-- Two patients swap beds at once: the bed that one in airborne isolation left is in use before it is cleaned.
alter table beds drop constraint beds_terminal_while_cleaning,
  add constraint beds_terminal_unless_blocked check (state <> 'blocked' or not needs_terminal_cleaning);
