-- Checks of vehicles that a tablet brought and nobody can be sure of: their author was blocked or may check no vehicles, or
-- nobody knows when they were made. They are only decided about, never changed.
create table equipment_reviews (
  hospital_id uuid not null,
  -- That of the check which it becomes.
  id uuid not null,
  vehicle_id uuid not null,
  -- As `add_equipment_check` takes it.
  content jsonb not null,
  -- As the tablet says.
  checked_at timestamptz not null,
  because text collate "C" not null check (because in ('revoked', 'time-doubtful', 'unknown-session', 'not-allowed')),
  checked_by uuid not null,
  received_at timestamptz not null,
  delivered_by uuid not null,
  decided_at timestamptz,
  decided_by uuid,
  is_accepted boolean,
  decision_note text,
  primary key (hospital_id, id),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, checked_by) references staff (hospital_id, id),
  foreign key (hospital_id, delivered_by) references staff (hospital_id, id),
  foreign key (hospital_id, decided_by) references staff (hospital_id, id),
  constraint equipment_reviews_decided check ((decided_at is null) = (decided_by is null)
    and (decided_at is null) = (is_accepted is null)
    and (decision_note is not null or is_accepted is not false) and (decision_note is null or decided_at is not null))
);
create index equipment_reviews_undecided on equipment_reviews (hospital_id, received_at, id) where decided_at is null;
create trigger equipment_reviews_decided_once before update on equipment_reviews
  for each row when (old.decided_at is not null
    or to_jsonb(old) - '{decided_at,decided_by,is_accepted,decision_note}'::text[]
      is distinct from to_jsonb(new) - '{decided_at,decided_by,is_accepted,decision_note}'::text[])
  execute function refuse_change();
create trigger equipment_reviews_never_deleted before delete on equipment_reviews
  for each row execute function refuse_change();
create trigger never_emptied before truncate on equipment_reviews for each statement execute function refuse_change();

-- The photos of their faults, which go over to the check.
create table equipment_review_photos (
  hospital_id uuid not null,
  review_id uuid not null,
  item text collate "C" not null,
  photo_id uuid not null,
  primary key (hospital_id, review_id, item),
  foreign key (hospital_id, review_id) references equipment_reviews (hospital_id, id),
  foreign key (hospital_id, photo_id) references photos (hospital_id, id)
);
create trigger equipment_review_photos_append_only before update or delete on equipment_review_photos
  for each row execute function refuse_change();
create trigger never_emptied before truncate on equipment_review_photos
  for each statement execute function refuse_change();

grant select, insert, update (decided_at, decided_by, is_accepted, decision_note) on equipment_reviews to panel_app;
grant select, insert on equipment_review_photos to panel_app;
alter table equipment_reviews enable row level security;
create policy own_hospital on equipment_reviews to panel_app using (hospital_id = (select current_hospital()));
alter table equipment_review_photos enable row level security;
create policy own_hospital on equipment_review_photos to panel_app using (hospital_id = (select current_hospital()));
