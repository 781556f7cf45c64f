-- The order in which the audit was written. A call can neither choose its place nor write anything else of its own
-- into it: the number comes from the sequence, and a place must not be given.
alter table audit add column position bigint generated always as identity;
create unique index audit_by_position on audit (position);
revoke insert on audit from panel_app;
grant insert (id, at, hospital_id, staff_id, action, patient_ids, outcome, detail, address, request_id)
  on audit to panel_app;

-- What had been written by then, sealed every few seconds: a digest of each row, and over them one that holds the one
-- of the seal before. `row_digests` has for each row its position (8 bytes) and its SHA-256 (32).
create table audit_seals (
  number bigint primary key check (number > 0),
  sealed_at timestamptz not null,
  after_position bigint not null,
  to_position bigint not null check (to_position > after_position),
  row_digests bytea not null check (length(row_digests) > 0 and length(row_digests) % 40 = 0),
  previous_hash bytea check ((previous_hash is null) = (number = 1)),
  hash bytea not null
);

-- What `npm run verify-audit` found, each time.
create table audit_checks (
  id uuid primary key,
  at timestamptz not null,
  seal_count bigint not null,
  row_count bigint not null,
  fault_count bigint not null
);
create index audit_checks_newest on audit_checks (at desc);

do $$
declare t text;
begin
  foreach t in array array['audit_seals', 'audit_checks'] loop
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_change()', t);
    execute format('create trigger never_emptied before truncate on %I
      for each statement execute function refuse_change()', t);
  end loop;
end $$;

-- How many rows there are would tell one hospital of the others.
grant select (number, sealed_at, to_position) on audit_seals to panel_app;
grant select (at, fault_count) on audit_checks to panel_app;
