-- The clinics of a hospital; `code` is the letter before their numbers.
create table clinics (
  id uuid primary key,
  hospital_id uuid not null references hospitals,
  code text not null check (code ~ '\S'),
  name_en text not null,
  name_th text not null,
  closed_at timestamptz,
  version int not null default 1,
  unique (hospital_id, id),
  constraint clinics_code unique (hospital_id, code)
);

-- The last number of each clinic and day in Bangkok. A number is taken in the transaction that gives it: none is left out.
create table clinic_days (
  hospital_id uuid not null,
  clinic_id uuid not null,
  day date not null,
  last int not null check (last > 0),
  primary key (hospital_id, clinic_id, day),
  foreign key (hospital_id, clinic_id) references clinics (hospital_id, id)
);

-- Who has which number. A number whose giving was undone stays as void: it is never given again.
create table clinic_queue (
  id uuid primary key,
  hospital_id uuid not null,
  clinic_id uuid not null,
  day date not null,
  number int not null check (number > 0),
  patient_id uuid not null,
  visit_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'called', 'absent', 'seen', 'done', 'void')),
  room text,
  calls int not null default 0,
  queued_at timestamptz not null,
  called_at timestamptz,
  seen_at timestamptz,
  done_at timestamptz,
  -- In which state the patient was sent on, where to, and which number they got there.
  sent_from text,
  sent_to text,
  next_id uuid,
  unique (hospital_id, id),
  constraint clinic_queue_number unique (hospital_id, clinic_id, day, number),
  foreign key (hospital_id, clinic_id) references clinics (hospital_id, id),
  foreign key (hospital_id, patient_id, visit_id) references visits (hospital_id, patient_id, id),
  foreign key (hospital_id, next_id) references clinic_queue (hospital_id, id),
  constraint clinic_queue_done check ((state = 'done') = (done_at is not null) and (state = 'done') = (sent_to is not null))
);
create unique index clinic_queue_one_a_visit on clinic_queue (hospital_id, visit_id) where state not in ('done', 'void');
create index clinic_queue_day on clinic_queue (hospital_id, day);
create index clinic_queue_visit on clinic_queue (hospital_id, visit_id);

grant select, insert, update on clinics, clinic_days, clinic_queue to panel_app;
alter table clinics enable row level security;
create policy own_hospital on clinics to panel_app using (hospital_id = current_hospital());
alter table clinic_days enable row level security;
create policy own_hospital on clinic_days to panel_app using (hospital_id = current_hospital());
alter table clinic_queue enable row level security;
create policy own_hospital on clinic_queue to panel_app using (hospital_id = current_hospital());
