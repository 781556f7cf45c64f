-- How much of a birth date is known: the day, the month, the year, or no more than an age that somebody estimated. Every
-- date so far was entered as a whole one. The default fills the rows without writing them.
alter table patients add column birth_date_precision text default 'day';
update patients set birth_date_precision = null where date_of_birth is null;
alter table patients
  alter column birth_date_precision drop default,
  add constraint patients_birth_date_precision check (case birth_date_precision
    when 'day' then date_of_birth is not null
    when 'month' then extract(day from date_of_birth) = 1
    when 'year' then extract(doy from date_of_birth) = 1
    when 'estimated' then date_of_birth is not null
    else birth_date_precision is null and date_of_birth is null end is true);
