-- The panel checks the audit by itself: what was sealed since the check before, up to the seal that it noted, and at
-- night the whole. Those that there are were of the whole.
alter table audit_checks
  add column is_full boolean not null default true,
  add column newest_seal bigint,
  add column newest_hash text;
grant select (is_full) on audit_checks to panel_app;
