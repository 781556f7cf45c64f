-- Where an admitted patient is, as intervals: a stay has places that follow each other without gap or overlap. A place
-- is a bed, a wait for a bed, or a leave. The constraints are checked at the commit, so that two patients can swap beds.

-- ── beds ────────────────────────────────────────────────────────────────────────────────────────────

alter table beds
  add column state text collate "C" not null default 'ready' check (state in ('ready', 'cleaning', 'blocked')),
  add column state_note text,
  add column state_at timestamptz,
  add column state_by uuid,
  add column features text[] not null default '{}',
  add constraint beds_id unique (hospital_id, id),
  add constraint beds_state_by foreign key (hospital_id, state_by) references staff (hospital_id, id),
  add constraint beds_blocked_with_reason check (state <> 'blocked' or state_note is not null);

-- A reservation ends at its upper bound, or earlier: when it is used or given up.
create table bed_reservations (
  id uuid primary key,
  hospital_id uuid not null,
  bed_id uuid not null,
  patient_id uuid not null,
  during tstzrange not null check (not lower_inf(during) and not upper_inf(during)),
  note text,
  reserved_by uuid,
  foreign key (hospital_id, bed_id) references beds (hospital_id, id),
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, reserved_by) references staff (hospital_id, id),
  constraint bed_reservations_one_a_bed exclude using gist (bed_id with =, during with &&)
);
create index on bed_reservations (hospital_id, patient_id);
alter table bed_reservations enable row level security;
create policy own_hospital on bed_reservations to panel_app
  using (hospital_id = current_hospital()) with check (hospital_id = current_hospital());
grant select, insert, update on bed_reservations to panel_app;

-- ── stays ───────────────────────────────────────────────────────────────────────────────────────────

drop trigger stays_begun on stays;
drop trigger stays_written on stays;
drop index stays_one_open_a_patient, stays_one_open_a_bed;

-- What an admission asks for is null in stays of other systems and of before.
alter table stays
  add column version int not null default 1,
  add column admit_type text collate "C" check (admit_type in ('A', 'E', 'C', 'L', 'N', 'U', 'O')),
  add column admit_source text collate "C" check (admit_source in ('O', 'E', 'S', 'B', 'T', 'R')),
  add column arrival_type smallint check (arrival_type between 1 and 4),
  add column referral_cause smallint check (referral_cause between 1 and 5),
  add column referring_hospital text,
  add column department text collate "C",
  add column attending_id uuid,
  add column diagnosis text,
  add column payer text collate "C",
  add column isolation text[] not null default '{}',
  add column is_dnr boolean,
  add column has_consent boolean,
  add column morse_score smallint check (morse_score between 0 and 125),
  add column planned_discharge_on date,
  add column discharge_status smallint check (discharge_status between 1 and 9),
  add column discharge_type smallint check (discharge_type in (1, 2, 3, 4, 5, 8, 9)),
  add column discharged_to text,
  add column discharge_cause smallint check (discharge_cause between 1 and 7),
  add column goes_home_to_die boolean not null default false,
  add column discharge_diagnoses jsonb not null default '[]',
  add column discharge_summary text,
  add column discharge_advice text,
  add column follow_up text,
  add column home_medicines text,
  add column voided_at timestamptz,
  add constraint stays_id unique (hospital_id, id),
  add constraint stays_attending foreign key (hospital_id, attending_id) references staff (hospital_id, id),
  add constraint stays_dead check ((discharge_type in (8, 9)) = (discharge_status in (8, 9))),
  add constraint stays_discharged check (discharged_at is not null or (discharge_status is null and discharge_type is null)),
  -- One patient is admitted once at an instant, so at most one stay is open. A void stay never was.
  add constraint stays_one_at_a_time exclude using gist
    (patient_id with =, tstzrange(admitted_at, discharged_at) with &&) where (voided_at is null)
    deferrable initially deferred;
create index stays_open on stays (hospital_id, patient_id) where discharged_at is null and voided_at is null;
create index stays_by_admission on stays (hospital_id, admitted_at desc, id desc);
create index stays_by_discharge on stays (hospital_id, discharged_at desc, id desc)
  where discharged_at is not null and voided_at is null;

