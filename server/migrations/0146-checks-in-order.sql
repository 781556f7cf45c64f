-- The checks of the audit in the order in which they were made: the clock that dates them may be set back.
alter table audit_checks add column number bigint generated always as identity;
drop index audit_checks_newest;
create unique index audit_checks_by_number on audit_checks (number);
grant select (number) on audit_checks to panel_app;
