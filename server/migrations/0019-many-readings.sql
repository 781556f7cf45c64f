-- Whose a row is was asked of the settings once more for each row that is written. In a query of its own it is asked once a
-- statement, which is a twentieth of what it takes to keep readings.
do $$
declare t text;
begin
  foreach t in array array['readings', 'latest_values'] loop
    execute format('alter policy own_hospital on %I with check (hospital_id = (select current_hospital()))', t);
  end loop;
end $$;