-- What was done about a stay, by whom, when it was written and from when it holds. Only added to.
create table stay_acts (
  id uuid primary key,
  hospital_id uuid not null,
  stay_id uuid not null,
  act text collate "C" not null check (act in ('admitted', 'moved', 'swapped', 'left', 'returned', 'discharged',
    'discharge-undone', 'voided', 'corrected', 'changed')),
  -- From when what was done holds.
  at timestamptz not null,
  recorded_at timestamptz not null,
  staff_id uuid,
  reason text collate "C",
  note text,
  detail jsonb not null default '{}',
  unique (hospital_id, id),
  foreign key (hospital_id, stay_id) references stays (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on stay_acts (hospital_id, stay_id, recorded_at);
alter table stay_acts enable row level security;
create policy own_hospital on stay_acts to panel_app
  using (hospital_id = current_hospital()) with check (hospital_id = current_hospital());
grant select, insert on stay_acts to panel_app;
create trigger stay_acts_only_added before update or delete on stay_acts for each row execute function refuse_change();
create trigger stay_acts_not_truncated before truncate on stay_acts execute function refuse_change();

create table stay_places (
  id uuid primary key,
  hospital_id uuid not null,
  stay_id uuid not null,
  -- A leave holds its bed if it has one.
  kind text collate "C" not null check (kind in ('bed', 'waiting', 'leave')),
  ward_id uuid not null,
  bed_id uuid,
  during tstzrange not null check (not isempty(during) and not lower_inf(during)),
  -- When a patient on leave is expected back.
  due_back_at timestamptz,
  act_id uuid not null,
  -- A place is never changed but for its end: a correction supersedes it.
  superseded_at timestamptz,
  superseded_by_act_id uuid,
  foreign key (hospital_id, stay_id) references stays (hospital_id, id),
  foreign key (hospital_id, ward_id) references wards (hospital_id, id),
  foreign key (hospital_id, ward_id, bed_id) references beds (hospital_id, ward_id, id),
  foreign key (hospital_id, act_id) references stay_acts (hospital_id, id),
  foreign key (hospital_id, superseded_by_act_id) references stay_acts (hospital_id, id),
  constraint stay_places_bed check (case kind when 'bed' then bed_id is not null when 'waiting' then bed_id is null else true end),
  constraint stay_places_superseded check ((superseded_at is null) = (superseded_by_act_id is null)),
  constraint stay_places_one_at_a_time exclude using gist (stay_id with =, during with &&)
    where (superseded_at is null) deferrable initially deferred,
  constraint stay_places_one_patient_a_bed exclude using gist (bed_id with =, during with &&)
    where (superseded_at is null and bed_id is not null) deferrable initially deferred
);
create index on stay_places (hospital_id, stay_id, lower(during));
create index stay_places_open on stay_places (hospital_id, ward_id) where upper_inf(during) and superseded_at is null;
create index stay_places_open_bed on stay_places (bed_id) where upper_inf(during) and superseded_at is null;
alter table stay_places enable row level security;
create policy own_hospital on stay_places to panel_app
  using (hospital_id = current_hospital()) with check (hospital_id = current_hospital());
grant select, insert, update on stay_places to panel_app;

-- Each stay so far was in one place.
insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
  select gen_random_uuid(), hospital_id, id, 'admitted', admitted_at, admitted_at from stays;
insert into stay_acts (id, hospital_id, stay_id, act, at, recorded_at)
  select gen_random_uuid(), hospital_id, id, 'discharged', discharged_at, discharged_at from stays
  where discharged_at is not null;
insert into stay_places (id, hospital_id, stay_id, kind, ward_id, bed_id, during, act_id)
  select gen_random_uuid(), s.hospital_id, s.id, case when s.bed_id is null then 'waiting' else 'bed' end, s.ward_id,
    s.bed_id, tstzrange(s.admitted_at, s.discharged_at), a.id
  from stays s join stay_acts a on a.stay_id = s.id and a.act = 'admitted'
  where s.discharged_at is null or s.discharged_at > s.admitted_at;
alter table stays drop column ward_id, drop column bed_id;

-- The argument of a trigger is the column that names the stay. A stay is somewhere from its first to its last instant, and nowhere else; one that is void was nowhere.
create function check_stay_is_covered() returns trigger language plpgsql as $$
declare
  stay uuid := to_jsonb(new) ->> tg_argv[0];
  covered tstzmultirange;
  wanted tstzmultirange;
begin
  select case when voided_at is null then tstzmultirange(tstzrange(admitted_at, discharged_at)) else '{}' end
    into wanted from stays where id = stay;
  select coalesce(range_agg(during), '{}') into covered from stay_places where stay_id = stay and superseded_at is null;
  if covered <> wanted then
    raise exception using errcode = 'check_violation', constraint = 'stay_places_cover_the_stay',
      message = 'the places of a stay have a gap';
  end if;
  return null;
end $$;
create constraint trigger stays_covered after insert or update of admitted_at, discharged_at, voided_at on stays
  deferrable initially deferred for each row execute function check_stay_is_covered('id');
create constraint trigger stay_places_cover after insert or update on stay_places
  deferrable initially deferred for each row execute function check_stay_is_covered('stay_id');

-- ── what other tables copy ──────────────────────────────────────────────────────────────────────────

drop function copy_open_stay();
-- At the commit, once all that an act writes is written: the list sorts and filters patients by where they are.
create function copy_open_place() returns trigger language plpgsql as $$
declare stay uuid := to_jsonb(new) ->> tg_argv[0];
begin
  update patients p
    set an = o.an, ward_id = o.ward_id, bed_id = o.bed_id, admitted_at = o.admitted_at, place = o.place
    from (
      select of_stay.hospital_id, of_stay.patient_id, s.an, s.admitted_at, c.ward_id, c.bed_id,
        w.code || coalesce(' ' || b.label, '') as place
      from stays of_stay
        left join stays s on s.hospital_id = of_stay.hospital_id and s.patient_id = of_stay.patient_id
          and s.discharged_at is null and s.voided_at is null
        left join stay_places c on c.stay_id = s.id and upper_inf(c.during) and c.superseded_at is null
        left join wards w on w.id = c.ward_id
        left join beds b on b.id = c.bed_id
      where of_stay.id = stay
    ) o
    where p.hospital_id = o.hospital_id and p.id = o.patient_id
      and (p.an, p.ward_id, p.bed_id, p.admitted_at, p.place)
        is distinct from (o.an, o.ward_id, o.bed_id, o.admitted_at, o.place);
  return null;
end $$;
create constraint trigger stays_copied after insert or update on stays
  deferrable initially deferred for each row execute function copy_open_place('id');
create constraint trigger stay_places_copied after insert or update on stay_places
  deferrable initially deferred for each row execute function copy_open_place('stay_id');

create function index_stay() returns trigger language plpgsql as $$
begin
  insert into patient_search (hospital_id, kind, key, patient_id)
    values (new.hospital_id, 'an', search_key(new.an), new.patient_id) on conflict do nothing;
  return null;
end $$;
create trigger stays_indexed after insert or update of an on stays for each row execute function index_stay();

-- ── closed wards and beds ───────────────────────────────────────────────────────────────────────────

create or replace function refuse_closing_occupied() returns trigger language plpgsql as $$
begin
  if exists (
    select from stay_places s
    where s.hospital_id = new.hospital_id and upper_inf(s.during) and s.superseded_at is null
      and case tg_table_name when 'wards' then s.ward_id = new.id else s.bed_id = new.id end
  ) then
    raise exception using errcode = 'check_violation', constraint = 'closed_is_empty',
      message = 'somebody is there';
  end if;
  return new;
end $$;
create trigger stay_places_begun before insert on stay_places
  for each row when (upper_inf(new.during)) execute function refuse_stay_in_closed();

-- An alarm of a patient who left ends by that.
alter table alarms drop constraint alarms_clearing_check,
  add constraint alarms_clearing_check check (clearing in ('recovered', 'person', 'moved', 'discharged'));
