-- A hole in a call must not give away the hashes of passwords, nor make one's session somebody else's. A new column
-- of staff that calls read needs its grant. Digests of tokens open nothing, and signing out finds its session by one.
revoke select on staff from panel_app;
grant select (id, hospital_id, staff_type_id, email, first_name, last_name, phone, status, is_form_user,
  last_login_at, created_at, updated_at) on staff to panel_app;
revoke select, update on sessions from panel_app;
grant select (token_hash, hospital_id, staff_id, ended_at), update (ended_at) on sessions to panel_app;

-- What is only added to is not emptied either.
do $$
declare t regclass;
begin
  for t in select distinct tgrelid::regclass from pg_trigger where tgfoid = 'refuse_change'::regproc loop
    execute format('create trigger never_emptied before truncate on %s
      for each statement execute function refuse_change()', t);
  end loop;
end $$;

-- Whether an account has signed in from an address before.
create index sessions_by_address on sessions (staff_id, address);
