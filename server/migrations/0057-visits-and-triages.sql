-- A visit from the arrival until the patient leaves. Visits from before are closed: nobody noted when they ended.
alter table visits
  add column is_open boolean not null default false,
  add column registered_by uuid,
  add column source smallint check (source between 1 and 5),
  add column mode text check (mode in ('WALK', 'WHEELCHAIR', 'STRETCHER', 'CARRIED')),
  add column complaint text,
  add column symptom_groups smallint[] not null default '{}',
  add column onset_at timestamptz,
  -- As in the file ACCIDENT of the 43 files; null if it was none.
  add column accident jsonb,
  add column pregnancy text not null default 'not_asked' check (pregnancy in ('no', 'yes', 'unknown', 'not_asked')),
  add column pregnancy_weeks smallint check (pregnancy_weeks between 1 and 45),
  add column infection_signs text[] not null default '{}',
  -- Of the newest triage, copied here by the trigger on triages.
  add column triage_level smallint check (triage_level between 1 and 5),
  add column triaged_at timestamptz,
  add column zone text,
  add column fast_tracks text[] not null default '{}',
  add column first_seen_at timestamptz,
  add column left_at timestamptz,
  add column disposition smallint check (disposition between 1 and 8),
  add constraint visits_registered_by foreign key (hospital_id, registered_by) references staff (hospital_id, id),
  add constraint visits_of_patient unique (hospital_id, patient_id, id),
  add constraint visits_end check (not is_open or (left_at is null and disposition is null)),
  add constraint visits_seen check (first_seen_at >= visited_at),
  add constraint visits_left check (left_at >= visited_at);
create unique index visits_one_open_a_patient on visits (hospital_id, patient_id) where is_open;
create index visits_open on visits (hospital_id, visited_at desc) where is_open;

-- Every triage as it was confirmed. A wrong one is corrected by a later row that names it.
create table triages (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  visit_id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  level smallint not null check (level between 1 and 5),
  -- What the rules suggested, by which point, and what fired there; null if they could not decide.
  suggested smallint check (suggested between 1 and 5),
  rule text check (rule in ('A', 'B', 'C', 'D')),
  findings jsonb not null,
  -- All that was found and measured, and by which settings of the hospital it was judged.
  inputs jsonb not null,
  override text,
  override_words text,
  zone text not null,
  fast_tracks text[] not null,
  news2 smallint check (news2 between 0 and 20),
  corrects uuid,
  unique (hospital_id, visit_id, id),
  foreign key (hospital_id, patient_id, visit_id) references visits (hospital_id, patient_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, visit_id, corrects) references triages (hospital_id, visit_id, id),
  constraint triages_suggestion check ((suggested is null) = (rule is null)),
  constraint triages_reason check ((suggested is not distinct from level) = (override is null)),
  constraint triages_words check (override_words is not null
    or not coalesce(rule in ('A', 'B') and level > suggested, false))
);
create index on triages (hospital_id, patient_id, at desc, id desc);
create unique index triages_corrected_once on triages (hospital_id, corrects) where corrects is not null;
create trigger triages_append_only before update or delete on triages
  for each row execute function refuse_change();
create trigger never_emptied before truncate on triages for each statement execute function refuse_change();

create function copy_triage() returns trigger language plpgsql as $$
begin
  update visits set triage_level = new.level, triaged_at = new.at, zone = new.zone, fast_tracks = new.fast_tracks
    where id = new.visit_id;
  return null;
end $$;
create trigger triages_added after insert on triages for each row execute function copy_triage();

-- A patient has the level of the open visit, and none when it has ended.
create function copy_visit_level() returns trigger language plpgsql as $$
begin
  update patients set triage_level = case when new.is_open then new.triage_level end
    where id = new.patient_id
      and triage_level is distinct from case when new.is_open then new.triage_level end;
  return null;
end $$;
create trigger visits_begun after insert on visits
  for each row when (new.is_open) execute function copy_visit_level();
create trigger visits_triaged after update on visits
  for each row when ((old.is_open, old.triage_level) is distinct from (new.is_open, new.triage_level))
  execute function copy_visit_level();

-- Whoever is admitted stays here until the discharge: it ends the visit, and undoing it opens the visit again.
create function end_visit_of_stay() returns trigger language plpgsql as $$
begin
  update visits v
    set is_open = new.discharged_at is null, left_at = case when new.discharged_at is not null then greatest(v.visited_at, new.discharged_at) end,
        disposition = case when new.discharged_at is not null then 2 end
    where v.id = (
      select o.id from visits o
      where o.hospital_id = new.hospital_id and o.patient_id = new.patient_id
        and o.visited_at <= coalesce(new.discharged_at, 'infinity')
        and (o.is_open or (o.disposition = 2 and o.left_at = greatest(o.visited_at, old.discharged_at)))
      order by o.is_open desc, o.visited_at desc
      limit 1)
    and not (v.is_open and new.discharged_at is null);
  return null;
end $$;
create trigger stays_ended after update on stays
  for each row when (old.discharged_at is distinct from new.discharged_at) execute function end_visit_of_stay();

-- How the hospital triages. One row a change; the newest applies, and without one the standard of the product.
create table triage_settings (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  version int not null check (version > 0),
  at timestamptz not null,
  staff_id uuid not null,
  reason text not null,
  settings jsonb not null,
  unique (hospital_id, version),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create trigger triage_settings_append_only before update or delete on triage_settings
  for each row execute function refuse_change();
create trigger never_emptied before truncate on triage_settings for each statement execute function refuse_change();

grant select, insert on triages, triage_settings to panel_app;
alter table triages enable row level security;
create policy own_hospital on triages to panel_app using (hospital_id = current_hospital());
alter table triage_settings enable row level security;
create policy own_hospital on triage_settings to panel_app using (hospital_id = current_hospital());
