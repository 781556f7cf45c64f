-- What is written into a form. Its answers are the fold of its operations, in the order in which they arrived; each is kept.
create table form_records (
  hospital_id uuid not null,
  -- Made by the device: a record that is begun without a connection keeps its id.
  id uuid not null,
  form text collate "C" not null,
  form_version int not null,
  -- Given at completion.
  number text collate "C",
  state text collate "C" not null default 'draft' check (state in ('draft', 'complete', 'void')),
  answers jsonb not null,
  -- The patient whom the record names, if they are known.
  patient_id uuid,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  changed_at timestamptz not null,
  changed_by uuid not null,
  completed_at timestamptz,
  completed_by uuid,
  voided_at timestamptz,
  voided_by uuid,
  void_reason text,
  primary key (hospital_id, id),
  unique (hospital_id, form, number),
  foreign key (hospital_id) references hospitals,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, created_by) references staff (hospital_id, id),
  foreign key (hospital_id, changed_by) references staff (hospital_id, id),
  foreign key (hospital_id, completed_by) references staff (hospital_id, id),
  foreign key (hospital_id, voided_by) references staff (hospital_id, id),
  constraint form_records_complete check ((number is null) = (completed_at is null)
    and (completed_at is null) = (completed_by is null) and (state = 'complete' or state = 'void' or completed_at is null)),
  constraint form_records_void check ((state = 'void') = (voided_at is not null)
    and (voided_at is null) = (voided_by is null) and (voided_at is null) = (void_reason is null))
);
create index form_records_newest on form_records (hospital_id, form, created_at desc, id desc);
create index form_records_of_author on form_records (hospital_id, created_by, form, created_at desc, id desc);
create index form_records_of_patient on form_records (hospital_id, patient_id) where patient_id is not null;

-- A complete record is corrected by an addendum and never changed.
create trigger form_records_frozen before update on form_records
  for each row when (old.state <> 'draft'
    and to_jsonb(old) - '{state,version,voided_at,voided_by,void_reason}'::text[]
      is distinct from to_jsonb(new) - '{state,version,voided_at,voided_by,void_reason}'::text[])
  execute function refuse_change();
create trigger form_records_never_deleted before delete on form_records for each row execute function refuse_change();
create trigger never_emptied before truncate on form_records for each statement execute function refuse_change();

create table form_operations (
  hospital_id uuid not null,
  -- Made by the device: an operation that is sent again changes nothing.
  id uuid not null,
  record_id uuid not null,
  path text collate "C" not null,
  -- What was answered, and what the record said where it was answered; null is no answer.
  answer jsonb,
  base jsonb,
  -- A conflict is an answer beside another one, until an operation settles it.
  outcome text collate "C" not null check (outcome in ('applied', 'same', 'conflict')),
  settles uuid[] not null,
  -- By the clock of the device, which was ahead of the server's by so much.
  made_at timestamptz not null,
  clock_offset_ms bigint not null,
  received_at timestamptz not null,
  staff_id uuid not null,
  device text collate "C" not null,
  primary key (hospital_id, id),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index form_operations_of_record on form_operations (hospital_id, record_id, received_at);
create trigger form_operations_append_only before update or delete on form_operations
  for each row execute function refuse_change();
create trigger never_emptied before truncate on form_operations for each statement execute function refuse_change();

create table form_addenda (
  hospital_id uuid not null,
  id uuid not null,
  record_id uuid not null,
  what text not null,
  why text not null,
  at timestamptz not null,
  staff_id uuid not null,
  primary key (hospital_id, id),
  foreign key (hospital_id, record_id) references form_records (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index form_addenda_of_record on form_addenda (hospital_id, record_id, at);
create trigger form_addenda_append_only before update or delete on form_addenda
  for each row execute function refuse_change();
create trigger never_emptied before truncate on form_addenda for each statement execute function refuse_change();

grant select, insert, update on form_records to panel_app;
grant select, insert on form_operations, form_addenda to panel_app;
alter table form_records enable row level security;
create policy own_hospital on form_records to panel_app using (hospital_id = current_hospital());
alter table form_operations enable row level security;
create policy own_hospital on form_operations to panel_app using (hospital_id = current_hospital());
alter table form_addenda enable row level security;
create policy own_hospital on form_addenda to panel_app using (hospital_id = current_hospital());
