-- Of a session: browser and system by name, for a device is known again though its browser was brought up to date; and
-- whether it began where the account had not been used in 90 days, until somebody who knows says that it was she.
-- `wrong_passwords` counts wrong answers in a row to the question for the present password.
alter table sessions
  add column browser text,
  add column system text,
  add column is_unknown boolean not null default false,
  add column wrong_passwords smallint not null default 0;
grant select (browser, system, is_unknown), update (is_unknown) on sessions to panel_app;

-- Each is one who says that she forgot her password; counted for the limits, kept for a day.
create table password_requests (
  id uuid primary key,
  at timestamptz not null,
  email text not null,
  address inet not null
);
create index on password_requests (email, at);
create index on password_requests (address, at);
