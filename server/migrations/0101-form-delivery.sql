-- What is written on a tablet is sealed to its hospital. The private half is encrypted with the panel's secret, which is not in
-- the database, so that the role of the calls may read it. One pair a hospital is in use; earlier ones still open what was
-- sealed to them.
create table sealing_keys (
  hospital_id uuid not null,
  id uuid not null,
  public_key bytea not null,
  private_key bytea not null,
  created_at timestamptz not null,
  replaced_at timestamptz,
  primary key (hospital_id, id),
  foreign key (hospital_id) references hospitals
);
create unique index sealing_keys_one_in_use on sealing_keys (hospital_id) where replaced_at is null;

-- Operations about which a person must decide: written after a session was ended, by an author who may not, or into a record
-- that is complete. They are only decided about, never changed.
create table form_reviews (
  hospital_id uuid not null,
  -- The operation's.
  id uuid not null,
  record_id uuid not null,
  form text collate "C" not null,
  form_version int not null,
  reason text collate "C" not null
    check (reason in ('revoked', 'unknown-session', 'not-allowed', 'record-closed', 'form-closed')),
  path text collate "C" not null,
  answer jsonb,
  base jsonb,
  settles uuid[] not null,
  made_at timestamptz not null,
  clock_offset_ms bigint not null,
  device text collate "C" not null,
  staff_id uuid not null,
  received_at timestamptz not null,
  delivered_by uuid not null,
  decided_at timestamptz,
  decided_by uuid,
  is_accepted boolean,
  decision_reason text,
  primary key (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, delivered_by) references staff (hospital_id, id),
  foreign key (hospital_id, decided_by) references staff (hospital_id, id),
  constraint form_reviews_decided check ((decided_at is null) = (decided_by is null)
    and (decided_at is null) = (is_accepted is null) and (decided_at is null) = (decision_reason is null))
);
create index form_reviews_waiting on form_reviews (hospital_id, received_at, id) where decided_at is null;
create trigger form_reviews_decided_once before update on form_reviews
  for each row when (old.decided_at is not null
    or to_jsonb(old) - '{decided_at,decided_by,is_accepted,decision_reason}'::text[]
      is distinct from to_jsonb(new) - '{decided_at,decided_by,is_accepted,decision_reason}'::text[])
  execute function refuse_change();
create trigger form_reviews_never_deleted before delete on form_reviews for each row execute function refuse_change();
create trigger never_emptied before truncate on form_reviews for each statement execute function refuse_change();

grant select, insert, update (replaced_at) on sealing_keys to panel_app;
grant select, insert, update (decided_at, decided_by, is_accepted, decision_reason) on form_reviews to panel_app;
alter table sealing_keys enable row level security;
create policy own_hospital on sealing_keys to panel_app using (hospital_id = (select current_hospital()));
alter table form_reviews enable row level security;
create policy own_hospital on form_reviews to panel_app using (hospital_id = (select current_hospital()));
