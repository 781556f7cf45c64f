-- The running numbers that a hospital gives: VN, AN … One row a series and year of the Buddhist Era; `last` is the number
-- given last. A number is taken in the transaction that uses it: if that is rolled back, nobody has it and the next one
-- gets it, so that a year has no gap. Whoever takes one waits for the transaction that took the one before.
create table number_series (
  hospital_id uuid not null references hospitals,
  kind text not null,
  year smallint not null,
  last int not null check (last > 0),
  primary key (hospital_id, kind, year)
);
grant select, insert, update on number_series to panel_app;
alter table number_series enable row level security;
create policy own_hospital on number_series to panel_app using (hospital_id = current_hospital());

-- The next number of a series: the last two digits of the year in Bangkok, and at least so many digits that run from 1 each
-- year. A year that has more numbers than these digits can say gets longer ones.
create function take_number(of_hospital uuid, of_kind text, digits int, at timestamptz) returns text language plpgsql as $$
declare
  of_year smallint := extract(year from at at time zone 'Asia/Bangkok') + 543;
  number text;
begin
  insert into number_series as series (hospital_id, kind, year, last) values (of_hospital, of_kind, of_year, 1)
    on conflict (hospital_id, kind, year) do update set last = series.last + 1
    returning last::text into number;
  return lpad((of_year % 100)::text, 2, '0') || lpad(number, greatest(digits, length(number)), '0');
end $$;
