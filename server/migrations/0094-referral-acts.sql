-- What is done about a referral beside its form: who has it in hand, what the receiving side says. Only added to.
create table referral_acts (
  hospital_id uuid not null,
  -- Made by the device: an act that is sent again changes nothing.
  id uuid not null,
  record_id uuid not null,
  -- One act follows the other: of two at once the second is refused.
  position int not null,
  act text collate "C" not null check (act in ('TAKEN', 'HANDED_OVER', 'RELEASED', 'ACCEPTED', 'DECLINED', 'ASKED', 'REPLIED',
    'APPRAISED')),
  at timestamptz not null,
  staff_id uuid not null,
  to_staff_id uuid,
  level text collate "C",
  vehicle_id uuid,
  team_id uuid,
  told_by text,
  reason text collate "C",
  bed text,
  note text,
  appraisal jsonb,
  primary key (hospital_id, id),
  constraint referral_acts_in_order unique (hospital_id, record_id, position),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, to_staff_id) references staff (hospital_id, id),
  foreign key (hospital_id, vehicle_id) references vehicles (hospital_id, id),
  foreign key (hospital_id, team_id) references teams (hospital_id, id),
  constraint referral_acts_handed_over check ((act = 'HANDED_OVER') = (to_staff_id is not null))
);
create trigger referral_acts_append_only before update or delete on referral_acts
  for each row execute function refuse_change();
create trigger never_emptied before truncate on referral_acts for each statement execute function refuse_change();
grant select, insert on referral_acts to panel_app;
alter table referral_acts enable row level security;
create policy own_hospital on referral_acts to panel_app using (hospital_id = (select current_hospital()));

-- The doctor who answers for a crew that has less training than the risk of the referral asks for.
alter table mission_events add column doctor text;
