-- A step that its mission cannot take, of an author who cannot read it where it was brought, waits as well.
alter table waiting_steps drop constraint waiting_steps_because_check;
alter table waiting_steps add constraint waiting_steps_because_check
  check (because in ('revoked', 'time-doubtful', 'unknown-session', 'not-allowed', 'not-of-crew', 'not-taken'));
