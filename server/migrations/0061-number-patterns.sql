-- How a hospital numbers its visits and admissions. A pattern has the Buddhist year, {YY} or {YYYY}, and the running
-- number with at least so many digits, {N5}, which begins again each calendar year or each fiscal year (1 October). Where
-- another system gives the AN, it is typed at each admission. Patterns are checked and filled in by the panel.
alter table hospitals
  add column an_pattern text not null default '{YY}{N5}',
  add column vn_pattern text not null default '{YY}{N6}',
  add column number_year text collate "C" not null default 'calendar' check (number_year in ('calendar', 'fiscal')),
  add column types_an boolean not null default false;
drop function take_number;
