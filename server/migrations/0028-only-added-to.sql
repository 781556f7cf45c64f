-- Which limits held when, and who opened whose record by exception: what was written stands, for the owner too.
create trigger threshold_versions_append_only before update or delete on threshold_versions
  for each row execute function refuse_change();
create trigger never_emptied before truncate on threshold_versions for each statement execute function refuse_change();

-- Of a record that was opened it is noted once who took note of it.
create trigger broken_glass_append_only before delete on broken_glass
  for each row execute function refuse_change();
create trigger broken_glass_seen_once before update on broken_glass
  for each row when (old.seen_at is not null
    or to_jsonb(old) - '{seen_at,seen_by}'::text[] is distinct from to_jsonb(new) - '{seen_at,seen_by}'::text[])
  execute function refuse_change();
create trigger never_emptied before truncate on broken_glass for each statement execute function refuse_change();
