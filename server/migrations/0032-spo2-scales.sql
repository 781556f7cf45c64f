-- By which scale NEWS2 scores a patient's oxygen saturation, as a prescriber set it. One row a setting; the newest holds.
create table spo2_scales (
  id uuid primary key,
  hospital_id uuid not null,
  patient_id uuid not null,
  at timestamptz not null,
  staff_id uuid not null,
  scale smallint not null check (scale in (1, 2)),
  reason text not null,
  foreign key (hospital_id, patient_id) references patients (hospital_id, id),
  foreign key (hospital_id, staff_id) references staff (hospital_id, id)
);
create index on spo2_scales (hospital_id, patient_id, at desc, id desc);
create trigger spo2_scales_append_only before update or delete on spo2_scales
  for each row execute function refuse_change();
create trigger never_emptied before truncate on spo2_scales for each statement execute function refuse_change();

grant select, insert on spo2_scales to panel_app;
alter table spo2_scales enable row level security;
create policy own_hospital on spo2_scales to panel_app using (hospital_id = current_hospital());

-- The scores that are kept were made by scale 1.
update latest_values set second = 1 where vital = 'news2';
