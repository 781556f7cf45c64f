-- One national ID is one person in a hospital. Records that had one in common before this was so keep it until somebody
-- corrects them: all but the first are counted from 1 on in `doubled`. Who is registered or corrected from now on is 0,
-- as is one of those who have an ID in common, so that nobody else is given it.
alter table patients add column doubled int not null default 0 check (doubled >= 0);
update patients p set doubled = same.place - 1
from (select id, row_number() over (partition by hospital_id, national_id order by number) as place
  from patients where national_id is not null) same
where same.id = p.id and same.place > 1;
alter table patients add constraint patients_national_id unique (hospital_id, national_id, doubled);
create index patients_doubled on patients (hospital_id) where doubled > 0;

create function be_the_only_one() returns trigger language plpgsql as $$
begin
  new.doubled := 0;
  return new;
end $$;
create trigger patients_corrected before update of national_id on patients
  for each row when (old.national_id is distinct from new.national_id) execute function be_the_only_one();

-- Whoever leaves a national ID to several others leaves the first place as well.
create function follow_as_first() returns trigger language plpgsql as $$
begin
  update patients set doubled = 0 where id = (
    select id from patients
    where hospital_id = old.hospital_id and national_id = old.national_id
    order by doubled limit 1) and doubled > 0;
  return null;
end $$;
create trigger patients_left after update of national_id on patients
  for each row when (old.doubled = 0 and old.national_id is distinct from new.national_id)
  execute function follow_as_first();
