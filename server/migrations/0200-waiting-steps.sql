-- Steps of missions that a tablet brought and nobody can be sure of: their author was blocked, may report no missions or is
-- no longer of the crew, or nobody knows when they were pressed. They are only decided about, never changed.
create table waiting_steps (
  hospital_id uuid not null,
  -- That of the event which it becomes.
  id uuid not null,
  mission_id uuid not null,
  step text collate "C" not null check (step in ('EN_ROUTE', 'AT_SCENE', 'LEFT_SCENE', 'AT_DESTINATION', 'HANDED_OVER',
    'BACK_AT_BASE', 'NO_TRANSPORT', 'WITHDRAWN')),
  -- When it was pressed, as the tablet says.
  at timestamptz not null,
  reason text collate "C",
  note text,
  withdraws text collate "C",
  withdraws_event_id uuid,
  because text collate "C" not null
    check (because in ('revoked', 'time-doubtful', 'unknown-session', 'not-allowed', 'not-of-crew')),
  staff_id uuid not null,
  received_at timestamptz not null,
  delivered_by uuid not null,
  decided_at timestamptz,
  decided_by uuid,
  is_accepted boolean,
  decision_note text,
  primary key (hospital_id, id),
  foreign key (hospital_id, mission_id) references missions (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, delivered_by) references staff (hospital_id, id),
  foreign key (hospital_id, decided_by) references staff (hospital_id, id),
  constraint waiting_steps_decided check ((decided_at is null) = (decided_by is null)
    and (decided_at is null) = (is_accepted is null)
    and (decision_note is not null or is_accepted is not false) and (decision_note is null or decided_at is not null))
);
create index waiting_steps_of_mission on waiting_steps (hospital_id, mission_id);
create index waiting_steps_undecided on waiting_steps (hospital_id, mission_id) where decided_at is null;
create trigger waiting_steps_decided_once before update on waiting_steps
  for each row when (old.decided_at is not null
    or to_jsonb(old) - '{decided_at,decided_by,is_accepted,decision_note}'::text[]
      is distinct from to_jsonb(new) - '{decided_at,decided_by,is_accepted,decision_note}'::text[])
  execute function refuse_change();
create trigger waiting_steps_never_deleted before delete on waiting_steps for each row execute function refuse_change();
create trigger never_emptied before truncate on waiting_steps for each statement execute function refuse_change();

grant select, insert, update (decided_at, decided_by, is_accepted, decision_note) on waiting_steps to panel_app;
alter table waiting_steps enable row level security;
create policy own_hospital on waiting_steps to panel_app using (hospital_id = (select current_hospital()));
