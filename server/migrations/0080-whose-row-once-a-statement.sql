-- Whose a row is was read from the settings for each row and table of a statement. In a query of its own it is read once
-- a statement. A policy of a new table is written in this form.
do $$
declare p record;
begin
  for p in select tablename, qual, with_check from pg_policies
    where schemaname = 'public' and policyname = 'own_hospital' and tablename <> 'hospitals'
  loop
    execute format('alter policy own_hospital on %I using (hospital_id = (select current_hospital()))', p.tablename);
    if p.with_check is not null then
      execute format('alter policy own_hospital on %I with check (hospital_id = (select current_hospital()))',
        p.tablename);
    end if;
  end loop;
end $$;
alter policy own_hospital on hospitals using (id = (select current_hospital()));
